import { topic } from "../topic";

export const game = topic(
  {
    title: "Game",
  },
  {
    title: "Game",
  },
);
