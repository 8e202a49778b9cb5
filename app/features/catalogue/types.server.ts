import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { PRIORITIES } from "~/features/tasks/tasks";
import type { Refusal } from "~/lib/refusal";
import * as say from "./catalogue-copy";
import type { Entry } from "./entries";
import type { CatalogueStore } from "./entries.server";
import { isInHistory, rename } from "./former-names.server";
import { tasksUsing } from "./tasks-using.server";
import { TYPE_LABELS, TYPE_LIMITS, type TypeFields, typeValue } from "./types";

type TypeEntry = Entry<TypeFields>;

async function list(db: Db): Promise<TypeEntry[]> {
  const rows = await db
    .selectFrom("task_type")
    .leftJoin("team", "team.id", "task_type.team_id")
    .selectAll("task_type")
    .select("team.name as team")
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("key")
    .execute();
  return rows.map((row) => ({
    key: row.key,
    enabled: row.enabled === 1,
    fields: {
      ...{ name: row.name, description: row.description, icon: row.icon, portal: row.portal_visible === 1 },
      ...{ team: row.team ?? "", priority: PRIORITIES.find(({ rank }) => rank === row.priority)?.key ?? "" },
      requesterSetsPriority: row.requester_sets_priority === 1,
      ...{ titleTemplate: row.title_template, bodyTemplate: row.body_template },
    },
  }));
}

const offersAnotherType = (all: readonly TypeEntry[], key: string | undefined) =>
  all.some((other) => other.key !== key && other.enabled && other.fields.portal);

async function errorsIn(tx: Tx, wanted: TypeFields, current: TypeEntry | null, all: readonly TypeEntry[]) {
  const errors: Refusal["errors"] = {};
  const unoffers = current?.enabled && current.fields.portal && !wanted.portal;
  if (unoffers && !offersAnotherType(all, current.key)) errors.portal = [say.lastTypeForRequesters];
  if (wanted.team !== "" && wanted.team !== current?.fields.team) {
    const team = tx.selectFrom("team").select("id").where("name", "=", wanted.team).where("archived_at", "is", null);
    if (!(await team.executeTakeFirst())) errors.team = [say.noSuchTeam];
  }
  return errors;
}

async function columnsOf(tx: Tx, _key: string, fields: TypeFields) {
  const team = await tx.selectFrom("team").select("id").where("name", "=", fields.team).executeTakeFirst();
  return {
    ...{ name: fields.name, description: fields.description, icon: fields.icon },
    portal_visible: fields.portal ? (1 as const) : (0 as const),
    team_id: team?.id ?? null,
    priority: PRIORITIES.find(({ key }) => key === fields.priority)?.rank ?? null,
    requester_sets_priority: fields.requesterSetsPriority ? (1 as const) : (0 as const),
    ...{ title_template: fields.titleTemplate, body_template: fields.bodyTemplate },
  };
}

async function whyNeeded(_: Db, { key, fields }: TypeEntry, all: readonly TypeEntry[]): Promise<string | null> {
  return fields.portal && !offersAnotherType(all, key) ? say.lastTypeForRequesters : null;
}

async function usedBy(db: Db, { key, fields }: TypeEntry): Promise<string | null> {
  const tasks = await tasksUsing(db, "type", key);
  if (tasks) return tasks;
  const custom = await db
    .selectFrom("custom_field")
    .select(["types", "show_if"])
    .where("deleted_at", "is", null)
    .execute();
  const asks = (condition: { field: string; value?: string } | null) =>
    condition?.field === "type" && condition.value === key;
  const isNamed = custom.some(
    ({ types, show_if }) =>
      (JSON.parse(types) as string[]).includes(key) || asks(show_if === null ? null : JSON.parse(show_if)),
  );
  if (isNamed) return say.fieldsDependOnIt;
  const told = await isInHistory(db, { table: "task_type", key }, fields.name, ["type"]);
  return told ? say.historyMentionsIt : null;
}

export const TYPES: CatalogueStore<TypeFields> = {
  ...{ section: "types", table: "task_type", limit: TYPE_LIMITS.types, reserved: ["any", "none"] },
  ...{ labels: TYPE_LABELS, inWords: typeValue, nameOf: ({ name }) => name },
  ...{ list, errorsIn, columnsOf, whyNeeded, usedBy },
  written: async (tx, key, { name }, before) => {
    if (before) await rename(tx, { table: "task_type", key }, before.name, name);
  },
};
