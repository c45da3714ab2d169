import { topic } from "../topic";

export const boards = topic(
  {
    title: "Boards",
  },
  {
    title: "盤",
  },
);
