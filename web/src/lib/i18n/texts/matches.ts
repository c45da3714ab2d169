import { topic } from "../topic";

export const matches = topic(
  {
    title: "Matches",
  },
  {
    title: "対戦",
  },
);
