import { sql } from "kysely";
import type { Db } from "~/db/types";
import { listFields } from "~/features/custom-fields/custom-fields.server";
import { fieldName, isFieldName } from "~/features/custom-fields/field-name";
import { type FieldDefinition, maySeeField } from "~/features/custom-fields/field-rules";
import { shownValue } from "~/features/custom-fields/field-values";
import { isShown, ownValue } from "~/lib/field-visibility";
import type { ListedTask } from "./listed-tasks.server";

/** By name of a field what a list says of it; nothing for a field without a value. */
export type FieldTexts = Readonly<Record<string, string>>;

/** So much of a value stands in a list; all of it is on the page of the task. */
const ROOM = 80;

/** The fields in use among these columns. Where none is chosen nothing is asked. */
export async function chosenFields(db: Db, keys: readonly string[] | undefined): Promise<FieldDefinition[]> {
  if (!keys?.some(isFieldName)) return [];
  return (await listFields(db)).filter(({ key }) => keys.includes(fieldName(key)));
}

/**
 * The same tasks, with what they have in these fields as far as their page shows it: of a task that the viewer does not work
 * on, what its requester reads. `forFile`: in full, with days and times in ISO 8601.
 */
export async function withFields<Task extends ListedTask>(
  db: Db,
  tasks: Task[],
  fields: readonly FieldDefinition[],
  { forFile = false } = {},
): Promise<(Task & { fields?: FieldTexts })[]> {
  if (tasks.length === 0 || fields.length === 0) return tasks;
  const ids = tasks.map(({ id }) => id);
  const values = await readValues(db, ids, fields, forFile);
  return tasks.map((task) => {
    const known = values.get(task.id);
    if (!known) return task;
    const texts = fields.flatMap((field) => {
      const text = ownValue(known.texts, field.key) ?? "";
      const isTold = text !== "" && maySeeField(field, task.inner !== null) && isShown(field, known.type, known.stored);
      return isTold ? [[fieldName(field.key), forFile ? text : shortened(text)]] : [];
    });
    return { ...task, fields: Object.fromEntries(texts) };
  });
}

/** Of each task that has any: its type, its values in these fields and those they depend on, and the same in words. */
async function readValues(db: Db, ids: readonly number[], fields: readonly FieldDefinition[], forFile: boolean) {
  const keys = new Set(fields.flatMap(({ key, showIf }) => (showIf ? [key, showIf.field] : [key])));
  const rows = await db
    .selectFrom("task_field")
    .innerJoin("task", "task.id", "task_field.task_id")
    .innerJoin("custom_field", "custom_field.key", "task_field.key")
    .select(["task_field.task_id", "task_field.key", "task_field.value", "task.type", PERSON])
    .where("task_field.task_id", "in", ids)
    .where("task_field.key", "in", [...keys])
    .execute();
  const tasks = new Map<number, { type: string; stored: Record<string, string>; texts: Record<string, string> }>();
  for (const { task_id, key, value, type, person } of rows) {
    const field = fields.find((one) => one.key === key);
    const task = tasks.get(task_id) ?? { type, stored: Object.create(null), texts: Object.create(null) };
    task.stored[key] = value;
    const isIso = forFile && (field?.kind === "date" || field?.kind === "datetime");
    if (field) task.texts[key] = person ?? (isIso ? value : shownValue(field, value));
    tasks.set(task_id, task);
  }
  return tasks;
}

/** Whoever is meant, by name, as people stand in lists. */
const PERSON = sql<string | null>`case when custom_field.kind = 'user' then
  (select "user".name from "user" where "user".id = cast(task_field.value as integer)) end`.as("person");

function shortened(text: string) {
  const signs = [...text.slice(0, 2 * ROOM + 1)]; // a sign is one or two long: still more than there is room for
  return signs.length <= ROOM ? text : `${signs.slice(0, ROOM).join("")}…`;
}
