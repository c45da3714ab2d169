import { topic } from "../topic";

export const files = topic(
  {
    title: "Open and save",
  },
  {
    title: "Open and save",
  },
);
