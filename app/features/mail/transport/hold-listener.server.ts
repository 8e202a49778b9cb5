import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Db } from "~/db/types";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { MINUTE_MS } from "~/lib/durations";
import { repeat } from "~/lib/repeat.server";
import type { MailListen } from "~/lib/settings.server";
import { noteSuccess } from "../addresses/address-health.server";
import { ADDRESS_LIMITS } from "../addresses/addresses";
import { type MailAccount, mailAccounts } from "../addresses/mail-addresses.server";
import { PARSE_LIMITS } from "../parsing/parse-limits";
import { type MailFiles, storeMail } from "../receiving/store-mail.server";
import { withoutKey } from "../threading/signed-address.server";
import { listenForMail, type MailEnvelope, type MailListener, type Stored } from "./mail-listener.server";

/** How long after the listening process dies another one takes over. */
const LEASE_MS = 45_000;
const ROUND_MS = 10_000;
/** Retry interval for a port that isn't available. */
const RETRY_MS = MINUTE_MS;

export type HoldListener = {
  /** The name in the greeting. */
  name: string;
  /** Where messages wait while they arrive. */
  folder: string;
  failed: (error: unknown) => void;
};

/** Accepts mail from a mail server, in one process at a time. `stop` ends within two seconds. */
export function holdListener(
  db: Db,
  files: MailFiles,
  holder: string,
  listen: MailListen,
  { name, folder, failed }: HoldListener,
) {
  const lease: Lease = { name: "mail_listener", holder };
  let listener: MailListener | null = null;
  let stopped = false;

  async function close() {
    await listener?.close();
    listener = null;
  }

  /** Returns the time until the next check, if it differs from the default. */
  async function look(): Promise<number | undefined> {
    if (!(await takeLease(db, lease, Date.now(), LEASE_MS))) {
      await close();
      return;
    }
    if (listener || stopped) return;
    try {
      listener = await listenForMail({
        ...{ ...listen, name, folder, maxBytes: ADDRESS_LIMITS.largestMib * 2 ** 20 },
        isOurs: (address) => isOurs(db, address),
        store: (envelope, file) => storeForEach(db, files, envelope, file, Date.now()),
      });
    } catch (error) {
      await returnLease(db, lease); // the port may be free elsewhere
      failed(error);
      return RETRY_MS;
    }
  }

  const looking = repeat(look, { everyMs: ROUND_MS, firstMs: 0, failed });

  return {
    async stop() {
      stopped = true;
      await looking.stop();
      await close();
      await returnLease(db, lease);
    },
  };
}

const isListening = ({ way }: MailAccount) => way === "listener";

const accountOf = (accounts: readonly MailAccount[], recipient: string) =>
  accounts.find(({ addressKey }) => addressKey === emailKeyOf(recipient)) ??
  accounts.find(({ addressKey }) => addressKey === emailKeyOf(withoutKey(recipient)));

/** Rejects for a paused address: the other server keeps the message. */
async function isOurs(db: Db, recipient: string): Promise<boolean> {
  const account = accountOf((await mailAccounts(db)).filter(isListening), recipient);
  if (account && account.paused !== null) throw new Error("The address is paused.");
  return account !== undefined;
}

/** Stores the message once for each of our addresses it is for. Answers each recipient. */
async function storeForEach(
  db: Db,
  files: MailFiles,
  { from, to }: MailEnvelope,
  file: string,
  now: number,
): Promise<Stored[]> {
  const accounts = (await mailAccounts(db)).filter(isListening);
  const { size } = await stat(file);
  const results = new Map<MailAccount | undefined, Stored>([[undefined, "not_now"]]);
  const owners = to.map((recipient) => accountOf(accounts, recipient));
  for (const account of new Set(owners)) {
    if (!account) continue;
    const isTooLarge = size > account.options.largestMib * 2 ** 20;
    const stored = await storeMail(
      db,
      files,
      {
        ...{ addressId: account.id, way: "listener", uid: null, wholeSize: isTooLarge ? size : null },
        envelope: { from, to: to.filter((_, index) => owners[index] === account) },
        source: isTooLarge ? headersIn(file) : createReadStream(file),
      },
      now,
    );
    const isDone = stored.ok || stored.why === "empty";
    if (isDone) await noteSuccess(db, account.id, "in", now);
    results.set(account, isDone ? "stored" : "not_now");
  }
  return owners.map((account) => results.get(account) ?? "not_now");
}

async function* headersIn(file: string) {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(file, { end: PARSE_LIMITS.headerBytes - 1 })) pieces.push(piece);
  const start = Buffer.concat(pieces);
  const end = start.indexOf("\r\n\r\n");
  yield end < 0 ? start : start.subarray(0, end + 4);
}
