import { topic } from "../topic";

export const solve = topic(
  {
    title: "Solve",
  },
  {
    title: "解析",
  },
);
