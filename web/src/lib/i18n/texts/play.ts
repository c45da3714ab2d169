import { topic } from "../topic";

export const play = topic(
  {
    title: "Play",
  },
  {
    title: "対局",
  },
);
