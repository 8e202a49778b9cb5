import type { Db } from "~/db/types";
import { listAssignable } from "~/features/users/people-fields.server";
import { personLabelWithId } from "~/features/users/person-label";
import type { Viewer } from "~/features/users/user-words";
import { listTeams } from "./task-create.server";
import { hasAgentAccess, sideOf } from "./task-policy";
import { readableBy, visibleTo } from "./task-policy.server";
import { dayOf } from "./task-schema";
import { isWithinReopening, statusChoices } from "./task-status";
import { priorityOf, statusOf } from "./task-words";

/**
 * A task as its page shows it, or null when there is none this person may see. `as` says which page: requesters get
 * theirs, with nothing on it that is not meant for them.
 */
export async function readTask(db: Db, viewer: Viewer, id: number, now: number) {
  const task = await db
    .selectFrom("task")
    .innerJoin("user as requester", "requester.id", "task.requester_id")
    .innerJoin("team", "team.id", "task.team_id")
    .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
    .selectAll("task")
    .select(["requester.name as requester", "requester.email as requester_email", "requester.state as requester_state"])
    .select(["assignee.name as assignee", "team.name as team"])
    .where("task.id", "=", id)
    .where(visibleTo(viewer))
    .executeTakeFirst();
  if (!task) return null;

  const messages = await readMessages(db, viewer, task);
  const status = statusOf(task.status);
  const shared = {
    id: task.id,
    title: task.title,
    type: task.type,
    status: status.key,
    createdAt: task.created_at,
    messages,
    /** Newest public message on the page: a reply says up to where its writer has read. */
    seen: messages.reduce((newest, message) => (message.kind === "public" ? Math.max(newest, message.id) : newest), 0),
  };
  if (!hasAgentAccess(viewer)) {
    const reopens = status.category === "closed" && isWithinReopening(task, now);
    return { as: "requester" as const, ...shared, reopens };
  }

  const [tags, history, assignable, teams] = await Promise.all([
    db.selectFrom("task_tag").select("tag").where("task_id", "=", id).orderBy("tag").execute(),
    readHistory(db, viewer, id),
    listAssignable(db),
    listTeams(db),
  ]);
  return {
    as: "agent" as const,
    ...shared,
    version: task.version,
    priority: priorityOf(task.priority).key,
    choices: statusChoices(task, now),
    /** The agent is the one who asked: their replies are a requester's. */
    side: sideOf(viewer, task),
    requester: {
      id: task.requester_id,
      name: task.requester,
      label: personLabelWithId({ id: task.requester_id, name: task.requester, email: task.requester_email }),
      disabled: task.requester_state === "disabled",
    },
    assignee: task.assignee_id === null ? null : { id: task.assignee_id, name: task.assignee ?? "" },
    team: { id: task.team_id, name: task.team },
    tags: tags.map(({ tag }) => tag),
    due: dayOf(task.due_at),
    dueAt: task.due_at,
    updatedAt: task.updated_at,
    resolvedAt: task.resolved_at,
    closedAt: task.closed_at,
    reopenCount: task.reopen_count,
    history,
    assignable: assignable.map(({ id, name }) => ({ id, name })),
    teams,
  };
}

export type TaskPage = NonNullable<Awaited<ReturnType<typeof readTask>>>;
export type AgentTask = Extract<TaskPage, { as: "agent" }>;
export type RequesterTask = Extract<TaskPage, { as: "requester" }>;

/**
 * The conversation, oldest first. `author` null: written by the system. `html` is safe (markdown.server).
 * `onBehalfOf` is the requester's name where somebody else has written the description for them.
 */
async function readMessages(db: Db, viewer: Viewer, task: { id: number; requester_id: number; requester: string }) {
  const rows = await db
    .selectFrom("message")
    .leftJoin("user as author", "author.id", "message.author_id")
    .select(["message.id", "message.kind", "message.side", "message.body_html", "message.created_at"])
    .select(["message.author_id", "author.name as author"])
    .where("message.task_id", "=", task.id)
    .where(readableBy(viewer))
    .orderBy("message.id")
    .execute();
  return rows.map((row, index) => ({
    id: row.id,
    kind: row.kind,
    side: row.side,
    author: row.author,
    onBehalfOf: index === 0 && row.author_id !== task.requester_id ? task.requester : null,
    isMine: row.author_id === viewer.id,
    html: row.body_html,
    at: row.created_at,
  }));
}

export type ShownMessage = Awaited<ReturnType<typeof readMessages>>[number];

/** What happened to the task, oldest first. `actor` null: the system. For those with agent access only. */
async function readHistory(db: Db, viewer: Viewer, taskId: number) {
  const rows = await db
    .selectFrom("event")
    .leftJoin("user as actor", "actor.id", "event.actor_id")
    .select(["event.id", "event.kind", "event.field", "event.old_value", "event.new_value", "event.at", "event.via"])
    .select(["event.actor_id", "actor.name as actor"])
    .where("event.task_id", "=", taskId)
    .orderBy("event.at")
    .orderBy("event.id")
    .execute();
  return rows.map(({ actor_id, ...event }) => ({ ...event, isMine: actor_id === viewer.id }));
}

export type ShownEvent = Awaited<ReturnType<typeof readHistory>>[number];
