// Life and death in Go.
import type { Pair } from "./template";

export const life: readonly Pair[] = [
  ["{side} first: {words}, with {list} and no other move; a position may come back", "{side}先: {words}。手は {list} だけです（同形反復になることがあります）"],
  ["{side} first: {words}, with {cell}; a position may come back", "{side}先: {words}。手は {cell} など（同形反復になることがあります）"],
  ["{side} first: {words}; a position may come back", "{side}先: {words}（同形反復になることがあります）"],
  ["{side} first: {words}, with {list} and no other move", "{side}先: {words}。手は {list} だけです"],
  ["{side} first: {words}, with {cell}", "{side}先: {words}。手は {cell} など"],
  ["{side} first: {words}", "{side}先: {words}"],
  ["{side} lives with two eyes", "{side}は二眼で活きです"],
  ["{side} lives, but without two eyes (seki)", "{side}はセキで活きです"],
  ["{side} lives as long as positions may come back", "同形反復が許されれば{side}は活きです"],
  ["{side} lives, perhaps in seki", "{side}は活きです（セキかもしれません）"],
  ["{side} is captured", "{side}は死にです"],
  ["ko: {side} needs {n} more ko threat(s) than the opponent to live", "コウです。{side}が活きるには、相手よりコウ材が {n} 多く必要です"],
  ["ko: {side} needs {n} more ko threat(s) than the opponent to capture", "コウです。{side}が取るには、相手よりコウ材が {n} 多く必要です"],
  ["ko: {side} needs at least three more ko threats than the opponent to live", "コウです。{side}が活きるには、相手よりコウ材が三つ以上多く必要です"],
  ["ko: {side} needs at least three more ko threats than the opponent to capture", "コウです。{side}が取るには、相手よりコウ材が三つ以上多く必要です"],
  ["there is no stone on {cell}", "{cell} に石がありません"],
  ["the target has stones of both players", "双方の石が選ばれています"],
  ["the region has {n} cells with the target, more than {n2}: mark a smaller one", "領域は石を含めて {n} 点で、{n2} 点を超えています。小さくしてください"],
  ["move {n} is not allowed here", "{n} 手目はここに打てません"],
  ["not decided, so there is nothing to try", "決まっていないため、試す手はありません"],
];
