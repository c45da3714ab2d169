// How much work a person allows, as it stands in a form.
import type { Budget } from "../../lib/api";

export type BudgetKind = "stop" | "seconds" | "nodes";

export interface BudgetChoice {
  kind: BudgetKind;
  seconds: number;
  nodes: number;
}

export function budgetOf(choice: BudgetChoice): Budget {
  if (choice.kind === "seconds") return { seconds: choice.seconds };
  if (choice.kind === "nodes") return { nodes: choice.nodes };
  return {};
}

/** A choice that was kept as JSON, or the usual one. */
export function budgetFrom(kept: unknown, usual: BudgetChoice): BudgetChoice {
  const found = (kept ?? {}) as Partial<BudgetChoice>;
  const isNumber = (n: unknown): n is number => typeof n === "number" && Number.isFinite(n) && n > 0;
  return {
    kind: found.kind === "stop" || found.kind === "seconds" || found.kind === "nodes" ? found.kind : usual.kind,
    seconds: isNumber(found.seconds) ? found.seconds : usual.seconds,
    nodes: isNumber(found.nodes) ? found.nodes : usual.nodes,
  };
}
