import { sql } from "kysely";
import { engineOf, isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import { isOpen, PRIORITIES, rankOf, statusesEverNamed, types } from "~/features/tasks/tasks";
import { findOnePerson } from "~/features/users/person-picker.server";
import { startOfDay } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";

/*
 * Past states of tasks. Within a transaction that is rolled back, temporary tables with the same names shadow the real
 * ones, so any query on tasks reads these copies. Undoing events, newest first, rewinds the copies.
 */

const COPIED = ["task", "task_tag", "task_field", "message", "participant", "watcher"] as const;

/**
 * Shadows the task tables with copies of these tasks until the transaction ends. Meanwhile nothing can be written to
 * the real tables.
 */
export async function copyTasks(tx: Tx, ids: readonly number[]): Promise<void> {
  const end = engineOf(tx) === "postgres" ? sql` on commit drop` : sql``;
  const chosen = sql.join(ids.map((id) => sql.lit(id)));
  for (const table of COPIED) {
    const key = sql.ref(table === "task" ? "id" : "task_id");
    await sql`create temporary table ${sql.table(table)}${end} as
      select * from ${sql.table(table)} where ${key} in (${chosen})`.execute(tx);
  }
}

export type PastEvent = Awaited<ReturnType<typeof readPast>>[number];

/** The events of these tasks since then, newest first. */
export const readPast = (tx: Tx, ids: readonly number[], from: number) =>
  tx
    .selectFrom("event")
    .leftJoin("message", "message.id", "event.message_id")
    .select([
      "event.id",
      "event.task_id",
      "event.kind",
      "event.field",
      "event.old_value",
      "event.new_value",
      "event.at",
    ])
    .select(["event.message_id", "event.via", "event.actor_id", "event.rule_run_id", "message.automated"])
    .where(isAmong(tx, "event.task_id", ids))
    .where("event.at", ">=", from)
    .orderBy("event.at", "desc")
    .orderBy("event.id", "desc")
    .execute();

/** Rewinds a copied task to before an event. Changes that history doesn't record stay. */
export async function rewind(tx: Tx, event: PastEvent): Promise<void> {
  if (event.message_id !== null && (event.kind === "replied" || event.kind === "noted")) {
    return withoutMessage(tx, event.task_id, event.message_id);
  }
  if (event.kind !== "changed" || event.field === null) return;
  const { field, old_value: was } = event;
  if (field === "tags") return setTags(tx, event.task_id, was);
  if (field === "participants") return setPerson(tx, "participant", event);
  if (field === "watchers") return setPerson(tx, "watcher", event);
  if (field.startsWith("field.")) return setField(tx, event.task_id, field.slice("field.".length), was);
  const set = await columnsBefore(tx, field, was);
  if (set) await tx.updateTable("task").set(set).where("id", "=", event.task_id).execute();
}

async function columnsBefore(tx: Tx, field: string, was: string | null) {
  switch (field) {
    case "title":
      return was === null ? null : { title: was };
    case "status": {
      const status = statusesEverNamed(was ?? "")[0]?.key;
      if (status === undefined) return null;
      return isOpen(status)
        ? { status, open: 1 as const, resolved_at: null, closed_at: null }
        : { status, open: 0 as const };
    }
    case "priority": {
      const priority = PRIORITIES.find(({ name }) => name === was)?.key;
      return priority ? { priority: rankOf(priority) } : null;
    }
    case "type": {
      const type = types().find(({ name }) => name === was)?.key;
      return type ? { type } : null;
    }
    case "team": {
      const team = await tx
        .selectFrom("team")
        .select("id")
        .where("name", "=", was ?? "")
        .executeTakeFirst();
      return team ? { team_id: team.id } : null;
    }
    case "assignee": {
      if (was === null) return { assignee_id: null };
      const person = await tx
        .selectFrom("user")
        .select("id")
        .where("name", "=", was)
        .where("role", "!=", "requester")
        .orderBy("id")
        .executeTakeFirst();
      return person ? { assignee_id: person.id } : null;
    }
    case "due":
      return { due_at: was ? startOfDay(was) : null };
    case "snooze": {
      const day = was ? startOfDay(was) : null;
      return { snooze_day: day, snoozed_until: day === null ? null : day + DAY_MS / 3 };
    }
    case "confidential":
      return { confidential: was === "yes" ? (1 as const) : (0 as const) };
    case "put_away":
      return { put_away: was === "trash" || was === "spam" ? (was as "trash" | "spam") : null };
    default:
      return null;
  }
}

async function setTags(tx: Tx, taskId: number, was: string | null): Promise<void> {
  await tx.deleteFrom("task_tag").where("task_id", "=", taskId).execute();
  const rows = (was ?? "").split(", ").flatMap((tag) => (tag === "" ? [] : { task_id: taskId, tag }));
  if (rows.length > 0) await tx.insertInto("task_tag").values(rows).execute();
}

/** History has people by name. */
async function setPerson(tx: Tx, table: "participant" | "watcher", event: PastEvent): Promise<void> {
  const { task_id, old_value: was, new_value: is, at } = event;
  const named = tx
    .selectFrom("user")
    .select("id")
    .where("name", "=", was ?? is ?? "");
  if (was === null) {
    await tx.deleteFrom(table).where("task_id", "=", task_id).where("user_id", "in", named).execute();
    return;
  }
  const person = await named.where("state", "!=", "merged").orderBy("id").executeTakeFirst();
  if (person) await tx.insertInto(table).values({ task_id, user_id: person.id, added_at: at }).execute();
}

/** History has fields by label, and options by theirs. */
async function setField(tx: Tx, taskId: number, label: string, was: string | null): Promise<void> {
  const field = await tx.selectFrom("custom_field").selectAll().where("label", "=", label).executeTakeFirst();
  if (!field) return;
  await tx.deleteFrom("task_field").where("task_id", "=", taskId).where("key", "=", field.key).execute();
  if (!was) return;
  const value = await valueShownAs(tx, field, was);
  if (value !== null) await tx.insertInto("task_field").values({ task_id: taskId, key: field.key, value }).execute();
}

/** The stored value of a field with this display text in history; null if unknown. */
async function valueShownAs(tx: Tx, field: { kind: string; options: string }, was: string): Promise<string | null> {
  const options = JSON.parse(field.options) as { key: string; label: string }[];
  const keyOf = (label: string) => options.find((option) => option.label === label)?.key ?? label;
  switch (field.kind) {
    case "boolean":
      return "1";
    case "select":
      return keyOf(was);
    case "multiselect":
      return JSON.stringify(was.split(", ").map(keyOf));
    case "user": {
      const person = await findOnePerson(tx, was);
      return person === null ? null : String(person);
    }
    default:
      return was;
  }
}

/** Removes a message and derives the task's times from the remaining ones. */
async function withoutMessage(tx: Tx, taskId: number, messageId: number): Promise<void> {
  await tx.deleteFrom("message").where("id", "=", messageId).execute();
  const left = await tx
    .selectFrom("message")
    .select(["side", "created_at", "automated"])
    .where("task_id", "=", taskId)
    .where("kind", "=", "public")
    .where("send_after", "is", null)
    .orderBy("created_at")
    .execute();
  const timesOf = (side: string) =>
    left.flatMap((message) => (message.side === side && message.automated === 0 ? message.created_at : []));
  const [agent, requester] = [timesOf("agent"), timesOf("requester")];
  const last = left.at(-1)?.created_at;
  await tx
    .updateTable("task")
    .set({
      ...(last !== undefined && { last_public_at: last }),
      ...{ last_agent_at: agent.at(-1) ?? null, first_responded_at: agent[0] ?? null },
      ...(requester.length > 0 && { last_requester_at: requester.at(-1) ?? null }),
    })
    .where("id", "=", taskId)
    .execute();
}
