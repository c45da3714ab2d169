import { topic } from "../topic";

export const strategy = topic(
  {
    title: "Strategy",
  },
  {
    title: "戦略",
  },
);
