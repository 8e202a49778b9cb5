import type { Db } from "~/db/types";
import { listFields, readFieldValues } from "~/features/custom-fields/custom-fields.server";
import { maySeeField, shownFields } from "~/features/custom-fields/field-rules";
import { shownValue } from "~/features/custom-fields/field-values";
import { workableBy } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { ownValue } from "~/lib/field-visibility";
import type { TextValues } from "./fill-template.server";
import { VARIABLES } from "./macros";

/**
 * Values of the variables for a task; null without agent access. In a reply, agent-only fields are empty, because requesters
 * read it. `origin` is the desk's base URL.
 */
export async function templateValues(
  db: Db,
  viewer: Viewer,
  { taskId, isReply, origin }: { taskId: number; isReply: boolean; origin: string },
): Promise<TextValues | null> {
  const task = await taskToFillIn(db, taskId).where(workableBy(viewer)).executeTakeFirst();
  return task ? valuesOf(db, task, { isReply, origin, agent: viewer.name }) : null;
}

/** Values for a mail to the task's requester and people in copy. Null for `origin` or `agent` leaves their variables empty. */
export async function mailValues(
  db: Db,
  taskId: number,
  { origin, agent }: { origin: string | null; agent: string | null },
): Promise<TextValues> {
  return valuesOf(db, await taskToFillIn(db, taskId).executeTakeFirstOrThrow(), { isReply: true, origin, agent });
}

/** Names of all variables, with a field's own for `field.key`. */
export const variableNames = async (db: Db): Promise<string[]> => [
  ...VARIABLES.flatMap(({ name }) => (name === "field.key" ? [] : name)),
  ...(await listFields(db)).map(({ key }) => `field.${key}`),
];

const taskToFillIn = (db: Db, taskId: number) =>
  db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .innerJoin("team", "team.id", "task.team_id")
    .select(["task.id", "task.title", "task.type", "requester.name as requester", "team.name as team"])
    .where("task.id", "=", taskId);

type TaskToFillIn = { id: number; title: string; type: string; requester: string; team: string };

async function valuesOf(
  db: Db,
  task: TaskToFillIn,
  { isReply, origin, agent }: { isReply: boolean; origin: string | null; agent: string | null },
): Promise<TextValues> {
  const values = new Map([
    ["requester.first_name", task.requester.split(/\s+/)[0] ?? ""],
    ["requester.name", task.requester],
    ["task.number", String(task.id)],
    ["task.title", task.title],
    ["task.url", origin === null ? "" : `${origin}/tasks/${task.id}`],
    ["agent.name", agent ?? ""],
    ["team.name", task.team],
  ]);
  const [fields, stored] = [await listFields(db), await readFieldValues(db, task.id)];
  for (const field of shownFields(fields, task.type, stored)) {
    const value = ownValue(stored, field.key) ?? "";
    if (value === "" || !maySeeField(field, !isReply)) continue;
    values.set(
      `field.${field.key}`,
      field.kind === "user" ? await nameOf(db, Number(value)) : shownValue(field, value),
    );
  }
  return values;
}

const nameOf = async (db: Db, id: number) =>
  (await db.selectFrom("user").select("name").where("id", "=", id).executeTakeFirst())?.name ?? "";
