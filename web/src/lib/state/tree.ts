// Games with variations as plain data that never changes: each edit makes a new tree that shares what it can with the old one.
import type { GameFields, GameState, GameTree, PlayedMove, Setup, TreeMark, TreeNode } from "../api";

/** A game with the node that is shown. */
export interface Doc {
  readonly tree: GameTree;
  readonly current: number;
}

export function newDoc(game: GameFields, setup?: Setup): Doc {
  const start: GameState = setup ? { game, setup, moves: [] } : { game, moves: [] };
  return { tree: { id: "", start, players: ["", ""], result: "", nodes: [{}] }, current: 0 };
}

export function nodeAt(tree: GameTree, index: number): TreeNode {
  return tree.nodes[index] ?? {};
}

const indices = new WeakMap<GameTree, number[][]>();

/** The children of a node, the main line first. */
export function childrenOf(tree: GameTree, index: number): readonly number[] {
  let children = indices.get(tree);
  if (!children) {
    children = tree.nodes.map(() => []);
    for (const [at, node] of tree.nodes.entries()) {
      if (node.parent !== null && node.parent !== undefined) children[node.parent]?.push(at);
    }
    indices.set(tree, children);
  }
  return children[index] ?? [];
}

/** The next variation below (1) or above (-1): another child of the nearest node on the way that has several. */
export function besides(tree: GameTree, index: number, by: number): number {
  for (let at: number | null | undefined = index; at !== null && at !== undefined; at = nodeAt(tree, at).parent) {
    const parent = nodeAt(tree, at).parent;
    const siblings = parent === null || parent === undefined ? [] : childrenOf(tree, parent);
    if (siblings.length > 1) return siblings[(siblings.indexOf(at) + by + siblings.length) % siblings.length] ?? index;
  }
  return index;
}

/** The nodes from the root to this one, both included. */
export function pathTo(tree: GameTree, index: number): number[] {
  const path: number[] = [];
  for (let at: number | null | undefined = index; at !== null && at !== undefined; at = nodeAt(tree, at).parent) path.unshift(at);
  return path;
}

/** The line through a node: the path to it, then first children to the end. */
export function lineThrough(tree: GameTree, index: number): number[] {
  const line = pathTo(tree, index);
  for (let next = childrenOf(tree, index)[0]; next !== undefined; next = childrenOf(tree, next)[0]) line.push(next);
  return line;
}

/** The game as far as a node: what questions about a position take. */
export function stateAt(tree: GameTree, index: number): GameState {
  let setup = tree.start.setup;
  let moves: PlayedMove[] = [];
  for (const at of pathTo(tree, index)) {
    const node = nodeAt(tree, at);
    if (node.setup) {
      setup = node.setup;
      moves = [];
    }
    if (node.mv !== null && node.mv !== undefined) moves.push(node.mv);
  }
  return setup ? { game: tree.start.game, setup, moves } : { game: tree.start.game, moves };
}

export function moveText(mv: PlayedMove): string {
  return typeof mv === "string" ? mv : mv.mv;
}

/** Plays a move at the current node. A move that is already there is walked to instead. */
export function played(doc: Doc, mv: PlayedMove): Doc {
  const text = moveText(mv);
  const known = childrenOf(doc.tree, doc.current).find((child: number) => {
    const there = nodeAt(doc.tree, child).mv;
    return there !== null && there !== undefined && moveText(there) === text;
  });
  return known === undefined ? added(doc, { mv }) : { ...doc, current: known };
}

/** Adds a child to the current node and goes there. */
export function added(doc: Doc, node: TreeNode): Doc {
  const nodes = [...doc.tree.nodes, { ...node, parent: doc.current }];
  return { tree: { ...doc.tree, nodes }, current: nodes.length - 1 };
}

/** Adds a line of moves to the current node. The node that is shown stays. */
export function withLine(doc: Doc, moves: readonly PlayedMove[]): Doc {
  const grown = moves.reduce(played, doc);
  return { tree: grown.tree, current: doc.current };
}

export function withNode(doc: Doc, index: number, change: Partial<TreeNode>): Doc {
  const nodes = doc.tree.nodes.map((node, at) => (at === index ? { ...node, ...change } : node));
  return { ...doc, tree: { ...doc.tree, nodes } };
}

/** A node and all that follows it. */
export function below(tree: GameTree, index: number): Set<number> {
  const found = new Set([index]);
  tree.nodes.forEach((node, at) => {
    if (node.parent !== null && node.parent !== undefined && found.has(node.parent)) found.add(at);
  });
  return found;
}

/** Removes a node with all that follows it; the root stays. */
export function without(doc: Doc, index: number): Doc {
  if (index === 0) return doc;
  const gone = below(doc.tree, index);
  const current = gone.has(doc.current) ? (nodeAt(doc.tree, index).parent ?? 0) : doc.current;
  return reordered(doc.tree, doc.tree.nodes.map((_, at) => at).filter((at) => !gone.has(at)), current);
}

/** Makes the line to a node the main line. */
export function promoted(doc: Doc, index: number): Doc {
  const first = new Set(pathTo(doc.tree, index));
  const order: number[] = [];
  const visit = (at: number): void => {
    order.push(at);
    const children = childrenOf(doc.tree, at);
    for (const child of [...children.filter((c) => first.has(c)), ...children.filter((c) => !first.has(c))]) visit(child);
  };
  visit(0);
  return reordered(doc.tree, order, doc.current);
}

function reordered(tree: GameTree, order: readonly number[], current: number): Doc {
  const place = new Map(order.map((old, at) => [old, at]));
  const nodes = order.map((old) => {
    const node = nodeAt(tree, old);
    return node.parent === null || node.parent === undefined ? node : { ...node, parent: place.get(node.parent) ?? 0 };
  });
  return { tree: { ...tree, nodes }, current: place.get(current) ?? 0 };
}

/** Puts a mark on a cell of the current node, or takes it away if it is there. */
export function marked(doc: Doc, mark: TreeMark): Doc {
  const marks = nodeAt(doc.tree, doc.current).marks ?? [];
  const rest = marks.filter((other) => other.cell !== mark.cell);
  const isThere = marks.some((other) => other.cell === mark.cell && other.shape === mark.shape && (other.text ?? "") === (mark.text ?? ""));
  return withNode(doc, doc.current, { marks: isThere ? rest : [...rest, mark] });
}
