import type { Db } from "~/db/types";
import { composeWritten } from "~/features/mail/sending/compose-written.server";
import type { WrittenContent } from "~/features/mail/sending/written-mail";
import { NOON } from "../../support/factories";

const SENDER = {
  ...{ address: "help@example.org", plusArrives: true, origin: "https://desk.example.org" },
  nameOf: () => "IT-HELP",
};

/** Deliveries of these kinds with their content, oldest first. */
export async function queuedMail(db: Db, kinds: readonly string[]) {
  const rows = await db
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(["delivery.id", "delivery.outgoing_id", "delivery.user_id", "delivery.address"])
    .select(["outgoing_mail.kind", "outgoing_mail.task_id", "outgoing_mail.content"])
    .where("outgoing_mail.kind", "in", kinds)
    .orderBy("delivery.id")
    .execute();
  return rows.map(({ content, ...row }) => ({ ...row, ...(JSON.parse(content) as WrittenContent) }));
}

type Queued = Awaited<ReturnType<typeof queuedMail>>[number];

/** The source of a mail as the desk would send it, with encoded lines joined and headers unfolded. */
export async function sourceOf(db: Db, mail: Queued, now = NOON): Promise<string> {
  const { raw } = await composeWritten(db, mail, SENDER, now);
  return raw
    .toString()
    .replace(/=\r\n/g, "")
    .replace(/=3D/g, "=")
    .replace(/\r\n[ \t]+/g, " ");
}

export const headerIn = (source: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(source)?.[1]?.trim() ?? null;

/** The first link with a key in a mail: its path with query, and the key. */
export async function linkIn(db: Db, mail: Queued, now = NOON) {
  const [, path = "", key = ""] =
    /https:\/\/desk\.example\.org(\/login[\w/]*\?key=([\w.]+)[^\s")]*)/.exec(await sourceOf(db, mail, now)) ?? [];
  return { path, key };
}
