import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { type AppliedMacro, applyMacro } from "./apply-macro.server";
import * as say from "./macros-copy";

/** Rolls back the transaction. */
class Refused extends Error {
  constructor(readonly answer: AppliedMacro) {
    super(say.aMacroWasRefused);
  }
}

/** Applies a macro to one task, all or nothing. */
export async function runMacro(
  db: Db,
  viewer: Viewer,
  taskId: number,
  asked: Parameters<typeof applyMacro>[3],
  now: number,
): Promise<AppliedMacro> {
  try {
    return await inTransaction(db, async (tx) => {
      const applied = await applyMacro(tx, viewer, taskId, asked, now);
      if (!applied.ok) throw new Refused(applied);
      return applied;
    });
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}
