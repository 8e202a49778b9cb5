import type { Selectable } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Database, Db } from "~/db/types";
import { changeRecords, type NotAllowed } from "~/features/records/change-records.server";
import type { SecurityKind } from "~/features/security-log/security-kinds";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import {
  DEFAULT_TEMPLATES,
  TEMPLATE_KINDS,
  type TemplateKind,
  type TemplateText,
  templateName,
} from "./mail-templates";

/** Which template: `host` is empty for every site. */
export type TemplatePlace = { kind: TemplateKind; host: string };

type Row = Selectable<Database["mail_template"]>;

const customTemplates = (db: Db) => db.selectFrom("mail_template").selectAll().where("deleted_at", "is", null);

/** The template a site's mail uses: its own, else that of every site, else the default. */
export async function templateFor(db: Db, { kind, host }: TemplatePlace): Promise<TemplateText> {
  const rows = await customTemplates(db)
    .where("kind", "=", kind)
    .where("host", "in", ["", host])
    .orderBy("host", "desc")
    .execute();
  return rows[0] ?? DEFAULT_TEMPLATES[kind];
}

/** Days of waiting before a reminder, by host; "" for all other sites. 0 turns reminders off. */
export async function reminderDays(db: Db): Promise<Map<string, number>> {
  const rows = await customTemplates(db).where("kind", "=", "reminder").execute();
  return new Map([["", 0], ...rows.map(({ host, days }) => [host, days ?? 0] as const)]);
}

/** `version` 0 and no text of its own: it uses the text of every site, or the default. */
export type ListedTemplate = TemplateText & { kind: TemplateKind; days: number; version: number; isInherited: boolean };

/** The templates of a site, or of every site. For admins. */
export async function listTemplates(db: Db, host: string): Promise<ListedTemplate[]> {
  const rows = await customTemplates(db).where("host", "in", ["", host]).execute();
  return TEMPLATE_KINDS.map((kind) => listed(kind, host, rows));
}

export const readTemplate = async (db: Db, { kind, host }: TemplatePlace): Promise<ListedTemplate> =>
  listed(kind, host, await customTemplates(db).where("kind", "=", kind).where("host", "in", ["", host]).execute());

function listed(kind: TemplateKind, host: string, rows: readonly Row[]): ListedTemplate {
  const [own, general] = [host, ""].map((of) => rows.find((row) => row.kind === kind && row.host === of));
  const { subject, body } = own ?? general ?? DEFAULT_TEMPLATES[kind];
  const days = (own ?? general)?.days ?? 0;
  return { kind, subject, body, days, version: own?.version ?? 0, isInherited: !own && general !== undefined };
}

type Changed = { ok: true } | { ok: false; why: "changed" } | NotAllowed;

/** `version`: when the form was loaded. */
export type TemplateChange = TemplatePlace & TemplateText & { days: number; version: number };

export const saveTemplate = (db: Db, viewer: Viewer, change: TemplateChange, now: number) =>
  changeTemplate(db, viewer, "mail_template_changed", change, now, async (tx) => {
    const { kind, host, subject, body, days, version } = change;
    const before = await rowOf(tx, change);
    if ((before?.deleted_at === null ? before.version : 0) !== version) return false;
    const row = { subject, body, days: kind === "reminder" ? days : null, deleted_at: null };
    const next = (before?.version ?? 0) + 1;
    await tx
      .insertInto("mail_template")
      .values({ kind, host, ...row, version: next })
      .onConflict((conflict) => conflict.columns(["kind", "host"]).doUpdateSet({ ...row, version: next }))
      .execute();
    return true;
  });

/** Resets to the default, or for a site to the text of every site. The text stays stored for undo. */
export const resetTemplate = (db: Db, viewer: Viewer, place: TemplatePlace & { version: number }, now: number) =>
  changeTemplate(db, viewer, "mail_template_reset", place, now, async (tx) => {
    const row = await rowOf(tx, place);
    if (row?.deleted_at !== null || row.version !== place.version) return false;
    await setDeleted(tx, place, now);
    return true;
  });

/** Undoes `resetTemplate`, unless the template was saved again since. */
export const restoreTemplate = (db: Db, viewer: Viewer, place: TemplatePlace, now: number) =>
  changeTemplate(db, viewer, "mail_template_restored", place, now, async (tx) => {
    const row = await rowOf(tx, place);
    if (!row || row.deleted_at === null) return false;
    await setDeleted(tx, place, null);
    return true;
  });

/** Runs a change for an admin and logs it if it succeeds. */
const changeTemplate = (
  db: Db,
  viewer: Viewer,
  kind: SecurityKind,
  place: TemplatePlace,
  now: number,
  change: (tx: Tx) => Promise<boolean>,
) =>
  changeRecords<Changed>(db, viewer, { may: maySetUpDesk }, async (tx) => {
    if (!(await change(tx))) return { ok: false, why: "changed" };
    const details = { Of: templateName(place.kind, place.host) };
    await logSecurity(tx, { kind, actorId: viewer.id, details }, now);
    return { ok: true };
  });

const rowOf = (tx: Tx, { kind, host }: TemplatePlace) =>
  tx.selectFrom("mail_template").selectAll().where("kind", "=", kind).where("host", "=", host).executeTakeFirst();

const setDeleted = (tx: Tx, { kind, host }: TemplatePlace, deleted_at: number | null) =>
  tx
    .updateTable("mail_template")
    .set((eb) => ({ deleted_at, version: eb("version", "+", 1) }))
    .where("kind", "=", kind)
    .where("host", "=", host)
    .execute();
