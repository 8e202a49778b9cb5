import { Readable } from "node:stream";
import type { Db } from "~/db/types";
import { type Lease, returnLease, takeLease } from "~/features/jobs/lease.server";
import { repeat } from "~/lib/repeat.server";
import { type MailAccount, mailAccounts } from "../addresses/mail-addresses.server";
import { type FetchedMessage, type MailboxConfig, watchMailbox } from "../transport/imap-mailbox.server";
import type { MailServer } from "../transport/mail-server";
import type { MailboxCursor } from "../transport/mailbox-cursor";
import { type MailFiles, saveCursor, storeMail } from "./store-mail.server";

/** Another process takes a mailbox over this long after its watcher died. */
const LEASE_MS = 45_000;
const ROUND_MS = 10_000;

type Watched = { accountKey: string; abort: AbortController; ended: Promise<void> };

export type Watching = {
  serverOf: (account: MailAccount) => MailServer | null;
  /** Called once a message is stored. */
  stored: () => void;
  failed: (error: unknown) => void;
};

/** Watches every mailbox that no other process watches. `stop` resolves once all connections have ended. */
export function watchMailboxes(db: Db, files: MailFiles, holder: string, watching: Watching) {
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
      watched.delete(id);
    }
    for (const account of wanted) {
      const server = watched.has(account.id) ? null : watching.serverOf(account);
      if (stopped || !server || !(await takeLease(db, leaseOf(account.id), Date.now(), LEASE_MS))) continue;
      const abort = new AbortController();
      const ended = watch(account, server, abort.signal).catch(watching.failed);
      watched.set(account.id, { accountKey: keyOf(account), abort, ended });
    }
  }

  async function watch(account: MailAccount, server: MailServer, signal: AbortSignal) {
    const row = await db.selectFrom("mail_address").select("cursor").where("id", "=", account.id).executeTakeFirst();
    const cursor = row?.cursor ? (JSON.parse(row.cursor) as MailboxCursor) : null;
    const end = await watchMailbox(
      configOf(account, server),
      cursor,
      {
        store: (message) => store(account, message),
        saveCursor: async (changed) => void (await saveCursor(db, account.id, changed)),
        succeeded: () => void noteSuccess(db, account.id, Date.now()).catch(watching.failed),
        failed: ({ words }) => void noteFailure(db, account.id, words, Date.now()).catch(watching.failed),
      },
      signal,
    );
    if (end.outcome === "paused") await pause(db, account.id, end.words, Date.now());
    await returnLease(db, leaseOf(account.id));
  }

  async function store(account: MailAccount, message: FetchedMessage) {
    if (message.part === "nothing") {
      await noteFailure(db, account.id, message.words, Date.now());
      await saveCursor(db, account.id, message.cursor);
      return;
    }
    const source = Buffer.isBuffer(message.source) ? Readable.from([message.source]) : message.source;
    const stored = await storeMail(
      db,
      files,
      {
        ...{ addressId: account.id, way: "imap", uid: `${message.uidValidity}:${message.uid}`, envelope: null, source },
        ...{ wholeSize: message.part === "headers" ? message.size : null, cursor: message.cursor },
      },
      Date.now(),
    );
    if (!stored.ok && stored.why !== "empty") throw stored.cause ?? new Error(stored.why);
    watching.stored();
  }

  const looking = repeat(look, { everyMs: ROUND_MS, firstMs: 0, failed: watching.failed });

  return {
    async stop() {
      stopped = true;
      await looking.stop();
      for (const { abort } of watched.values()) abort.abort();
      await Promise.all([...watched.values()].map(({ ended }) => ended));
    },
  };
}

/** A changed setting means a new connection. */
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

export const noteSuccess = (db: Db, id: number, now: number) =>
  db
    .updateTable("mail_address")
    .set({ received_at: now, succeeded_at: now, failed_at: null, failure: null, told_at: null })
    .where("id", "=", id)
    .execute();

/** Keeps when the failure began, and the newest words. */
export const noteFailure = (db: Db, id: number, words: string, now: number) =>
  db
    .updateTable("mail_address")
    .set((eb) => ({ failed_at: eb.fn.coalesce("failed_at", eb.val(now)), failure: words.slice(0, 500) }))
    .where("id", "=", id)
    .execute();

const pause = (db: Db, id: number, words: string, now: number) =>
  db
    .updateTable("mail_address")
    .set({ paused: words.slice(0, 500), paused_at: now })
    .where("id", "=", id)
    .execute();
