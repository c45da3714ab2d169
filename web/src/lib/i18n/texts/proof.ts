import { topic } from "../topic";

export const proof = topic(
  {
    title: "Proof",
  },
  {
    title: "証明",
  },
);
