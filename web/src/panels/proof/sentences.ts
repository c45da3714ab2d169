// What is said about a cell of a claim that was asked about.
import { words } from "../../lib/i18n/index.svelte";
import { proving } from "./proving.svelte";

/** What the proof does about a cell, as a sentence. */
export function sentenceOf(cell: string): string {
  const t = words.t.proof;
  const shell = words.t.shell;
  const owner = shell[proving.owner];
  const opponent = shell[proving.owner === "black" ? "white" : "black"];
  if (proving.stones.includes(cell)) return t.isStone(cell, owner);
  const row = proving.answers.find((row) => row.intrusion === cell);
  if (proving.attack) return cell === proving.attack ? t.isAttack(cell) : t.attackIs(cell, proving.attack);
  if (!row) return t.isOutside(cell);
  const state = proving.stateOf(cell);
  const answer = row.reply ? t.answered(opponent, cell, owner, row.reply) : t.unanswered(opponent, cell, owner);
  if (state === "removable") return `${answer} ${t.isRemovable(cell)}`;
  return state === "needed" ? `${answer} ${t.isNeeded(cell)}` : answer;
}
