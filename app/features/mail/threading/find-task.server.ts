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
  /** The person that the address, or the message it replies to, was made for. */
  signed: SignedPlace | null;
  /** Whether it replies to a message of ours. */
  ours: boolean;
  isSpam: boolean;
};

export type Threading = {
  /** Every recipient address: To, Cc, Delivered-To and similar headers, and the envelope. */
  recipients: readonly string[];
  /** In-Reply-To and References, newest first. */
  references: readonly string[];
  /** Empty for an unverified sender, whose task numbers don't count. */
  subject: string;
  /** Whether the sender is on a task that their subject names, or works on it. */
  isPartOf: (taskId: number) => Promise<boolean>;
};

const IN_SUBJECT = /\[#([1-9]\d{0,8})\]/g;
/** Maximum task numbers looked up in a subject, from its end. */
const MOST_NUMBERS = 5;

type Match = Omit<MatchedTask, "isSpam">;

/**
 * The task an email belongs to, by the most trusted match; null for a new one. For a merged task, returns its target.
 */
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

/** Newest first: our own number comes after those that the sender or an earlier task left in the subject. */
const numbersIn = (subject: string) =>
  [...new Set([...subject.matchAll(IN_SUBJECT)].map(([, number]) => Number(number)).reverse())].slice(0, MOST_NUMBERS);

/** The current task of a match; null if it was deleted or trashed. */
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

/** The key in a recipient address. */
function signedPlaceOf(recipients: readonly string[], now: number): SignedPlace | null {
  for (const key of recipients.map(keyIn)) {
    const place = key ? readSignedKey(key) : null;
    if (place && (place.kind === "reply" || now < place.madeAt + (AGENT_ADDRESS_DAYS + 1) * DAY_MS)) return place;
  }
  return null;
}
