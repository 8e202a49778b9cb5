import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { addPausing, changePausing } from "~/features/service-levels/pausing-versions.server";
import type { Refusal } from "~/lib/refusal";
import { allOf } from "~/lib/text";
import * as say from "./catalogue-copy";
import type { Entry } from "./entries";
import type { CatalogueStore } from "./entries.server";
import { isInHistory, rename } from "./former-names.server";
import {
  CATEGORY_NAMES,
  RESERVED_KEYS,
  STATUS_LABELS,
  STATUS_LIMITS,
  type StatusFields,
  statusValue,
} from "./statuses";
import { tasksUsing } from "./tasks-using.server";

type StatusEntry = Entry<StatusFields>;

async function list(db: Db): Promise<StatusEntry[]> {
  const rows = await db
    .selectFrom("status")
    .selectAll()
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("key")
    .execute();
  return rows.map((row) => ({
    key: row.key,
    enabled: row.enabled === 1,
    fields: {
      ...{ name: row.name, requesterName: row.requester_name, category: row.category, awaits: row.awaits },
      ...{ pausesResolution: row.pauses_resolution === 1, colour: row.colour, isDefault: row.is_default === 1 },
    },
  }));
}

async function errorsIn(_: Tx, wanted: StatusFields, current: StatusEntry | null) {
  const errors: Refusal["errors"] = {};
  if (current && wanted.category !== current.fields.category) errors.category = [say.categoryCannotChange];
  if (current?.fields.isDefault && !wanted.isDefault) {
    errors.isDefault = [say.categoryNeedsDefault];
  }
  return errors;
}

const columnsOf = async (_tx: Tx, _key: string, fields: StatusFields) => ({
  name: fields.name,
  requester_name: fields.requesterName,
  category: fields.category as "new",
  awaits: fields.awaits as "us",
  pauses_resolution: fields.pausesResolution ? (1 as const) : (0 as const),
  is_default: fields.isDefault ? (1 as const) : (0 as const),
  colour: fields.colour,
});

/** Makes this the only default of its category. A default is always offered. */
async function makeDefault(tx: Tx, key: string, { isDefault, category }: StatusFields) {
  if (!isDefault) return;
  const others = tx
    .updateTable("status")
    .set({ is_default: 0 })
    .where("category", "=", category as "new");
  await others.where("key", "!=", key).execute();
  await tx.updateTable("status").set({ enabled: 1 }).where("key", "=", key).execute();
}

async function written(tx: Tx, key: string, fields: StatusFields, before: StatusFields | null, now: number) {
  const { pausesResolution } = fields;
  await (before ? changePausing(tx, key, pausesResolution, now) : addPausing(tx, key, pausesResolution, now));
  if (before) await rename(tx, { table: "status", key }, before.name, fields.name);
  await makeDefault(tx, key, fields);
}

async function whyNeeded(db: Db, { key, fields }: StatusEntry): Promise<string | null> {
  if (fields.isDefault) {
    const category = CATEGORY_NAMES[fields.category as keyof typeof CATEGORY_NAMES];
    return say.isCategoryDefault(category);
  }
  const teams = await db.selectFrom("team").select("name").where("after_reply", "=", key).orderBy("name").execute();
  if (teams.length === 0) return null;
  return say.setByReply(allOf(teams.map(({ name }) => name)), fields.name);
}

async function usedBy(db: Db, { key, fields }: StatusEntry): Promise<string | null> {
  const tasks = await tasksUsing(db, "status", key);
  if (tasks) return tasks;
  const macros = await db.selectFrom("macro").select("actions").execute();
  if (macros.some(({ actions }) => (JSON.parse(actions) as { status?: string }).status === key)) return say.macrosSetIt;
  const held = await db
    .selectFrom("message")
    .select("id")
    .where("send_after", "is not", null)
    .where((eb) => eb.or([eb("send_status", "=", key), eb("send_from", "=", key)]))
    .limit(1)
    .executeTakeFirst();
  if (held) return say.pendingRepliesSetIt;
  const told = await isInHistory(db, { table: "status", key }, fields.name, ["status", "status_kept"]);
  if (told) return say.historyMentionsIt;
  const bulk = await db
    .selectFrom("bulk_change")
    .select("id")
    .where("wanted", "like", `%"status":"${key}"%`)
    .limit(1)
    .executeTakeFirst();
  return bulk ? say.bulkChangeUsesIt : null;
}

export const STATUSES: CatalogueStore<StatusFields> = {
  ...{ section: "statuses", table: "status", limit: STATUS_LIMITS.statuses, reserved: RESERVED_KEYS },
  ...{ labels: STATUS_LABELS, inWords: statusValue, nameOf: ({ name }) => name },
  // Keys reach requesters' browsers, so derive them from the name requesters see, not from the internal one.
  keyText: ({ requesterName }) => requesterName,
  ...{ list, errorsIn, columnsOf, written, whyNeeded, usedBy },
};
