import { topic } from "../topic";

export const review = topic(
  {
    title: "Review",
  },
  {
    title: "検討",
  },
);
