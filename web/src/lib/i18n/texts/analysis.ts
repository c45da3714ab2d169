import { topic } from "../topic";

export const analysis = topic(
  {
    title: "Analysis",
  },
  {
    title: "分析",
  },
);
