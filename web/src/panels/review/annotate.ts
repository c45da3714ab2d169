// A game with the findings of a review in it: sentences as comments, better moves as variations.
import type { GameTree, ReviewView, TreeNode } from "../../lib/api";
import { said } from "../../lib/i18n/said";
import { childrenOf, lineThrough, moveText, nodeAt } from "../../lib/state/tree";

function joined(...parts: (string | undefined)[]): string {
  const seen = new Set<string>();
  for (const part of parts) if (part) seen.add(part.trim());
  return [...seen].join("\n");
}

/** The game with the review in its comments and variations. */
export function annotated(tree: GameTree, review: ReviewView, variation: string): GameTree {
  const line = lineThrough(tree, 0);
  const nodes: TreeNode[] = tree.nodes.map((node) => ({ ...node }));
  const add = (at: number | undefined, text: string): void => {
    const node = at === undefined ? undefined : nodes[at];
    // A review that is put in again adds nothing.
    if (node && text && !(node.comment ?? "").includes(text)) node.comment = joined(node.comment, text);
  };
  add(line[0], review.verdict.map((sentence) => said(sentence)).join("\n"));
  for (const point of review.points) add(line[point.n_moves], said(point.sentence));
  for (const mistake of review.mistakes) {
    add(line[mistake.number], said(mistake.sentence));
    const parent = line[mistake.number - 1];
    if (parent === undefined) continue;
    const known = new Set(childrenOf(tree, parent).map((child) => moveText(nodeAt(tree, child).mv ?? "")));
    for (const mv of mistake.instead) {
      if (!known.has(mv)) nodes.push({ parent, mv, comment: variation });
    }
  }
  return { ...tree, nodes };
}
