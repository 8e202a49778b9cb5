import { sql } from "kysely";
import type * as z from "zod/v4";
import { engineOf } from "~/db/engine.server";
import { once } from "~/db/once-per-form.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Role, Viewer } from "~/features/users/users";
import type { Refusal } from "~/lib/refusal";

/*
 * Creating and editing records through forms: teams, organizations, people, the catalogue. Each feature validates and writes;
 * this file sets the order.
 */

/** A person as they are in this transaction: a role they lost since the request came in no longer counts. */
export type Actor = { id: number; role: Role };

export type NotAllowed = { ok: false; why: "not_allowed" };

/** Another user changed the same fields to different values: nothing is saved. */
export type RecordConflict<F> = { ok: false; why: "conflict"; fields: (keyof F & string)[]; current: F };

/** The other user's value of each conflicting field, as error messages. */
export const conflictErrors = <F>(
  { fields, current }: RecordConflict<F>,
  shown: (field: keyof F & string, fields: F) => string,
  itIsNow: (value: string) => string,
): Refusal["errors"] => Object.fromEntries(fields.map((field) => [field, [itIsNow(shown(field, current))]]));

/** The values a form was loaded with, from its `was_` fields; null if they're invalid. */
export function readBaseline<F>(form: FormData, schema: z.ZodType<F>, fields: readonly string[]): F | null {
  const was = schema.safeParse(Object.fromEntries(fields.map((field) => [field, form.get(`was_${field}`)])));
  return was.success ? was.data : null;
}

/** Runs `work` for an actor who `may` do it. `table` is locked, because checks of names and limits read all its rows. */
export async function changeRecords<T>(
  db: Db,
  viewer: Viewer,
  {
    may,
    table,
  }: { may: (actor: Actor) => boolean; table?: "team" | "organization" | "mail_address" | "policy" | "rule" },
  work: (tx: Tx, actor: Actor) => Promise<T>,
): Promise<T | NotAllowed> {
  return inTransaction(db, async (tx) => {
    if (table && engineOf(tx) === "postgres") {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
    }
    const actor = await tx.selectFrom("user").select(["id", "role"]).where("id", "=", viewer.id).executeTakeFirst();
    if (!actor || !may(actor)) return { ok: false, why: "not_allowed" };
    return work(tx, actor);
  });
}

/** Creates a record once per form, however often it is sent. `create` returns its id, or why it can't be. */
export async function createOnce<R extends { ok: false }>(
  tx: Tx,
  form: { userId: number; key: string },
  now: number,
  create: () => Promise<number | R>,
): Promise<{ ok: true; id: number } | R> {
  let refused: R | undefined;
  const created = await once(tx, form, now, async () => {
    const made = await create();
    if (typeof made === "number") return made;
    refused = made;
    return null;
  });
  if (created) return { ok: true, id: created.id };
  if (!refused) throw new Error("Nothing was created, and no reason was given.");
  return refused;
}
