import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { databaseTrouble } from "~/db/database-errors.server";
import { db } from "~/db/db.server";
import { fileStore, incoming } from "~/features/files/files.server";
import { cannotSignIn } from "~/features/mail/addresses/addresses-copy";
import type { MailAccount } from "~/features/mail/addresses/mail-addresses.server";
import { mailNotifications } from "~/features/mail/notices/mail-notifications.server";
import { processWaiting } from "~/features/mail/receiving/process-waiting.server";
import type { MailFiles } from "~/features/mail/receiving/store-mail.server";
import { watchMailboxes } from "~/features/mail/receiving/watch-mailboxes.server";
import type { ComposeSender } from "~/features/mail/sending/compose-reply.server";
import { originOf } from "~/features/mail/sending/mail-to-requester.server";
import { sendDue } from "~/features/mail/sending/send-due.server";
import { incomingServer, outgoingServer } from "~/features/mail/transport/account-servers.server";
import { holdListener } from "~/features/mail/transport/hold-listener.server";
import { renewTokens } from "~/features/mail/transport/mail-tokens.server";
import { runSetupTests } from "~/features/mail/transport/run-setup-test.server";
import { openRelay, type SmtpRelay } from "~/features/mail/transport/smtp-sender.server";
import { readCatalogue } from "~/features/tasks/catalogue.server";
import { log, logTrouble } from "~/lib/log.server";
import { repeat } from "~/lib/repeat.server";
import { settings } from "~/lib/settings.server";

/* Fetches, processes and sends mail in the background of this process. Leases share the work among processes. */

const EVERY_MS = 1_000;
const TOKENS_EVERY_MS = 5_000;

function composeSender({ address, displayName, host, options, plusArrives }: MailAccount): ComposeSender {
  const desk = displayName || address;
  return {
    ...{ address, plusArrives, origin: originOf(host) },
    nameOf(author) {
      if (author === null || options.repliesShow === "desk") return desk;
      return options.repliesShow === "agent" ? author : `${author} (${desk})`;
    },
  };
}

/** Without its password, an attempt would look like a wrong one and pause the address. */
const mayTry = ({ canSignIn, outgoing }: MailAccount) => canSignIn || outgoing.user === "";

const relayAway: SmtpRelay = {
  sendOne: async () => ({ outcome: "away", words: cannotSignIn }),
  close() {},
};

function report(error: unknown) {
  const trouble = databaseTrouble(error);
  if (trouble) logTrouble(error, trouble);
  else log.error({ err: error }, "Mail couldn't be handled");
}

/** `stop` resolves within about a second: interrupted mail is sent again later, with the same Message-ID. */
export function startMail() {
  const holder = randomUUID();
  const files = { store: fileStore, incoming };
  const relays = new Map<number, { relay: SmtpRelay; settings: object }>();
  const notBefore = new Map<number, number>();
  const busy = new Set<number>();
  const sends = new Set<Promise<void>>();
  let stopped = false;
  const isStopped = () => stopped;

  /** One set of connections for each address, as long as its settings stay the same. */
  function relayOf(account: MailAccount): SmtpRelay {
    const { id, outgoing, secrets, canSignIn } = account;
    const settings = { outgoing, secrets, canSignIn };
    const open = relays.get(id);
    if (open && isDeepStrictEqual(open.settings, settings)) return open.relay;
    open?.relay.close(); // nothing is being sent: `busy` separates rounds of one address
    const relay = mayTry(account) ? openRelay(outgoingServer(db, account)) : relayAway;
    relays.set(id, { relay, settings });
    return relay;
  }

  async function work() {
    await readCatalogue(db);
    send();
    await processWaiting(db, files, holder, { failed: report, stopped: isStopped });
    await mailNotifications(db, holder, Date.now());
  }

  /** Not awaited by `work`: mail is processed while a slow server is sent to. */
  function send() {
    const sending = { store: fileStore, relayOf, senderOf: composeSender, failed: report, busy, stopped: isStopped };
    const sent: Promise<void> = sendDue(db, holder, sending)
      .then(() => {}, report)
      .finally(() => void sends.delete(sent));
    sends.add(sent);
  }

  const rounds = [
    repeat(work, { everyMs: EVERY_MS, failed: report }),
    repeat(() => runSetupTests(db, { holder }, Date.now()), { everyMs: EVERY_MS, failed: report, graceMs: GRACE_MS }),
    repeat(() => renewTokens(db, holder, { notBefore }, Date.now()), {
      ...{ everyMs: TOKENS_EVERY_MS, failed: report, graceMs: GRACE_MS },
    }),
    watchMailboxes(db, files, holder, {
      serverOf: (account) => incomingServer(db, account),
      failed: report,
    }),
    startListener(files, holder),
  ];
  return {
    async stop() {
      stopped = true;
      for (const { relay } of relays.values()) relay.close();
      await Promise.all([...rounds.map((round) => round?.stop()), ...sends]);
    },
  };
}

/** How long shutdown waits for a provider or mail server that doesn't respond. */
const GRACE_MS = 1_000;

/** Null without MAIL_LISTEN. */
function startListener(files: MailFiles, holder: string) {
  const { mailListen, authOrigin, dataDir } = settings();
  if (mailListen === null) return null;
  const name = authOrigin === null ? hostname() : new URL(authOrigin).hostname;
  return holdListener(db, files, holder, mailListen, { name, folder: join(dataDir, "mail-arriving"), failed: report });
}
