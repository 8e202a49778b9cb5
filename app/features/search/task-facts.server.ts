import { sql } from "kysely";
import { readDocuments } from "~/db/search-index.server";
import type { Db } from "~/db/types";
import { PERSON } from "~/features/task-list/field-columns.server";
import { type AccessScope, accessScopesOf, changedAt, wasSaid, workableBy } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";
import { flagCondition } from "./query-conditions.server";
import type { Moment } from "./query-times";
import { FLAGS } from "./search-pages-copy";

export type Flag = keyof typeof FLAGS;

export type TaskFacts = Awaited<ReturnType<typeof factsOf>>;

/**
 * Reads the data of a task that queries can test, as this viewer sees it; null if they can't see the task. Includes
 * merged, spam and trash.
 */
export async function readFacts(db: Db, viewer: Viewer, id: number, moment: Moment): Promise<TaskFacts | null> {
  for (const sight of await accessScopesOf(db, viewer, ["merged", "spam", "trash"])) {
    const task = await taskIn(db, viewer, sight, id, moment);
    if (task) return factsOf(db, viewer, sight, task);
  }
  return null;
}

const taskIn = (db: Db, viewer: Viewer, sight: AccessScope, id: number, moment: Moment) =>
  db
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
    .leftJoin("user as creator", "creator.id", "task.created_by")
    .leftJoin("organization", "organization.id", "task.organization_id")
    .selectAll("task")
    .select(["team.name as team", "organization.name as organization"])
    .select(["requester.name as requester", "assignee.name as assignee", "creator.name as creator"])
    .select(changedAt(sight).as("changed_at"))
    .select(
      (Object.keys(FLAGS) as Flag[]).map((flag) => {
        const condition = flagCondition(flag, { viewer, sight, task: id, ...moment });
        return sql<0 | 1>`case when ${condition} then 1 else 0 end`.as(flag);
      }),
    )
    .where(sight.rows)
    .where("task.id", "=", id)
    .executeTakeFirst();

type TaskRow = NonNullable<Awaited<ReturnType<typeof taskIn>>>;

async function factsOf(db: Db, viewer: Viewer, { works }: AccessScope, task: TaskRow) {
  const { id } = task;
  const people = (table: "participant" | "watcher") =>
    db
      .selectFrom(table)
      .innerJoin("user", "user.id", `${table}.user_id`)
      .select("user.name")
      .where(`${table}.task_id`, "=", id)
      .orderBy("user.id");
  const messages = await db
    .selectFrom("message")
    .leftJoin("user", "user.id", "message.author_id")
    .select(["message.author_id", "user.name"])
    .where("message.task_id", "=", id)
    .$if(!works, (query) => query.where(wasSaid))
    .orderBy("message.id")
    .execute();
  const clock = await db
    .selectFrom("clock_state")
    .select(["level", "due_at"])
    .where("task_id", "=", id)
    .executeTakeFirst();
  const clocks = await db
    .selectFrom("clock")
    .select(["metric", "state", "is_current", "retargeted", "ended_at"])
    .where("task_id", "=", id)
    .orderBy("ordinal")
    .execute();
  const current = clocks.filter(({ is_current }) => is_current === 1);
  const tags = await db.selectFrom("task_tag").select("tag").where("task_id", "=", id).orderBy("tag").execute();
  const fields = await db
    .selectFrom("task_field")
    .innerJoin("custom_field", "custom_field.key", "task_field.key")
    .select(["task_field.key", "task_field.value", PERSON])
    .where("task_field.task_id", "=", id)
    .execute();
  const openTimes = await db
    .selectFrom("task_open")
    .select(["from_at", "until_at"])
    .where("task_id", "=", id)
    .orderBy("from_at")
    .execute();
  const links = await db
    .selectFrom("task_link")
    .select(["task_id", "other_id"])
    .where((eb) => eb.or([eb("task_id", "=", id), eb("other_id", "=", id)]))
    .execute();
  const linked = links.map(({ task_id, other_id }) => (task_id === id ? other_id : task_id));
  const related = await db
    .selectFrom("task")
    .select("task.id")
    .where("task.id", "in", [task.parent_id ?? 0, ...linked])
    .where(workableBy(viewer))
    .execute();
  const isKnown = (number: number) => related.some((one) => one.id === number);
  const [document] = await readDocuments(db, [id]);
  if (!document) throw new Error(`Task ${id} has no search document.`);

  return {
    ...task,
    /** Whether the viewer has agent access to the task. */
    works,
    /** With the email address they were added by, which the requester's side must not connect with a name. */
    participants: await people("participant").select("participant.address").execute(),
    watchers: (await people("watcher").execute()).map(({ name }) => name),
    /** Authors of messages the viewer may read; null for the system. */
    authors: [...new Map(messages.map(({ author_id, name }) => [author_id, name])).values()],
    /** When it was open. */
    openTimes,
    endedClocks: clocks.filter(({ ended_at }) => ended_at !== null),
    tags: tags.map(({ tag }) => tag),
    /** Service level, when the next clock is due, and the state of each clock by metric. */
    clocks: {
      level: clock?.level ?? "none",
      dueAt: clock?.due_at ?? null,
      states: new Map<string, string>(current.map(({ metric, state }) => [metric, state])),
    },
    fields: new Map(fields.map(({ key, ...field }) => [key, field])),
    /** Like `linked`, only a task the viewer has agent access to. */
    parent: task.parent_id !== null && isKnown(task.parent_id) ? task.parent_id : null,
    linked: linked.filter(isKnown),
    document,
  };
}
