import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { PAGE_ROWS } from "~/lib/page-cursor";
import { isBeside, readPage } from "~/lib/read-page.server";
import { reasonInWords } from "../mail-reasons";
import type { MailFilter, MailPlace } from "./mail-log";

const ALL: MailFilter = { outcome: null, address: null, sender: "" };

/** Received mail, newest first, a page at a time, in both directions. For admins. */
export const readMailLog = (db: Db, filter: MailFilter = ALL, place: MailPlace = null, limit = PAGE_ROWS) =>
  readMail(db, { ...filter, waits: false }, place, limit);

/** Mail in quarantine that no admin has handled. For admins. */
export const readQuarantine = (db: Db, place: MailPlace = null, limit = PAGE_ROWS) =>
  readMail(db, { ...ALL, outcome: "quarantined", waits: true }, place, limit);

type Asked = MailFilter & { waits: boolean };

async function readMail(db: Db, asked: Asked, place: MailPlace, limit: number) {
  const { rows, ...neighbours } = await readPage(place, limit, {
    back: "after",
    read: (from, most) => mailFrom(db, asked, from, most),
    cursorOf: ({ id }) => id,
  });
  const mail = rows.map(({ sha256, handled_at, reason, outcome, ...row }) => ({
    ...{ id: row.id, at: row.received_at, subject: row.subject, address: row.address, task: row.task_id },
    ...{ from: row.from_address, fromName: row.from_name, outcome: outcome ?? ("waiting" as const) },
    reason: reasonInWords(reason),
    hasSource: sha256 !== null,
    inQuarantine: outcome === "quarantined" && handled_at === null,
  }));
  return { mail, ...neighbours };
}

export type LoggedMail = Awaited<ReturnType<typeof readMail>>["mail"][number];

function mailFrom(db: Db, { outcome, address, sender, waits }: Asked, place: MailPlace, limit: number) {
  const way = place !== null && "after" in place ? "asc" : "desc";
  let mail = db
    .selectFrom("inbound_mail as mail")
    .innerJoin("mail_address", "mail_address.id", "mail.address_id")
    .select(["mail.id", "mail.received_at", "mail.from_name", "mail.from_address", "mail.subject", "mail.outcome"])
    .select(["mail.reason", "mail.task_id", "mail.sha256", "mail.handled_at", "mail_address.address"])
    .orderBy("mail.id", way)
    .limit(limit);
  if (outcome === "waiting") mail = mail.where("mail.outcome", "is", null);
  else if (outcome !== null) mail = mail.where("mail.outcome", "=", outcome);
  if (waits) mail = mail.where("mail.handled_at", "is", null);
  if (address !== null) mail = mail.where("mail.address_id", "=", address);
  if (sender !== "") {
    const like = sql.raw(engineOf(db) === "sqlite" ? "like" : "ilike");
    const pattern = `%${sender.replace(/[%_\\]/g, "\\$&")}%`;
    const has = (column: string) => sql<boolean>`${sql.ref(column)} ${like} ${pattern} escape '\\'`;
    mail = mail.where((eb) => eb.or([has("mail.from_address"), has("mail.from_name")]));
  }
  if (place) mail = mail.where(isBeside(place, ["mail.id"], (id) => [id]));
  return mail.execute();
}

/** Addresses to filter the log by, removed ones last. */
export async function loggedAddresses(db: Db) {
  const rows = await db
    .selectFrom("mail_address")
    .select(["id", "address"])
    .orderBy(sql`case when deleted_at is null then 0 else 1 end`)
    .orderBy("address_key")
    .orderBy("id")
    .execute();
  return rows;
}
