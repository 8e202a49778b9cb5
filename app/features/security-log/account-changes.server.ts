import type { Db } from "~/db/types";
import { SECURITY_KINDS, type SecurityKind } from "./security-kinds";

/** Changes to how a person signs in, shown to them when someone else made the change. */
const SHOWN = [
  "password_set",
  "address_added",
  "address_removed",
  "address_confirmed",
  "primary_address_changed",
  "people_merged",
] as const satisfies readonly SecurityKind[];

const MOST_SHOWN = 5;

type Event = { kind: SecurityKind; actorId: number | null; userId?: number | null };

/** Marks the account, so that the person sees this change and later ones. */
export async function noteAccountChange(db: Db, { kind, actorId, userId }: Event, now: number): Promise<void> {
  if (!userId || userId === actorId || !SHOWN.some((shown) => shown === kind)) return;
  await db
    .updateTable("user")
    .set({ account_changed_at: now })
    .where("id", "=", userId)
    .where("account_changed_at", "is", null)
    .execute();
}

/**
 * Changes others made to a person's account since `since`, newest first. `address` is "a@x.example → b@x.example" for a
 * new primary one; `by` is null for the desk.
 */
export async function accountChanges(db: Db, { id }: { id: number }, since: number) {
  const rows = await db
    .selectFrom("security_event")
    .leftJoin("user as actor", "actor.id", "security_event.actor_id")
    .select(["security_event.id", "security_event.kind", "security_event.details", "security_event.at"])
    .select("actor.name as by")
    .where("security_event.user_id", "=", id)
    .where("security_event.kind", "in", SHOWN)
    .where("security_event.at", ">=", since)
    .where((eb) => eb.or([eb("actor_id", "is", null), eb("actor_id", "!=", id)]))
    .orderBy("security_event.at", "desc")
    .orderBy("security_event.id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map(({ kind, details, by, ...row }) => {
    const { Address: address = null } = JSON.parse(details) as { Address?: string };
    return { ...row, what: SECURITY_KINDS[kind as SecurityKind] as string, address, by };
  });
}

/** Dismisses changes up to the one at `until`. */
export async function dismissAccountChanges(db: Db, { id }: { id: number }, until: number): Promise<void> {
  const newer = await db
    .selectFrom("security_event")
    .select(({ fn }) => fn.min("at").as("at"))
    .where("user_id", "=", id)
    .where("kind", "in", SHOWN)
    .where("at", ">", until)
    .where((eb) => eb.or([eb("actor_id", "is", null), eb("actor_id", "!=", id)]))
    .executeTakeFirst();
  await db
    .updateTable("user")
    .set({ account_changed_at: newer?.at ?? null })
    .where("id", "=", id)
    .execute();
}
