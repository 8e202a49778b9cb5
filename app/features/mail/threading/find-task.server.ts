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
  /** Empty where its numbers don't count: the sender isn't proved. */
  subject: string;
  /** Whether the sender is on a task that their subject names, or works on it. */
  isPartOf: (taskId: number) => Promise<boolean>;
};

const IN_SUBJECT = /\[#([1-9]\d{0,8})\]/g;
/** Numbers of a subject that are looked up, from its end. */
const MOST_NUMBERS = 5;

type Match = Omit<MatchedTask, "isSpam">;

/** The task a mail belongs to, in this order of trust; null for a new one. A merged task leads to the one it went into. */
export async function findTask(db: Db, mail: Threading, now: number): Promise<MatchedTask | null> {
  const signed = signedPlaceOf(mail.recipients, now);
  if (signed) return openMatch(db, { taskId: signed.taskId, by: "signed", signed, ours: true });
  const known = await findByIds(db, mail.references);
  if (known) return openMatch(db, { taskId: known.taskId, by: "ids", signed: placeInId(known.id), ours: known.ours });
  const answered = placeInId(mail.references[0] ?? "");
  if (answered) return openMatch(db, { taskId: answered.taskId, by: "ids", signed: answered, ours: true });
  for (const taskId of numbersIn(mail.subject)) {
    const match = await openMatch(db, { taskId, by: "subject", signed: null, ours: false });
    if (match && (await mail.isPartOf(match.taskId))) return match;
  }
  return null;
}

/** The newest first: our own number is put after the ones that the sender or an earlier task left in the subject. */
const numbersIn = (subject: string) =>
  [...new Set([...subject.matchAll(IN_SUBJECT)].map(([, number]) => Number(number)).reverse())].slice(0, MOST_NUMBERS);

/** Where a match leads now; null for a task that is gone. */
async function openMatch(db: Db, match: Match): Promise<MatchedTask | null> {
  const taskId = await lastOfMerges(db, match.taskId);
  if (taskId === null) return null;
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
