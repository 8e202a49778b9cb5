import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { ADDRESS_LIMITS } from "~/features/mail/addresses/addresses";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import type { Viewer } from "~/features/users/users";
import { findDovecot } from "../../build-scripts/steps/test-programs.mjs";
import { ENGINES } from "../support/database";
import { startDovecot } from "../support/dovecot";
import { aKey, anAgent, aRequester, aTask } from "../support/factories";
import { aMailAddress } from "../support/mail";
import { startServer, type TestServer } from "../support/server";
import { startSmtpSink } from "../support/smtp-sink";
import { seededRandom } from "./desk-under-load";

/*
 * Kills the server while it fetches, parses, stores and sends mail. Each received mail must be stored exactly once, and
 * each reply must reach its requester under one Message-ID. `npm run test:crash` kills it 100 times per engine.
 */

const KILLS = Math.min(100, Number(process.env.CRASH_KILLS ?? 5));
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const MAILS_PER_ROUND = 12;
/** Same value as in sending/send-due. */
const SENT_AT_ONCE = 3;
const SECRET = "a secret of the test that is long enough";

const program = findDovecot();

describe.skipIf(!program).each(ENGINES)("a server killed while it handles mail (%s)", (engine) => {
  test(`loses no mail and repeats only interrupted sends after ${KILLS} kills (seed ${SEED})`, {
    timeout: 120_000 + KILLS * 10_000,
  }, async () => {
    const random = seededRandom(SEED);
    const dovecot = await startDovecot(program ?? "");
    const sink = await startSmtpSink();
    const server = await startServer(engine, { SESSION_SECRET: SECRET, LOG_LEVEL: "error" });
    try {
      const local = { host: "127.0.0.1", encryption: "none" };
      await aMailAddress(server.db, {
        incoming: JSON.stringify({ ...local, port: dovecot.ports.imap, user: "help@example.org" }),
        outgoing: JSON.stringify({ ...local, port: sink.port, user: "" }),
        secrets: encryptSecrets({ imapPassword: dovecot.password }, SECRET),
        options: JSON.stringify({ newPeoplePerHour: ADDRESS_LIMITS.newPeoplePerHour }), // or later mail is quarantined
      });
      const cursor = () => server.db.selectFrom("mail_address").select("cursor").executeTakeFirst();
      await expect.poll(cursor).not.toEqual({ cursor: null }); // only later mail is fetched
      const ada = await anAgent(server.db);
      const arrived: string[] = [];
      const replies: string[] = [];
      const stored = async () => (await server.db.selectFrom("inbound_mail").select("id").execute()).length;
      for (let kill = 1; kill <= KILLS; kill++) {
        const before = await stored();
        const mailbox = await dovecot.client("help@example.org");
        for (let mail = 0; mail < MAILS_PER_ROUND; mail++) {
          const mark = `mail${arrived.length}x`;
          await mailbox.append("INBOX", sourceOf(mark, arrived, random));
          arrived.push(mark);
        }
        await mailbox.logout();
        replies.push(...(await answerSome(server, ada, kill)));
        // Every other round waits until some mail has arrived, which takes longer on a slow machine.
        if (kill % 2 === 0) await expect.poll(stored).toBeGreaterThan(before);
        await setTimeout(random() * 1_500);
        await server.kill();
        // Makes interrupted tries due now instead of after twenty minutes.
        await server.db.updateTable("delivery").set({ try_at: 0 }).where("try_at", "is not", null).execute();
        await server.db.deleteFrom("lease").execute();
        await server.restart();
      }
      // Makes mail with interrupted processing due now instead of after ten minutes.
      await server.db.updateTable("inbound_mail").set({ try_at: null }).where("outcome", "is", null).execute();

      const waiting = async () => {
        const rows = await server.db.selectFrom("inbound_mail").select("outcome").execute();
        const unsent = await server.db.selectFrom("delivery").select("id").where("try_at", "is not", null).execute();
        return { missing: arrived.length - rows.length, open: rows.filter((one) => !one.outcome).length, unsent };
      };
      // The backlog after many kills takes minutes on a busy machine.
      await expect.poll(waiting, { timeout: 60_000 + KILLS * 3_000 }).toEqual({ missing: 0, open: 0, unsent: [] });
      const messages = await server.db.selectFrom("message").select("body").execute();
      const timesKept = arrived.map((mark) => messages.filter(({ body }) => body.includes(mark)).length);
      expect(arrived.filter((_, at) => timesKept[at] !== 1)).toEqual([]);
      const outcomes = await server.db.selectFrom("inbound_mail").select("outcome").distinct().execute();
      expect(outcomes.filter(({ outcome }) => outcome !== "task" && outcome !== "reply")).toEqual([]);

      const copies = replies.map((mark) => sink.messages.filter(({ source }) => source.includes(mark)));
      expect(replies.filter((_, at) => copies[at]?.length === 0)).toEqual([]);
      const idsOf = (at: number) => new Set(copies[at]?.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]));
      expect(replies.filter((_, at) => idsOf(at).size !== 1)).toEqual([]);
      // Only copies cut off by a kill after the SMTP server took them may be sent twice.
      const sentAgain = copies.reduce((sum, { length }) => sum + length - 1, 0);
      expect(sentAgain).toBeLessThanOrEqual(KILLS * SENT_AT_ONCE);
      expect(server.output()).not.toContain('"level":"error"');
    } finally {
      await server.stop();
      await sink.stop();
      await dovecot.stop();
    }
  });
});

/** A new request, or an answer to an earlier mail. */
function sourceOf(mark: string, arrived: readonly string[], random: () => number): string {
  const answered = arrived.length > 0 && random() < 0.4 ? arrived[Math.floor(random() * arrived.length)] : undefined;
  const sender = `person${(answered ?? mark).replace(/\D/g, "")}@one.example`;
  return [
    `From: ${sender}`,
    "To: help@example.org",
    `Subject: ${answered ? `Re: ${answered}` : mark}`,
    `Message-ID: <${mark}@one.example>`,
    ...(answered ? [`In-Reply-To: <${answered}@one.example>`] : []),
    "",
    mark,
  ].join("\r\n");
}

/** Replies to three requests, with a mark in each reply. */
async function answerSome({ db }: TestServer, ada: Viewer, round: number): Promise<string[]> {
  const marks: string[] = [];
  for (const nth of [1, 2, 3]) {
    const requester = await aRequester(db, { email: `asks${round}.${nth}@one.example` });
    const { id } = await aTask(db, { requester });
    const mark = `reply${round}of${nth}x`;
    expect(await replyToTask(db, ada, id, { body: mark, requestKey: aKey() }, Date.now())).toMatchObject({ ok: true });
    marks.push(mark);
  }
  return marks;
}
