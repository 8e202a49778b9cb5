import { sql } from "kysely";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { INVITATION_DAYS, makeInvitation } from "~/features/auth/invitations.server";
import type { NewSecurityEvent } from "~/features/security-log/security-log.server";
import { listAddresses, ownsConfirmedAddress } from "~/features/users/addresses.server";
import { maySendConfirmation } from "~/features/users/user-policy";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";
import { plainMarkdown } from "../plain-markdown";
import { senderForAccounts } from "../sending/mail-sender.server";
import { originOf } from "../sending/mail-to-requester.server";
import { planWritten } from "../sending/plan-written.server";
import * as say from "./links-copy";

/** Hourly limit of emails with a link per address. */
const MOST_PER_HOUR = 5;

type AccountMail = "sign_in" | "invitation" | "password" | "confirmation";

const TEXTS: Record<AccountMail, { subject: string; body: (name: string) => string }> = {
  sign_in: { subject: say.signInSubject, body: say.signInBody },
  invitation: { subject: say.invitationSubject, body: (name) => say.invitationBody(name, INVITATION_DAYS) },
  password: { subject: say.passwordSubject, body: say.passwordBody },
  confirmation: { subject: say.confirmationSubject, body: say.confirmationBody },
};

export const canMail = async (db: Db): Promise<boolean> => (await senderForAccounts(db)) !== undefined;

/** Whether the desk can email links: it has an email address and knows its own URL. */
export const canMailLinks = async (db: Db): Promise<boolean> => (await senderOfLinks(db)) !== undefined;

async function senderOfLinks(db: Db) {
  const sender = await senderForAccounts(db);
  return sender && originOf(sender.host) !== null ? sender : undefined;
}

type Recipient = { userId: number; name: string; address: string };

/**
 * Queues an email with a link. Returns its address; null if the desk can't send it, or if the address has reached the
 * limit.
 */
async function planAccountMail(
  tx: Tx,
  kind: AccountMail,
  { userId, name, address }: Recipient,
  path: string,
  now: number,
): Promise<string | null> {
  const sender = await senderOfLinks(tx);
  if (!sender || (await sentLately(tx, address, now)) >= MOST_PER_HOUR) return null;
  const { subject, body } = TEXTS[kind];
  const content = { subject, body: body(plainMarkdown(name)), links: { open: { to: path, key: kind } } };
  await planWritten(tx, { kind, sender, taskId: null, to: { userId, address }, content }, now);
  return address;
}

async function sentLately(tx: Tx, address: string, now: number): Promise<number> {
  const kinds: AccountMail[] = ["sign_in", "invitation", "password", "confirmation"];
  const sent = await tx
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select("delivery.id")
    .where("delivery.address_key", "=", emailKeyOf(address))
    .where("delivery.created_at", ">", now - HOUR_MS)
    .where("outgoing_mail.kind", "in", kinds)
    .limit(MOST_PER_HOUR)
    .execute();
  return sent.length;
}

/**
 * Mails the link a visitor requested on the sign-in page: `sign_in` or `password`. Does nothing for an address no one
 * signs in with. A requester without a password gets a sign-in link.
 */
export async function mailRequestedLink(
  tx: Tx,
  { kind, address, path }: { kind: "sign_in" | "password"; address: string; path: string },
  now: number,
): Promise<void> {
  const person = await tx
    .selectFrom("user")
    .select(["id", "name", "role", "password_hash"])
    .where("state", "=", "active")
    .where(ownsConfirmedAddress(sql.ref("user.id"), emailKeyOf(address)))
    .executeTakeFirst();
  if (!person) return;
  const resets = kind === "password" && person.password_hash !== null;
  if (!resets && person.role !== "requester") return;
  const known = (await listAddresses(tx, person.id)).find(({ key }) => key === emailKeyOf(address));
  const to = { userId: person.id, name: person.name, address: known?.email ?? address };
  await planAccountMail(tx, resets ? "password" : "sign_in", to, resets ? "/login" : path, now);
}

/** Invites a person, by email too if the desk can send it. `sentTo` is null if it can't: the link is then passed on by hand. */
export const invite = (db: Db, viewer: Viewer, id: number, now: number) =>
  inTransaction(db, async (tx) => {
    const made = await makeInvitation(tx, viewer, id, now);
    if (!made.ok) return made;
    const { name, email } = await tx
      .selectFrom("user")
      .select(["name", "email"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const to = { userId: id, name, address: email ?? "" };
    return { ...made, sentTo: await planAccountMail(tx, "invitation", to, "/login", now) };
  });

export type SendConfirmation =
  | { ok: true; sentTo: string }
  | { ok: false; why: "not_allowed" | "no_such_address" | "cant_send" };

/** Mails a link that confirms an address. */
export const sendConfirmation = (db: Db, viewer: Viewer, id: number, emailKey: string, now: number) =>
  inTransaction<SendConfirmation>(db, async (tx) => {
    const person = await tx.selectFrom("user").select(["id", "name", "role"]).where("id", "=", id).executeTakeFirst();
    const addresses = await listAddresses(tx, id);
    if (!person || !maySendConfirmation(viewer, person, addresses)) return { ok: false, why: "not_allowed" };
    const address = addresses.find(({ key, isConfirmed }) => key === emailKey && !isConfirmed);
    if (!address) return { ok: false, why: "no_such_address" };
    const to = { userId: id, name: person.name, address: address.email };
    const sentTo = await planAccountMail(tx, "confirmation", to, "/login", now);
    return sentTo === null ? { ok: false, why: "cant_send" } : { ok: true, sentTo };
  });

/** Account changes that trigger a security notice to the owner, whether or not they made the change. */
const NOTICES: Partial<Record<NewSecurityEvent["kind"], string>> = {
  password_set: say.passwordWasChanged,
  invitation_used: say.passwordWasChanged,
  primary_address_changed: say.primaryAddressWasChanged,
  address_added: say.addressWasAdded,
  address_removed: say.addressWasRemoved,
};

/**
 * Queues a notice to every confirmed address of the person, and to the previous one. It describes the change without
 * the new address, because someone else may now read the old one.
 */
export async function planSecurityNotice(db: Db, event: NewSecurityEvent, now: number): Promise<void> {
  const change = NOTICES[event.kind];
  const userId = event.userId ?? null;
  if (change === undefined || userId === null) return;
  await inTransaction(db, async (tx) => {
    const person = await tx.selectFrom("user").select(["name", "state"]).where("id", "=", userId).executeTakeFirst();
    const sender = person?.state === "active" ? await senderForAccounts(tx) : undefined;
    if (!person || !sender) return;
    const own = (await listAddresses(tx, userId)).filter(({ isConfirmed }) => isConfirmed).map(({ email }) => email);
    const told = new Map([...own, ...formerAddress(event)].map((address) => [emailKeyOf(address), address]));
    const content = {
      ...{ subject: say.securitySubject, body: say.securityBody(plainMarkdown(person.name), change) },
      links: {},
    };
    for (const address of told.values()) {
      await planWritten(tx, { kind: "security", sender, taskId: null, to: { userId, address }, content }, now);
    }
  });
}

/** The log has "a@x.example → b@x.example" for another primary address, and the address that was removed. */
function formerAddress({ kind, details = {} }: NewSecurityEvent): string[] {
  const [before = ""] = (details.Address ?? "").split(" → ");
  return (kind === "primary_address_changed" || kind === "address_removed") && before.includes("@") ? [before] : [];
}
