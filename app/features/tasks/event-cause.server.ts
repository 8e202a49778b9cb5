import type { Tx } from "~/db/transaction.server";

/**
 * Causes of changes other than people.
 *
 * rule  a run of a rule. `originatorId`: the person whose change started its chain; null for the system
 * undo  an undo, which rules don't react to
 */
export type Cause =
  | { kind: "rule"; runId: number; chain: string; depth: number; originatorId: number | null }
  | { kind: "undo" };

const causes = new WeakMap<Tx, Cause>();

/** Marks all events that `work` records as caused by this. */
export async function asCausedBy<T>(tx: Tx, cause: Cause, work: () => Promise<T>): Promise<T> {
  causes.set(tx, cause);
  try {
    return await work();
  } finally {
    causes.delete(tx);
  }
}

export const causeOf = (tx: Tx): Cause | undefined => causes.get(tx);
