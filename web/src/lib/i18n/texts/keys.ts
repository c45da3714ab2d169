import { topic } from "../topic";

export const keys = topic(
  {
    title: "Keys",
  },
  {
    title: "Keys",
  },
);
