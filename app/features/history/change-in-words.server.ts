import type { Db } from "~/db/types";
import { fieldLabel, formatFieldValue } from "~/features/tasks/field-labels";
import { allOf } from "~/lib/text";
import * as say from "./history-copy";

/** Longer values don't fit into a toast. */
const LENGTH = 80;

const eventsOf = (db: Db, taskId: number, changeSetId: number) =>
  db
    .selectFrom("event")
    .select(["field", "new_value", "actor_id"])
    .where("task_id", "=", taskId)
    .where("change_set_id", "=", changeSetId)
    .orderBy("id")
    .execute();

/** Describes a person's change to a task and its side effects: "Priority of #58 set to High". */
export async function changeInWords(db: Db, taskId: number, changeSetId: number, now: number): Promise<string> {
  const all = await eventsOf(db, taskId, changeSetId);
  return [wanted(all, taskId, now), ...effects(all, now)].join(". ");
}

/** Appends a change's side effects to a sentence about it: "Task assigned to you. Status: In progress". */
export async function withEffects(
  db: Db,
  said: string,
  { taskId, changeSetId, now }: { taskId: number; changeSetId: number | null; now: number },
): Promise<string> {
  const all = changeSetId === null ? [] : await eventsOf(db, taskId, changeSetId);
  return [said, ...effects(all, now)].join(". ");
}

type ChangeEvent = Awaited<ReturnType<typeof eventsOf>>[number];

const effects = (all: readonly ChangeEvent[], now: number) =>
  all.filter(({ actor_id }) => actor_id === null).map((event) => effectInWords(event, now));

/** One automatic change: "Status: In progress". */
export function effectInWords({ field, new_value }: Pick<ChangeEvent, "field" | "new_value">, now: number): string {
  const label = fieldLabel(field ?? "");
  return new_value === null ? say.effectRemoved(label) : say.effect(label, formatFieldValue(field, new_value, now));
}

function wanted(all: readonly ChangeEvent[], taskId: number, now: number): string {
  const events = all.filter(({ actor_id }) => actor_id !== null);
  const [first] = events;
  const value = formatFieldValue(first?.field ?? "", first?.new_value ?? "", now);
  const labels = events.map(({ field }) => fieldLabel(field ?? ""));
  const [label = ""] = labels;
  if (events.length > 1 || value.length > LENGTH) return say.fieldsChanged(allOf(labels), taskId);
  if (value === "") return say.fieldRemoved(label, taskId);
  return first?.field === "snooze" ? say.snoozed(taskId, value) : say.fieldSet(label, taskId, value);
}
