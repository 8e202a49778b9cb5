import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { processMail, waitingMail } from "~/features/mail/receiving/process-mail.server";
import { type MailFiles, storeMail } from "~/features/mail/receiving/store-mail.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";

const ADDRESS = "help@harbour.example";

/** A reply as Gmail sends it: the text, and the quoted message in a separate block. */
const answered = (html: string, quoted: string) =>
  `<div dir="ltr">${html}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Friday, Priya Nair wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">${quoted}</blockquote></div>`;

const mailFrom = (from: string, subject: string, html: string, more: readonly string[] = []) =>
  [
    ...[`From: ${from}`, `To: Harbour IT <${ADDRESS}>`, `Subject: ${subject}`, ...more],
    ...["MIME-Version: 1.0", "Content-Type: text/html; charset=utf-8", "", html, ""],
  ].join("\r\n");

/**
 * Mail without a mail server: a conversation by mail with a folded quotation, a reply that bounced, and a message in
 * quarantine. The address is paused, so nothing tries to connect.
 */
export async function fillMail(db: Db, files: MailFiles, priya: Viewer, now: number): Promise<void> {
  const team = await db.selectFrom("team").select("id").orderBy("id").executeTakeFirstOrThrow();
  const server = (port: number) =>
    JSON.stringify({ host: "mail.harbour.example", port, user: ADDRESS, encryption: "tls" });
  const { id: addressId } = await db
    .insertInto("mail_address")
    .values({
      ...{ address: ADDRESS, address_key: ADDRESS, team_id: team.id, display_name: "Harbour IT", is_sender: 1 },
      ...{ unknown_senders: "invited", way: "imap", incoming: server(993), outgoing: server(465) },
      ...{ paused: "The demo has no mail server.", paused_at: now, paused_by_admin: 1 },
      ...{ created_at: now, updated_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();

  async function arrives(source: string, at: number): Promise<number> {
    const mail = { addressId, way: "imap" as const, uid: null, envelope: null, wholeSize: null };
    await storeMail(db, files, { ...mail, source: oneChunk(source) }, at);
    const [row] = await waitingMail(db, 1, at);
    const outcome = row && (await processMail(db, files, row, at));
    return outcome?.taskId ?? 0;
  }

  async function answers(taskId: number, body: string, at: number, state: "sent" | "bounced", words: string) {
    const requestKey = crypto.randomUUID();
    const said = await replyToTask(db, priya, taskId, { body, requestKey, status: "waiting_requester" }, at);
    if (!said.ok) throw new Error(`Task ${taskId}: the reply wasn't sent.`);
    const settled = { state, words, try_at: null, first_tried_at: at, settled_at: at };
    await db.updateTable("delivery").set(settled).where("state", "=", "held").execute(); // the address is paused
  }

  const ingrid = "Ingrid Sørensen <ingrid@harbour.example>";
  const crane = await arrives(
    mailFrom(
      ingrid,
      "Display of crane 3 flickers",
      "<p>Since this morning the display in the cabin of <b>crane 3</b> flickers whenever the hoist starts.</p><p>Can someone look at it before the <i>Aurora</i> docks at 18:00?</p><p>Ingrid</p>",
      ["Message-ID: <crane-1@harbour.example>"],
    ),
    now - 7 * HOUR_MS,
  );
  const question = "Does it also flicker on battery power? If not, it's the converter, and we'll bring a spare.";
  await answers(crane, question, now - 6 * HOUR_MS, "sent", "250 2.0.0 Queued");
  await arrives(
    mailFrom(
      ingrid,
      `Re: Display of crane 3 flickers [#${crane}]`,
      answered("<p>No, on battery it's steady. So please bring the spare converter!</p>", `<p>${question}</p>`),
      [
        "Message-ID: <crane-2@harbour.example>",
        "In-Reply-To: <crane-1@harbour.example>",
        "References: <crane-1@harbour.example>",
      ],
    ),
    now - 5 * HOUR_MS,
  );

  const scanner = await arrives(
    mailFrom(
      "Pavel Novák <pavel@harbour.example>",
      "Scanner at gate 2 sends nothing",
      "<p>Scans from gate 2 haven't arrived in my mailbox since yesterday.</p>",
      ["Message-ID: <scanner-1@harbour.example>"],
    ),
    now - 4 * HOUR_MS,
  );
  const full = "552 5.2.2 The recipient's mailbox is full";
  await answers(scanner, "Your mailbox is nearly full. Please delete old scans.", now - 3 * HOUR_MS, "bounced", full);

  await arrives(
    mailFrom(
      "Billing <invoice@parcels.example>",
      "Your parcel is waiting",
      '<p>Pay the customs fee <a href="https://parcels.example/pay">here</a>.</p>',
    ),
    now - 2 * HOUR_MS,
  );
}

async function* oneChunk(source: string) {
  yield Buffer.from(source);
}
