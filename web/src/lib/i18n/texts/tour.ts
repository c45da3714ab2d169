import { topic } from "../topic";

export const tour = topic(
  {
    title: "Tour",
  },
  {
    title: "案内",
  },
);
