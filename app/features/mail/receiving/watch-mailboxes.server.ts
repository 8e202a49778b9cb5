import { Readable } from "node:stream";
import type { Db } from "~/db/types";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { repeat } from "~/lib/repeat.server";
import { noteFailure, noteSuccess, pauseAfterRefusal } from "../addresses/address-health.server";
import { type MailAccount, mailAccounts } from "../addresses/mail-addresses.server";
import {
  type FetchedMessage,
  type MailboxConfig,
  type MailboxTiming,
  watchMailbox,
} from "../transport/imap-mailbox.server";
import type { MailServer } from "../transport/mail-server";
import type { MailboxCursor } from "../transport/mailbox-cursor";
import { type MailFiles, saveCursor, storeMail, storeUnfetched } from "./store-mail.server";

/** How long after a watcher dies another process takes over its mailbox. */
const LEASE_MS = 45_000;
const ROUND_MS = 10_000;

type Watched = { accountKey: string; abort: AbortController; ended: Promise<void> };

export type Watching = {
  serverOf: (account: MailAccount) => MailServer | null;
  failed: (error: unknown) => void;
  /** How often to check for changed addresses. */
  everyMs?: number;
  timing?: Partial<MailboxTiming>;
};

/** Watches every mailbox not watched by another process. `stop` resolves once all connections have ended. */
export function watchMailboxes(
  db: Db,
  files: MailFiles,
  holder: string,
  { serverOf, failed, everyMs = ROUND_MS, timing = {} }: Watching,
) {
  const watched = new Map<number, Watched>();
  let stopped = false;

  const leaseOf = (id: number): Lease => ({ name: `mailbox_${id}`, holder });

  async function look() {
    const accounts = await mailAccounts(db);
    const wanted = accounts.filter(({ way, paused }) => way === "imap" && paused === null);
    for (const [id, one] of watched) {
      const account = wanted.find((each) => each.id === id);
      if (account && keyOf(account) === one.accountKey && (await takeLease(db, leaseOf(id), Date.now(), LEASE_MS)))
        continue;
      one.abort.abort();
      await one.ended;
    }
    for (const account of wanted) {
      const server = watched.has(account.id) ? null : serverOf(account);
      if (stopped || !server || !(await takeLease(db, leaseOf(account.id), Date.now(), LEASE_MS))) continue;
      start(account, server);
    }
  }

  /** If a watch ends by itself, the next check restarts it. */
  function start(account: MailAccount, server: MailServer) {
    const abort = new AbortController();
    const ended = watch(account, server, abort.signal)
      .catch(failed)
      .finally(() => watched.delete(account.id));
    watched.set(account.id, { accountKey: keyOf(account), abort, ended });
  }

  async function watch(account: MailAccount, server: MailServer, signal: AbortSignal) {
    const row = await db.selectFrom("mail_address").select("cursor").where("id", "=", account.id).executeTakeFirst();
    const cursor = row?.cursor ? (JSON.parse(row.cursor) as MailboxCursor) : null;
    const end = await watchMailbox(
      { ...configOf(account, server), timing },
      cursor,
      {
        store: (message) => store(account, message),
        saveCursor: async (changed) => void (await saveCursor(db, account.id, changed)),
        succeeded(isSettled) {
          if (isSettled) noteSuccess(db, account.id, "in", Date.now()).catch(failed);
        },
        failed: ({ words }) => void noteFailure(db, account.id, "in", words, Date.now()).catch(failed),
      },
      signal,
    );
    if (end.outcome === "paused") await pauseAfterRefusal(db, account.id, end.words, Date.now());
    await returnLease(db, leaseOf(account.id));
  }

  async function store(account: MailAccount, message: FetchedMessage) {
    const uid = `${message.uidValidity}:${message.uid}`;
    if (message.part === "nothing") {
      const { size, cursor } = message;
      return storeUnfetched(db, { addressId: account.id, uid, size, cursor }, Date.now());
    }
    const source = Buffer.isBuffer(message.source) ? Readable.from([message.source]) : message.source;
    const stored = await storeMail(
      db,
      files,
      {
        ...{ addressId: account.id, way: "imap", uid, envelope: null, source },
        ...{ wholeSize: message.part === "headers" ? message.size : null, cursor: message.cursor },
      },
      Date.now(),
    );
    if (!stored.ok && stored.why !== "empty") throw stored.cause ?? new Error(stored.why);
  }

  const looking = repeat(look, { everyMs, firstMs: 0, failed });

  return {
    async stop() {
      stopped = true;
      await looking.stop();
      for (const { abort } of watched.values()) abort.abort();
      await Promise.all([...watched.values()].map(({ ended }) => ended));
    },
  };
}

/** Identifies the settings of a connection: if they change, it reconnects. */
const keyOf = ({ incoming, secrets, options }: MailAccount) => JSON.stringify([incoming, secrets, options]);

const configOf = ({ options }: MailAccount, server: MailServer): MailboxConfig => ({
  server,
  folder: "INBOX",
  after:
    options.afterProcessing === "move"
      ? { action: "move", folder: options.folder }
      : { action: options.afterProcessing },
  maxBytes: options.largestMib * 2 ** 20,
  firstDays: options.earlierDays,
});
