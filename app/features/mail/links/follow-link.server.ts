import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { hashOf, startSession } from "~/features/auth/session-queries.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { confirmByMail, listAddresses } from "~/features/users/addresses.server";
import { endInvitationOf, endSessionsOf, updateUser } from "~/features/users/user-change-steps.server";
import { endConfirmations, spendLink } from "./link-keys.server";
import * as say from "./links-copy";
import { taskIdIn } from "./read-link.server";

/**
 * Confirms an address. The first confirmation ends all other confirmation links. An agent could have requested them
 * while the person had no confirmed address, and the reader of a wrong address must not be able to confirm it later.
 */
async function confirm(tx: Tx, address: { userId: number; emailKey: string }, now: number): Promise<void> {
  const isFirst = (await listAddresses(tx, address.userId)).every(({ isConfirmed }) => !isConfirmed);
  await confirmByMail(tx, address, now);
  if (isFirst) await endConfirmations(tx, address.userId, now);
}

export type LinkSignIn = { sessionId: string; userId: number; path: string };

/** Signs a requester in and confirms the address that the link was sent to. Null for a link that can't be used. */
export const signInByLink = (
  db: Db,
  key: string,
  { previousId, ip }: { previousId: string | null; ip: string },
  now: number,
): Promise<LinkSignIn | null> =>
  spendLink(db, key, ["sign_in"], now, async (tx, { userId, emailKey, path }) => {
    await confirm(tx, { userId, emailKey }, now);
    const sessionId = await startSession(tx, userId, previousId, now, { byLink: true });
    if (sessionId === null) return null;
    const details = { [say.method]: say.linkInAnEmail };
    await logSecurity(tx, { kind: "signed_in", actorId: userId, userId, ip, details }, now);
    return { sessionId, userId, path };
  });

/** Confirms an address and returns it; null for a link that can't be used. */
export const confirmByLink = (db: Db, key: string, now: number): Promise<string | null> =>
  spendLink(db, key, ["confirmation"], now, async (tx, { userId, emailKey }) => {
    await confirm(tx, { userId, emailKey }, now);
    return emailKey;
  });

/**
 * Sets a new password and ends all sessions. Returns the account's email, or null for a link that can't be used.
 * Doesn't change anything else about signing in.
 */
export const resetPassword = (db: Db, key: string, passwordHash: string, now: number): Promise<string | null> =>
  spendLink(db, key, ["password"], now, async (tx, { userId, emailKey, email }) => {
    await updateUser(tx, userId, { password_hash: passwordHash }, now);
    await endSessionsOf(tx, userId);
    await endInvitationOf(tx, userId); // and the other links to reset it
    await confirm(tx, { userId, emailKey }, now);
    const details = { [say.method]: say.linkInAnEmail };
    await logSecurity(tx, { kind: "password_set", actorId: userId, userId, details }, now);
    return email ?? emailKey;
  });

/**
 * no_link     unknown, used or expired
 * too_late    the request can't be reopened or closed any more
 * cant_send   the comment was refused
 */
export type SaidByLink = { ok: true; path: string } | { ok: false; why: "no_link" | "too_late" | "cant_send" };

/** Performs a button of the request's page: it is solved, or it isn't, with a comment. */
export async function sayByLink(db: Db, key: string, body: string, now: number): Promise<SaidByLink> {
  let why: "no_link" | "too_late" | "cant_send" = "no_link";
  const path = await spendLink(db, key, ["solved", "not_solved"], now, async (tx, open) => {
    const { userId, kind, name, email, role } = open;
    const outcome = kind === "solved" ? "solved" : "not_solved";
    const viewer = { id: userId, name, email, role };
    const reply = { body, outcome, requestKey: hashOf(key), anyway: true } as const;
    const said = await replyToTask(tx, viewer, taskIdIn(open.path), reply, now);
    if (said.ok) return open.path;
    why = said.why === "invalid_move" ? "too_late" : said.why === "no_such_task" ? "no_link" : "cant_send";
    return null;
  });
  return path === null ? { ok: false, why } : { ok: true, path };
}
