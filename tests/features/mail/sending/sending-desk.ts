import { Readable } from "node:stream";
import { simpleParser } from "mailparser";
import { expect, onTestFinished } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { processWaiting } from "~/features/mail/receiving/process-waiting.server";
import { storeMail } from "~/features/mail/receiving/store-mail.server";
import { mailJobs } from "~/features/mail/sending/mail-jobs.server";
import { sendDue } from "~/features/mail/sending/send-due.server";
import { openRelay } from "~/features/mail/transport/smtp-sender.server";
import type { Reply } from "~/features/tasks/task-schema";
import { MINUTE_MS } from "~/lib/durations";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aFileStore } from "../../../support/files";
import { aMailAddress } from "../../../support/mail";
import { startSmtpSink } from "../../../support/smtp-sink";

/** A desk that sends to a real mail server, with Rita's request "The printer is on fire" and the agent Ada. */
export async function sendingDesk(
  db: Db,
  { title = "The printer is on fire", address = "help@example.org", plusArrives = true } = {},
) {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const files = await aFileStore();
  const server = { host: "127.0.0.1", port: sink.port, user: "", encryption: "none" as const };
  const addressId = await aMailAddress(db, { address, outgoing: JSON.stringify(server), display_name: "IT-HELP" });
  const ada = await anAgent(db, { name: "Ada" });
  const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
  const { id } = await aTask(db, { requester: rita, title });
  await db.deleteFrom("job").where("kind", "=", "acknowledge").execute(); // acknowledgements have their own tests
  const failures: unknown[] = [];
  const during = { sent: async () => {}, isStopped: false };

  async function send(origin: string | null = "https://desk.example.org", failing: unknown[] = []) {
    const relay = openRelay({ ...server, auth: { password: "" } });
    const sender = { address, plusArrives, origin };
    const tried = await sendDue(db, "test", {
      store: files.store,
      relayOf: () => ({
        ...relay,
        async sendOne(mail) {
          const result = await relay.sendOne(mail);
          await during.sent();
          return result;
        },
      }),
      senderOf: () => ({ ...sender, nameOf: (author) => (author ? `${author} (IT-HELP)` : "IT-HELP") }),
      failed: (error) => void failures.push(error),
      stopped: () => during.isStopped,
    });
    relay.close();
    expect(failures.splice(0)).toEqual(failing);
    return tried;
  }

  return {
    ...{ sink, files, addressId, ada, rita, id, send },
    /** `sent` runs between the relay's answer and saving it; `isStopped` makes the process look like it's stopping. */
    during,
    reply: (body: string, more: Partial<Reply> = {}, at = NOON) =>
      replyToTask(db, ada, id, { body, requestKey: aKey(), ...more }, at),
    /** Runs the jobs that write mail. */
    doJobs: (now = NOON + 2 * MINUTE_MS) =>
      doDueJobs(db, mailJobs, now, (error) => {
        throw error;
      }),
    /** Sends what is due and returns the mail that arrived, sorted by recipient. */
    async sent(origin?: string | null) {
      const before = sink.messages.length;
      await send(origin);
      const arrived = sink.messages.slice(before);
      const parsed = await Promise.all(
        arrived.map(async ({ to, from, source }) => {
          const mail = await simpleParser(Buffer.from(source, "latin1"));
          if (mail.text) mail.text = mail.text.replace(/(?<=key=)[0-9a-f]{64}/g, "KEY");
          return { to: to[0] ?? "", from, source, mail };
        }),
      );
      return parsed.sort((one, other) => one.to.localeCompare(other.to));
    },
    async receive(source: string, at = Date.now()) {
      const arrived = { addressId, way: "listener", uid: null, envelope: null, wholeSize: null } as const;
      const mailFiles = { store: files.store, incoming: files.incoming };
      const stored = await storeMail(
        db,
        mailFiles,
        { ...arrived, source: Readable.from([Buffer.from(source.replaceAll("\n", "\r\n"))]) },
        at,
      );
      await processWaiting(db, mailFiles, "test", { failed: (error) => void failures.push(error) });
      expect(failures).toEqual([]);
      if (!stored.ok || stored.id === null) throw new Error("The mail wasn't stored.");
      const row = db.selectFrom("inbound_mail").select(["task_id", "reason"]).where("id", "=", stored.id);
      return row.executeTakeFirstOrThrow();
    },
    states: async () =>
      (await db.selectFrom("delivery").select(["address", "state", "status"]).orderBy("id").execute()).map(
        ({ address, state, status }) => `${address} ${state}${status === null ? "" : ` ${status}`}`,
      ),
  };
}

/** The unfolded value of a header; null if the mail doesn't have it. */
export const headerOf = (source: string, name: string) =>
  new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, "im")
    .exec(source)?.[1]
    ?.replace(/\r\n[ \t]+/g, " ")
    .trim() ?? null;
