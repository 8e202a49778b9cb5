import { sql } from "kysely";
import { readDocuments, type SearchDocument } from "~/db/search-index.server";
import type { Db } from "~/db/types";
import { isUnread } from "~/features/task-list/unread.server";
import { snoozeDayOf } from "~/features/tasks/status/snooze";
import { changedAt, type Sight, sightsOf, workableBy } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/users";

export type PersonFacts = { id: number; name: string; nameKey: string; emailKeys: string[] };

/** Everything a query can ask about one task, as one viewer sees it. Times in UTC milliseconds. */
export type TaskFacts = {
  id: number;
  /** Whether the viewer has agent access to the task. */
  works: boolean;
  title: string;
  status: string;
  open: boolean;
  priority: number;
  type: string;
  channel: string;
  team: { id: number; name: string; own: boolean };
  organization: { id: number; name: string } | null;
  assignee: PersonFacts | null;
  requester: PersonFacts | null;
  creator: PersonFacts | null;
  /** `typed`: added by email address, so the requester's side must not learn the name. */
  participants: { person: PersonFacts; typed: boolean }[];
  watchers: PersonFacts[];
  /** Authors of messages the viewer may read; null for the system. */
  authors: (PersonFacts | null)[];
  tags: string[];
  created: number;
  updated: number;
  resolved: number | null;
  closed: number | null;
  replied: number | null;
  asked: number | null;
  due: number | null;
  /** When the snooze ends; `snoozeDay` is a calendar day, like `due`. */
  snooze: number | null;
  snoozeDay: number | null;
  reopened: number;
  rating: string | null;
  confidential: boolean;
  mergedInto: number | null;
  putAway: string | null;
  parent: number | null;
  isParent: boolean;
  hasLink: boolean;
  /** `parentKnown` and `linked` cover only tasks the viewer has agent access to. */
  parentKnown: boolean;
  linked: number[];
  has: { draft: boolean; note: boolean; attachment: boolean; checklist: boolean };
  unread: boolean;
  /** Stored values of custom fields, by key. */
  fields: Record<string, string>;
  /** People named by custom fields of kind `user`, by key. */
  fieldPeople: Record<string, PersonFacts>;
  document: SearchDocument;
};

/** Reads the facts of tasks the viewer may see, including merged, spam and trashed ones. */
export async function readFacts(db: Db, viewer: Viewer, numbers: readonly number[]): Promise<TaskFacts[]> {
  if (numbers.length === 0) return [];
  const sights = await sightsOf(db, viewer, ["merged", "spam", "trash"]);
  const found = await Promise.all(sights.map((sight) => factsIn(db, viewer, sight, numbers)));
  return found.flat().sort((a, b) => a.id - b.id);
}

async function factsIn(db: Db, viewer: Viewer, sight: Sight, numbers: readonly number[]): Promise<TaskFacts[]> {
  const { works } = sight;
  const tasks = await db
    .selectFrom("task")
    .innerJoin("team", "team.id", "task.team_id")
    .leftJoin("organization", "organization.id", "task.organization_id")
    .selectAll("task")
    .select(["team.name as team_name", "organization.name as organization_name"])
    .select(changedAt(sight).as("updated"))
    .select(sql<0 | 1>`case when ${isUnread(viewer, works)} then 1 else 0 end`.as("unread"))
    .where(sight.rows)
    .where("task.id", "in", numbers)
    .execute();
  const ids = tasks.map(({ id }) => id);
  if (ids.length === 0) return [];

  const of = async <Row extends { task_id: number }>(rows: Promise<Row[]>) => {
    const byTask = new Map<number, Row[]>();
    for (const row of await rows) byTask.set(row.task_id, [...(byTask.get(row.task_id) ?? []), row]);
    return (id: number): Row[] => byTask.get(id) ?? [];
  };
  const teams = await db.selectFrom("team_member").select("team_id").where("user_id", "=", viewer.id).execute();
  const tags = await of(db.selectFrom("task_tag").selectAll().where("task_id", "in", ids).orderBy("tag").execute());
  const fields = await of(
    db
      .selectFrom("task_field")
      .innerJoin("custom_field", "custom_field.key", "task_field.key")
      .select(["task_field.task_id", "task_field.key", "task_field.value", "custom_field.kind"])
      .where("task_field.task_id", "in", ids)
      .execute(),
  );
  const participants = await of(db.selectFrom("participant").selectAll().where("task_id", "in", ids).execute());
  const watchers = await of(db.selectFrom("watcher").selectAll().where("task_id", "in", ids).execute());
  const messages = await of(
    db
      .selectFrom("message")
      .select(["task_id", "kind", "author_id", "send_after"])
      .where("task_id", "in", ids)
      .execute(),
  );
  const files = await of(
    db
      .selectFrom("attachment")
      .innerJoin("message", "message.id", "attachment.message_id")
      .select(["message.task_id", "message.kind"])
      .where("message.task_id", "in", ids)
      .where("message.send_after", "is", null)
      .where("attachment.redacted_at", "is", null)
      .execute(),
  );
  const items = await of(db.selectFrom("checklist_item").select("task_id").where("task_id", "in", ids).execute());
  const drafts = await of(
    db
      .selectFrom("draft")
      .select(sql<number>`task_id`.as("task_id"))
      .where("task_id", "in", ids)
      .where("user_id", "=", viewer.id)
      .where("deleted_at", "is", null)
      .execute(),
  );
  const children = await of(
    db
      .selectFrom("task as part")
      .select(sql<number>`parent_id`.as("task_id"))
      .where("parent_id", "in", ids)
      .where("parent_id", "is not", null) // matches the partial index
      .where("merged_into", "is", null)
      .where("put_away", "is", null)
      .execute(),
  );
  const links = await db
    .selectFrom("task_link")
    .select(["task_id", "other_id"])
    .where((eb) => eb.or([eb("task_id", "in", ids), eb("other_id", "in", ids)]))
    .execute();
  const related = [
    ...tasks.flatMap(({ parent_id }) => parent_id ?? []),
    ...links.flatMap((link) => [link.task_id, link.other_id]),
  ];
  const known = new Set(
    related.length === 0
      ? []
      : (
          await db
            .selectFrom("task")
            .select("task.id")
            .where("task.id", "in", related)
            .where(workableBy(viewer))
            .execute()
        ).map(({ id }) => id),
  );

  const readable = (message: { kind: string; send_after: number | null }) =>
    works || (message.kind === "public" && message.send_after === null);
  const people = await peopleById(db, [
    ...tasks.flatMap((task) => [task.assignee_id, task.requester_id, task.created_by]),
    ...ids.flatMap((id) => [...participants(id), ...watchers(id)].map(({ user_id }) => user_id)),
    ...ids.flatMap((id) => fields(id).flatMap(({ kind, value }) => (kind === "user" ? Number(value) : []))),
    ...ids.flatMap((id) => messages(id).map(({ author_id }) => author_id)),
  ]);
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  const documents = new Map((await readDocuments(db, ids)).map((document) => [document.taskId, document]));

  return tasks.map((task) => {
    const { id } = task;
    const document = documents.get(id);
    if (!document) throw new Error(`Task ${id} has no search document.`);
    const others = links.flatMap((link) =>
      link.task_id === id ? link.other_id : link.other_id === id ? link.task_id : [],
    );
    return {
      ...{ id, works, title: task.title, status: task.status, open: task.open === 1, priority: task.priority },
      ...{ type: task.type, channel: task.channel },
      team: { id: task.team_id, name: task.team_name, own: teams.some(({ team_id }) => team_id === task.team_id) },
      organization:
        task.organization_id === null ? null : { id: task.organization_id, name: task.organization_name ?? "" },
      ...{ assignee: person(task.assignee_id), requester: person(task.requester_id), creator: person(task.created_by) },
      participants: participants(id).flatMap(({ user_id, address }) => {
        const somebody = person(user_id);
        return somebody ? { person: somebody, typed: address !== null } : [];
      }),
      watchers: watchers(id).flatMap(({ user_id }) => person(user_id) ?? []),
      authors: [
        ...new Set(
          messages(id)
            .filter(readable)
            .map(({ author_id }) => author_id),
        ),
      ].map(person),
      tags: tags(id).map(({ tag }) => tag),
      ...{ created: task.created_at, updated: task.updated, resolved: task.resolved_at, closed: task.closed_at },
      ...{ replied: task.last_agent_at, asked: task.last_requester_at, due: task.due_at },
      ...{ snooze: task.snoozed_until, snoozeDay: snoozeDayOf(task) },
      ...{ reopened: task.reopen_count, rating: task.rating, confidential: task.confidential === 1 },
      ...{
        mergedInto: task.merged_into,
        putAway: task.put_away,
        parent: task.parent_id,
        isParent: children(id).length > 0,
      },
      parentKnown: task.parent_id !== null && known.has(task.parent_id),
      hasLink: others.length > 0,
      linked: others.filter((other) => known.has(other)),
      has: {
        draft: drafts(id).length > 0,
        note: messages(id).some(({ kind }) => kind === "internal"),
        attachment: files(id).some(({ kind }) => works || kind === "public"),
        checklist: items(id).length > 0,
      },
      unread: task.unread === 1,
      fields: Object.fromEntries(fields(id).map(({ key, value }) => [key, value])),
      fieldPeople: Object.fromEntries(
        fields(id).flatMap(({ key, kind, value }) => {
          const somebody = kind === "user" ? person(Number(value)) : null;
          return somebody ? [[key, somebody]] : [];
        }),
      ),
      document,
    };
  });
}

async function peopleById(db: Db, ids: (number | null)[]): Promise<Map<number, PersonFacts>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom("user")
    .leftJoin("user_address", "user_address.user_id", "user.id")
    .select(["user.id", "user.name", "user.name_key", "user.email_key", "user_address.email_key as further"])
    .where("user.id", "in", wanted)
    .orderBy("user_address.email_key")
    .execute();
  const people = new Map<number, PersonFacts>();
  for (const { id, name, name_key, email_key, further } of rows) {
    const emailKeys = people.get(id)?.emailKeys ?? (email_key === null ? [] : [email_key]);
    people.set(id, { id, name, nameKey: name_key, emailKeys: further === null ? emailKeys : [...emailKeys, further] });
  }
  return people;
}
