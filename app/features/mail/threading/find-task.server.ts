import type { Db } from "~/db/types";
import { lastOfMerges } from "~/features/tasks/follow-merges.server";
import { DAY_MS } from "~/lib/durations";
import { findByIds } from "./known-ids.server";
import { AGENT_ADDRESS_DAYS, keyIn, placeInId, readSignedKey, type SignedPlace } from "./signed-address.server";

/**
 * How mail was matched to a task.
 *
 * signed   the signed address of one person
 * ids      a Message-ID we know; `signed` then is the key in it, if it's ours
 * subject  `[#1042]`, which counts only for people on the task
 */
export type MatchedTask = {
  taskId: number;
  by: "signed" | "ids" | "subject";
  /** Who it was made for, of that address or of the message it answers. */
  signed: SignedPlace | null;
  /** Whether it answers a message of ours. */
  ours: boolean;
  isSpam: boolean;
};

export type Threading = {
  /** Every address the mail was for: To, Cc, Delivered-To and the like, and the envelope. */
  recipients: readonly string[];
  /** In-Reply-To and References, newest first. */
  references: readonly string[];
  subject: string;
  /** Whether the number in a subject counts: the sender's verdict is trusted. */
  trustsSubject: boolean;
};

const IN_SUBJECT = /\[#([1-9]\d{0,8})\]/;

/** The task a mail belongs to, in this order of trust; null for a new one. A merged task leads to the one it went into. */
export async function findTask(db: Db, mail: Threading, now: number): Promise<MatchedTask | null> {
  const signed = signedPlaceOf(mail.recipients, now);
  const known = signed ? null : await findByIds(db, mail.references);
  const answered = placeInId(mail.references[0] ?? "");
  const [, number] = (mail.trustsSubject && IN_SUBJECT.exec(mail.subject)) || [];
  const match: Omit<MatchedTask, "isSpam"> | null = signed
    ? { taskId: signed.taskId, by: "signed", signed, ours: true }
    : known
      ? { taskId: known.taskId, by: "ids", signed: placeInId(known.id), ours: known.ours }
      : answered
        ? { taskId: answered.taskId, by: "ids", signed: answered, ours: true }
        : number
          ? { taskId: Number(number), by: "subject", signed: null, ours: false }
          : null;
  const taskId = match && (await lastOfMerges(db, match.taskId));
  if (!match || taskId === null) return null;
  const { put_away: place } = await db
    .selectFrom("task")
    .select("put_away")
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  // Agents no longer look at a task in the trash, and a deleted one has nothing left.
  return place === "trash" || place === "deleted" ? null : { ...match, taskId, isSpam: place === "spam" };
}

/** The key in an address the mail was for. */
function signedPlaceOf(recipients: readonly string[], now: number): SignedPlace | null {
  for (const key of recipients.map(keyIn)) {
    const place = key ? readSignedKey(key) : null;
    if (place && (place.kind === "reply" || now < place.madeAt + (AGENT_ADDRESS_DAYS + 1) * DAY_MS)) return place;
  }
  return null;
}
