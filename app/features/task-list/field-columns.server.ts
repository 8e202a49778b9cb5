import { sql } from "kysely";
import type { Db } from "~/db/types";
import { listFields } from "~/features/custom-fields/custom-fields.server";
import { fieldName, isFieldName } from "~/features/custom-fields/field-name";
import { type FieldDefinition, maySeeField } from "~/features/custom-fields/field-rules";
import { shownValue } from "~/features/custom-fields/field-values";
import { isShown, ownValue } from "~/lib/field-visibility";
import type { ListedTask } from "./listed-tasks.server";

/** Field values as text, by field name; no entry for an empty field. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Most code points of a value in a list; the task page shows all of it. */
const ROOM = 80;

/** Custom fields in use among these columns. Skips the read when no field is chosen. */
export async function chosenFields(db: Db, keys: readonly string[] | undefined): Promise<FieldDefinition[]> {
  if (!keys?.some(isFieldName)) return [];
  return (await listFields(db)).filter(({ key }) => keys.includes(fieldName(key)));
}

/**
 * Adds field values, as far as the task page shows them: without agent access, only what the requester sees. `forFile`: in
 * full, with days and times in ISO 8601.
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

/** Reads per task: its type, the values of these fields and of fields they depend on, and the values as text. */
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

/** Name of the person in a field of kind `user`. */
export const PERSON = sql<string | null>`case when custom_field.kind = 'user' then
  (select "user".name from "user" where "user".id = cast(task_field.value as integer)) end`.as("person");

function shortened(text: string) {
  const signs = [...text.slice(0, 2 * ROOM + 1)]; // a code point is at most two UTF-16 units
  return signs.length <= ROOM ? text : `${signs.slice(0, ROOM).join("")}…`;
}
