import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "~/db/types";
import type { NotWritten } from "~/features/files/disk-errors.server";
import { limiterPerKey, TooManyWaiting } from "~/lib/concurrency-limit";
import { MINUTE_MS } from "~/lib/durations";
import { noteSuccess } from "../addresses/address-health.server";
import { type MailAccount, mailAccounts } from "../addresses/mail-addresses.server";
import { type MailFiles, storeMail } from "../receiving/store-mail.server";

/** A message posted to /api/mail/{key}. */
export type PostedMail = {
  key: string;
  /** Unix seconds, as sent. */
  timestamp: string | null;
  /** "v1=" and a hex HMAC-SHA-256 over the timestamp, a dot and the body. */
  signature: string | null;
  /** Bytes as announced; null if they aren't. */
  length: number | null;
  body: AsyncIterable<Uint8Array> | null;
};

/** `not_now`: the address is paused, or its signing secret can't be read. The sender keeps the message. */
type Refused = "unsigned" | "too_large" | "too_slow" | "too_many" | "empty" | "not_now" | NotWritten;
export type ReceivedByHttp = { ok: true } | { ok: false; why: Refused };

const SIGNATURE_LASTS_MS = 5 * MINUTE_MS;

/** A message takes longer than this only if its sender stalls, perhaps to block others. */
const DEADLINE_MS = 2 * MINUTE_MS;

/** Messages of one key that arrive at once, in this process. */
const inTurnOf = limiterPerKey<string>(2, 0);

/**
 * Stores a message as it arrives, and keeps it only if the signature is valid. An unknown key is refused like an
 * invalid signature. Sending again is safe: processing recognises duplicates.
 */
export async function receiveByHttp(
  db: Db,
  files: MailFiles,
  posted: PostedMail,
  now: number,
  deadlineMs = DEADLINE_MS,
): Promise<ReceivedByHttp> {
  const signature = /^v1=([0-9a-f]{64})$/i.exec(posted.signature ?? "")?.[1];
  if (!signature || !isRecent(posted.timestamp, now)) return { ok: false, why: "unsigned" };
  const [account] = /^[\w-]+$/.test(posted.key) ? await mailAccounts(db, { httpKey: posted.key }) : [];
  if (!account) return { ok: false, why: "unsigned" };
  if (account.paused !== null || !account.secrets?.httpSecret) return { ok: false, why: "not_now" };
  if ((posted.length ?? 0) > largestBytes(account)) return { ok: false, why: "too_large" };
  try {
    const body = posted.body && inTime(posted.body, deadlineMs);
    const mail = { ...posted, body };
    return await inTurnOf(posted.key, () => receive(db, files, mail, account, Buffer.from(signature, "hex"), now));
  } catch (error) {
    if (error instanceof TooManyWaiting) return { ok: false, why: "too_many" };
    throw error;
  }
}

const isRecent = (timestamp: string | null, now: number) =>
  /^\d{1,12}$/.test(timestamp ?? "") && Math.abs(Number(timestamp) * 1_000 - now) <= SIGNATURE_LASTS_MS;

const largestBytes = ({ options }: MailAccount) => options.largestMib * 2 ** 20;

class Refusal extends Error {
  override name = "Refusal";
  constructor(readonly why: "unsigned" | "too_large" | "too_slow") {
    super(why);
  }
}

/** Fails if not all chunks arrive by the deadline, even if none arrive at all. */
async function* inTime<T>(chunks: AsyncIterable<T>, deadlineMs: number): AsyncGenerator<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal("too_slow")), deadlineMs).unref();
  });
  late.catch(() => {}); // the request may have ended already
  try {
    const iterator = chunks[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([iterator.next(), late]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
  }
}

async function receive(
  db: Db,
  files: MailFiles,
  { timestamp, body }: PostedMail,
  account: MailAccount,
  signature: Buffer,
  now: number,
): Promise<ReceivedByHttp> {
  const hmac = createHmac("sha256", account.secrets?.httpSecret ?? "").update(`${timestamp}.`);
  /** Fails at its end if the signature is invalid, so that nothing is kept. */
  async function* checked() {
    let size = 0;
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > largestBytes(account)) throw new Refusal("too_large");
      hmac.update(chunk);
      yield chunk;
    }
    if (!timingSafeEqual(hmac.digest(), signature)) throw new Refusal("unsigned");
  }
  const arrived = { addressId: account.id, way: "http" as const, uid: null, envelope: null, wholeSize: null };
  try {
    const stored = await storeMail(db, files, { ...arrived, source: checked() }, now);
    if (!stored.ok) return { ok: false, why: stored.why };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, why: error.why };
    throw error;
  }
  await noteSuccess(db, account.id, "in", now);
  return { ok: true };
}
