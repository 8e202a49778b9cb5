import type { Db } from "~/db/types";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { MailAddress } from "../parsing/parsed-mail";
import { safeHeaderLine } from "./safe-header-line";

/** To and Cc of one copy. */
export type VisibleRecipients = Record<"to" | "cc", MailAddress[]>;

type Copy = { outgoingId: number; deliveryId: number; taskId: number };

/**
 * To and Cc as one recipient sees them. An address hidden from any recipient appears only in its owner's copy, so Reply
 * All can't reveal it. On our pages only agents see addresses, so an address is visible to
 *
 * - agents, - the requester, if they typed it to add its owner in cc, in which case they don't see the owner's name, -
 * everyone named in an email on this task that names it too.
 */
export async function visibleRecipients(db: Db, { outgoingId, deliveryId, taskId }: Copy): Promise<VisibleRecipients> {
  const rows = await db
    .selectFrom("delivery")
    .leftJoin("user", "user.id", "delivery.user_id")
    .leftJoin("participant", (join) =>
      join.onRef("participant.user_id", "=", "delivery.user_id").on("participant.task_id", "=", taskId),
    )
    .select(["delivery.id", "delivery.address", "delivery.address_key", "delivery.role"])
    .select(["user.name", "user.role as user_role", "participant.address as typed"])
    .where("delivery.outgoing_id", "=", outgoingId)
    .orderBy("delivery.id")
    .execute();
  const emails = rows.length > 1 ? await addressesOfEmails(db, taskId) : [];
  type Row = (typeof rows)[number];
  const knows = (reader: Row, { address_key, typed }: Row) =>
    reader.user_role === "agent" ||
    reader.user_role === "admin" ||
    (reader.role === "to" && typed !== null && emailKeyOf(typed) === address_key) ||
    emails.some((keys) => keys.has(address_key) && keys.has(reader.address_key));
  const shown = rows.filter(
    (row) => row.id === deliveryId || rows.every((other) => other === row || knows(other, row)),
  );
  const named = (role: "to" | "cc") =>
    shown
      .filter((row) => row.role === role)
      .map(({ address, name, typed }) => ({ address, name: typed === null ? safeHeaderLine(name ?? "") : "" }));
  const [to, cc] = [named("to"), named("cc")];
  return to.length > 0 ? { to, cc } : { to: cc, cc: [] }; // a mail without To looks like spam
}

/** For each email on a task, the addresses of its sender and recipients. */
async function addressesOfEmails(db: Db, taskId: number): Promise<Set<string>[]> {
  const emails = await db
    .selectFrom("message_email")
    .innerJoin("message", "message.id", "message_email.message_id")
    .select(["message_email.from_address", "message_email.recipients"])
    .where("message.task_id", "=", taskId)
    .where("message.kind", "=", "public")
    .execute();
  return emails.map(({ from_address, recipients }) => {
    const { to, cc }: VisibleRecipients = JSON.parse(recipients);
    return new Set([from_address, ...[...to, ...cc].map(({ address }) => address)].map(emailKeyOf));
  });
}
