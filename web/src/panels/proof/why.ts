// Why a proof answers as it does, in the language of the page.
import type { Defence, ReasonView } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";

/** A link as players write it: `c1–bottom`. */
function linkText(link: string): string {
  const { edges } = words.t.proof;
  return link.split("-").map((end) => edges[end] ?? end).join("–");
}

export function reasonText(reason: ReasonView): string {
  const { why } = words.t.proof;
  const link = linkText(reason.link);
  const { cells, stones, n, is_left: isLeft } = reason;
  switch (reason.kind) {
    case "not-needed": return why.notNeeded;
    case "already-there": return why.alreadyThere(stones[0] ?? "");
    case "bridge": return why.bridge(link, cells.join(why.or), isLeft);
    case "pair": return why.pair(link, cells.join(why.or), isLeft);
    case "template": return why.template(link, why.templates[reason.template] ?? reason.template, isLeft);
    case "two-threats": return why.twoThreats(stones.join(why.and));
    case "threats": return why.threats(n);
    case "ladder": return stones.length > 0 ? why.ladderTo(stones.join(" ")) : why.ladder;
    case "apart": return why.apart(n);
  }
}

/** What has just happened in a game against a proof. */
export function stateText(d: Defence): string {
  const { why } = words.t.proof;
  const { shell } = words.t;
  const [proof, person] = [shell[d.proof_plays], shell[d.proof_plays === "black" ? "white" : "black"]];
  const tried = d.moves.findLast(([player]) => player !== d.proof_plays)?.[1];
  if (d.is_over) return d.words;
  const needs = why.needs(d.region.length);
  if (!tried) return `${d.moves[0] ? why.begins(proof, d.moves[0][1]) : why.plays(proof, person)} ${needs}`;
  return `${d.reply ? why.answers(proof, tried, d.reply) : why.passes(proof, tried)} ${needs}`;
}
