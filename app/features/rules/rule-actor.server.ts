import { forUpdate } from "~/db/locks.server";
import type { Tx } from "~/db/transaction.server";
import { personKeys } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import * as say from "./rules-copy";

/**
 * The account that rules act as, with an admin's access. It belongs to no person. Its state hides it from every list of
 * people, and no one can sign in with it. The first run of a rule creates it.
 */
export async function ruleActor(tx: Tx, now: number): Promise<Viewer> {
  const known = await tx.selectFrom("catalogue").select("rule_actor_id").executeTakeFirstOrThrow();
  return asViewer(known.rule_actor_id ?? (await createActor(tx, now)));
}

const asViewer = (id: number): Viewer => ({ id, name: say.taskdesk, email: null, role: "admin" });

/**
 * The viewer that rules see tasks as: every task, even before their account exists. Their conditions can't contain
 * `me`.
 */
export const RULES_VIEW: Viewer = { id: 0, name: "", email: null, role: "admin" };

async function createActor(tx: Tx, now: number): Promise<number> {
  const locked = forUpdate(tx, tx.selectFrom("catalogue").select("rule_actor_id"));
  const { rule_actor_id: known } = await locked.executeTakeFirstOrThrow();
  if (known !== null) return known;
  const { id } = await tx
    .insertInto("user")
    .values({
      ...personKeys(say.taskdesk, null),
      ...{ role: "admin", state: "merged", password_hash: null, external_key: null },
      ...{ created_at: now, updated_at: now, version: 1 },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("catalogue").set({ rule_actor_id: id }).execute();
  return id;
}
