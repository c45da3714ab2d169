import { topic } from "../topic";

export const studies = topic(
  {
    title: "Studies",
  },
  {
    title: "研究",
  },
);
