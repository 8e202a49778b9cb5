import { type SqlBool, sql } from "kysely";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { INVITATION_DAYS } from "~/features/auth/invitations.server";
import { hashOf } from "~/features/auth/session-queries.server";
import { ownsAddress, ownsConfirmedAddress } from "~/features/users/addresses.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { randomToken } from "~/lib/random.server";
import { isForRequesters, type LinkKind } from "./link-kinds";

/** Fixed lifetimes; a setting covers other links. A password link opens an account, so it expires soon. */
const LASTS_MS: Partial<Record<LinkKind, number>> = { password: HOUR_MS, invitation: INVITATION_DAYS * DAY_MS };

type NewLink = { kind: LinkKind; userId: number; address: string; path: string };

/**
 * The key of a new link; only its hash is stored. Null if this person or address may not get one: the link then leads
 * to its page without a key. Only confirmation links go to unconfirmed addresses.
 */
export async function makeLinkKey(db: Db, { kind, userId, address, path }: NewLink, now: number) {
  const emailKey = emailKeyOf(address);
  const owns = kind === "confirmation" ? ownsAddress : ownsConfirmedAddress;
  let person = db
    .selectFrom("user")
    .innerJoin("catalogue", (join) => join.on("catalogue.id", "=", 1))
    .select("catalogue.link_days")
    .where("user.id", "=", userId)
    .where("user.state", "=", "active")
    .where(owns(sql.ref("user.id"), emailKey));
  if (isForRequesters(kind)) person = person.where("user.role", "=", "requester");
  const found = await person.executeTakeFirst();
  if (!found) return null;
  const key = randomToken();
  const expires_at = now + (LASTS_MS[kind] ?? found.link_days * DAY_MS);
  await db
    .insertInto("sign_in_link")
    .values({
      ...{ key_hash: hashOf(key), kind, user_id: userId, address_key: emailKey, path },
      ...{ created_at: now, expires_at, used_at: null },
    })
    .execute();
  return key;
}

/** A link that can still be used. `name`, `email` and `role` are its person's; `emailKey` is where it was sent. */
export type OpenLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

const stillTheirs = sql<SqlBool>`("user".email_key = sign_in_link.address_key or exists (
  select 1 from user_address where user_address.user_id = "user".id
  and user_address.email_key = sign_in_link.address_key))`;

/** Null for a key that is unknown, used or expired, and for a person who left or no longer has the address. */
export async function findLink(db: Db, key: string, now: number) {
  if (!/^[0-9a-f]{64}$/.test(key)) return null;
  const link = await db
    .selectFrom("sign_in_link")
    .innerJoin("user", "user.id", "sign_in_link.user_id")
    .select(["sign_in_link.kind", "sign_in_link.user_id as userId", "sign_in_link.address_key as emailKey"])
    .select(["sign_in_link.path", "user.name", "user.email", "user.role"])
    .where("sign_in_link.key_hash", "=", hashOf(key))
    .where("sign_in_link.used_at", "is", null)
    .where("sign_in_link.expires_at", ">", now)
    .where("user.state", "=", "active")
    .where(stillTheirs)
    .executeTakeFirst();
  if (!link) return null;
  const kind = link.kind as LinkKind;
  return isForRequesters(kind) && link.role !== "requester" ? null : { ...link, kind };
}

/**
 * Uses up a link and does its work in the same transaction. Null for a link that can't be used, or if the work returns
 * null; the link can then be used again.
 */
export async function spendLink<T>(
  db: Db,
  key: string,
  kinds: readonly LinkKind[],
  now: number,
  work: (tx: Tx, link: OpenLink) => Promise<T | null>,
): Promise<T | null> {
  return inTransaction(db, async (tx) => {
    const link = await findLink(tx, key, now);
    if (!link || !kinds.includes(link.kind)) return null;
    const byKey = tx.updateTable("sign_in_link").where("key_hash", "=", hashOf(key));
    // Of two concurrent requests, one finds it used.
    const used = await byKey.set({ used_at: now }).where("used_at", "is", null).executeTakeFirst();
    if (used.numUpdatedRows === 0n) return null;
    const done = await work(tx, link);
    if (done === null) await byKey.set({ used_at: null }).execute();
    return done;
  });
}

/** Ends a person's unused confirmation links. */
export const endConfirmations = (tx: Tx, userId: number, now: number) =>
  tx
    .updateTable("sign_in_link")
    .set({ expires_at: now })
    .where("user_id", "=", userId)
    .where("kind", "=", "confirmation")
    .where("used_at", "is", null)
    .execute();
