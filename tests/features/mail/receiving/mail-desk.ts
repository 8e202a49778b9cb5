import { Readable } from "node:stream";
import { expect } from "vitest";
import type { Db } from "~/db/types";
import { processWaiting } from "~/features/mail/receiving/process-waiting.server";
import { storeMail } from "~/features/mail/receiving/store-mail.server";
import type { ResolveDns } from "~/features/mail/receiving/trust.server";
import { aFileStore, type TestFileStore } from "../../../support/files";
import { aMailAddress } from "../../../support/mail";

type Wanted = {
  from?: string;
  to?: string;
  subject?: string;
  body?: string;
  headers?: readonly string[];
  html?: string;
};

let made = 0;

/** The source of a mail as a mail client writes it. */
export const rawMail = ({
  from = "Priya Nair <priya@one.example>",
  to = "help@example.org",
  subject = "The printer is on fire",
  html,
  body = html ?? "Smoke comes out of it.",
  headers = [`Message-ID: <m${++made}@one.example>`],
}: Wanted = {}) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...headers,
    "MIME-Version: 1.0",
    `Content-Type: text/${html === undefined ? "plain" : "html"}; charset=utf-8`,
    "",
    body,
  ].join("\r\n");

/** The header in which the trusted server of a `receivingDesk` desk vouches for a sender's domain. */
export const dmarcHeader = (domain: string, verdict = "pass") =>
  `Authentication-Results: mx.example.org; dmarc=${verdict} header.from=${domain}`;

/** A desk with one address, fed by the listener. Its trusted server is `mx.example.org`. `resolveDns` replaces DNS. */
export async function receivingDesk(db: Db, address: Parameters<typeof aMailAddress>[1] = {}, resolveDns?: ResolveDns) {
  const files: TestFileStore = await aFileStore();
  const mailFiles = { store: files.store, incoming: files.incoming };
  const addressId = await aMailAddress(db, { trusted_server: "mx.example.org", ...address });
  const failures: unknown[] = [];
  /** Receives mail and returns its log entries. */
  const receive = (...sources: string[]) => receiveAs({}, ...sources);
  /** Like `receive`, with the envelope's `from` and `to`, and the `wholeSize` of mail that was too large. */
  async function receiveAs(
    { from = "priya@one.example", to = [] as string[], wholeSize = null as number | null },
    ...sources: string[]
  ) {
    const ids: number[] = [];
    const envelope = to.length === 0 ? null : { from, to };
    for (const text of sources) {
      const arrived = { addressId, way: "listener", uid: null, envelope, wholeSize } as const;
      const mail = { ...arrived, source: Readable.from([Buffer.from(text)]) };
      const stored = await storeMail(db, mailFiles, mail, Date.now());
      if (!stored.ok || stored.id === null) throw new Error("The mail wasn't stored.");
      ids.push(stored.id);
    }
    const failed = (error: unknown) => void failures.push(error);
    await processWaiting(db, mailFiles, "test", { failed, ...(resolveDns && { resolveDns }) });
    expect(failures).toEqual([]);
    const rows = await db.selectFrom("inbound_mail").selectAll().where("id", "in", ids).orderBy("id").execute();
    return rows.map(({ outcome, reason, task_id, message_id }) => ({ outcome, reason, task_id, message_id }));
  }
  const messages = (taskId: number | null | undefined) =>
    db
      .selectFrom("message")
      .innerJoin("user", "user.id", "message.author_id")
      .select(["user.name", "message.body", "message.channel", "message.side"])
      .where("task_id", "=", taskId ?? 0)
      .orderBy("message.id")
      .execute();
  return { receive, receiveAs, messages, addressId, files: mailFiles };
}
