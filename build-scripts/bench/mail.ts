import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Db } from "~/db/types";
import { openDatabase } from "../database";
import type { Desk } from "./desks";
import type { Served } from "./process";
import { client, quantile } from "./requests";

const { storeMail } = await import("~/features/mail/receiving/store-mail.server");
const { storeAt } = await import("~/features/files/file-destination.server");

/** Mails processed per second while someone opens the list again and again, and the milliseconds the list took. */
export type MailFigures = { perSecond: number; list: { p50: number; p99: number } };

const LOOK_MS = 250;
/** Senders: each may open thirty requests an hour. */
const MAILS_PER_SENDER = 20;

/** Stores `mails` unprocessed mails on a desk, then starts the product and measures until all are processed. */
export async function measureMail(desk: Desk, start: () => Promise<Served>, mails: number): Promise<MailFigures> {
  const db = await openDatabase(desk);
  try {
    await storeWaiting(db, desk, mails);
    const product = await start();
    const one = client(product.origin, { cookie: desk.cookie });
    const list: number[] = [];
    try {
      const begun = performance.now();
      const left = () =>
        db
          .selectFrom("inbound_mail")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("outcome", "is", null)
          .executeTakeFirstOrThrow();
      do {
        list.push(...(await one.often({ path: "/tasks" }, 5)));
        await setTimeout(LOOK_MS);
      } while (Number((await left()).count) > 0);
      const seconds = (performance.now() - begun) / 1000;
      return { perSecond: mails / seconds, list: { p50: quantile(list, 0.5), p99: quantile(list, 0.99) } };
    } finally {
      one.close();
      await product.stop();
    }
  } finally {
    await db.destroy();
  }
}

async function storeWaiting(db: Db, { dataDir }: Desk, mails: number) {
  const files = storeAt({ dataDir });
  const now = Date.now();
  const team = await db.selectFrom("team").select("id").orderBy("id").executeTakeFirstOrThrow();
  const server = JSON.stringify({ host: "127.0.0.1", port: 1, user: "", encryption: "none" });
  const { id: addressId } = await db
    .insertInto("mail_address")
    .values({
      ...{ address: "help@example.org", address_key: "help@example.org", team_id: team.id, way: "http" },
      ...{ unknown_senders: "anyone", incoming: server, outgoing: server, created_at: now, updated_at: now },
      options: JSON.stringify({ newPeoplePerHour: mails }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let n = 0; n < mails; n++) {
    const arrived = { addressId, way: "http", uid: null, envelope: null, wholeSize: null } as const;
    await storeMail(db, files, { ...arrived, source: Readable.from([Buffer.from(sourceOf(n))]) }, now);
  }
}

/** A short mail in text and HTML with a quotation, as most clients send it. */
const sourceOf = (n: number) =>
  [
    `From: Person ${Math.floor(n / MAILS_PER_SENDER)} <person${Math.floor(n / MAILS_PER_SENDER)}@one.example>`,
    "To: help@example.org",
    `Subject: The lamp on floor ${n} flickers`,
    `Message-ID: <bench${n}@one.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    `It began this morning, and number ${n} beside it goes dark.`,
    "",
    "On Monday, Ada wrote:",
    "> Which lamp is it?",
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "",
    `<div dir="ltr">It began this morning, and number ${n} beside it goes dark.</div><div class="gmail_quote">` +
      `<div class="gmail_attr">On Monday, Ada wrote:</div><blockquote>Which lamp is it?</blockquote></div>`,
    "--b--",
  ].join("\r\n");
