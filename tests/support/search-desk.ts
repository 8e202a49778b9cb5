import { reindexTasks } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { midnightOf } from "~/lib/calendar-day";
import { findableWords, sortKey } from "~/lib/search-tokens";

const AT = Date.UTC(2026, 2, 1, 9);

type Person = {
  name: string;
  email?: string | null;
  role?: "requester" | "agent" | "admin";
  organization?: number;
  away?: [number, number];
};

/** Inserts a person with only what search tests need. */
export async function aSearchablePerson(
  db: Db,
  { name, email = null, role = "requester", organization, away }: Person,
) {
  const { id } = await db
    .insertInto("user")
    .values({
      name,
      name_key: sortKey(name),
      search_text: findableWords(name, email ?? ""),
      email,
      email_key: email?.toLowerCase() ?? null,
      role,
      state: "active",
      password_hash: null,
      external_key: null,
      organization_id: organization ?? null,
      absent_from: away?.[0] ?? null,
      absent_until: away?.[1] ?? null,
      created_at: AT,
      updated_at: AT,
      version: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, name, email, role };
}

export async function aSearchableTeam(
  db: Db,
  name: string,
  { members = [], closed = false }: { members?: number[]; closed?: boolean } = {},
): Promise<number> {
  const { id } = await db
    .insertInto("team")
    .values({ name, is_default: 0, visibility: closed ? "members" : "open" })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const user_id of members) await db.insertInto("team_member").values({ team_id: id, user_id }).execute();
  return id;
}

export async function anOrganization(db: Db, name: string): Promise<number> {
  const { id } = await db
    .insertInto("organization")
    .values({ name, name_key: sortKey(name), sharing: "none", created_at: AT, updated_at: AT })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Task = {
  title: string;
  requester: number;
  team?: number | undefined;
  organization?: number | null | undefined;
  createdBy?: number | undefined;
  channel?: "web" | "import" | undefined;
  confidential?: 0 | 1 | undefined;
  closedAt?: number | null | undefined;
  snoozedUntil?: number | null | undefined;
  reopened?: number | undefined;
  rating?: "good" | "bad" | null | undefined;
  parent?: number | null | undefined;
  mergedInto?: number | null | undefined;
  putAway?: "trash" | "spam" | "deleted" | null | undefined;
  /** Stored values by key. */
  fields?: Record<string, string> | undefined;
  participants?: number[] | undefined;
  watchers?: number[] | undefined;
  links?: number[] | undefined;
  checklist?: string[] | undefined;
  /** Users who are writing a reply. */
  drafts?: number[] | undefined;
  /** File names, in a public message or in a note. */
  files?: string[] | undefined;
  noteFiles?: string[] | undefined;
  /** Author of the messages; the requester by default. */
  author?: number | undefined;
  /** Times of events by actor, and until when each user has seen the task. */
  events?: { actor: number | null; at: number; field?: string }[] | undefined;
  seen?: { by: number; until: number | null }[] | undefined;
  assignee?: number | null | undefined;
  tags?: string[] | undefined;
  replies?: string[] | undefined;
  notes?: string[] | undefined;
  status?: string | undefined;
  open?: 0 | 1 | undefined;
  priority?: number | undefined;
  type?: string | undefined;
  /** Due on the UTC day of this moment. */
  dueAt?: number | null | undefined;
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
  resolvedAt?: number | null | undefined;
  lastRequesterAt?: number | null | undefined;
  lastAgentAt?: number | null | undefined;
  lastPublicAt?: number | null | undefined;
};

/** Inserts and indexes a task with its tags and messages. Returns its number. */
export async function aSearchableTask(db: Db, task: Task): Promise<number> {
  return inTransaction(db, async (tx) => {
    const team = task.team ?? (await tx.selectFrom("team").select("id").orderBy("id").executeTakeFirstOrThrow()).id;
    const createdAt = task.createdAt ?? AT;
    const { id } = await tx
      .insertInto("task")
      .values({
        title: task.title,
        type: task.type ?? "incident",
        status: task.status ?? "new",
        open: task.open ?? 1,
        priority: task.priority ?? 2,
        team_id: team,
        organization_id: task.organization ?? null,
        confidential: task.confidential ?? 0,
        snoozed_until: task.snoozedUntil ?? null,
        rating: task.rating ?? null,
        parent_id: task.parent ?? null,
        merged_into: task.mergedInto ?? null,
        put_away: task.putAway ?? null,
        assignee_id: task.assignee ?? null,
        requester_id: task.requester,
        due_at: task.dueAt ? midnightOf(task.dueAt) : null,
        channel: task.channel ?? "web",
        external_key: null,
        first_responded_at: null,
        resolved_at: task.resolvedAt ?? null,
        closed_at: task.closedAt ?? null,
        last_public_at: task.lastPublicAt ?? null,
        last_requester_at: task.lastRequesterAt ?? null,
        last_agent_at: task.lastAgentAt ?? null,
        created_by: task.createdBy ?? task.requester,
        created_at: createdAt,
        updated_at: task.updatedAt ?? createdAt,
        reopen_count: task.reopened ?? 0,
        version: 1,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const tag of task.tags ?? []) await tx.insertInto("task_tag").values({ task_id: id, tag }).execute();
    const [said, noted] = [{ kind: "public" } as const, { kind: "internal" } as const];
    const messages = [
      ...(task.replies ?? []).map((body) => ({ ...said, body, files: [] as string[] })),
      ...(task.notes ?? []).map((body) => ({ ...noted, body, files: [] as string[] })),
      ...(task.files ? [{ ...said, body: "-", files: task.files }] : []),
      ...(task.noteFiles ? [{ ...noted, body: "-", files: task.noteFiles }] : []),
    ];
    for (const { body, kind, files } of messages) {
      const { id: message } = await tx
        .insertInto("message")
        .values({
          task_id: id,
          author_id: task.author ?? task.requester,
          kind,
          side: "requester",
          body,
          body_text: body,
          body_html: body,
          channel: "web",
          created_at: createdAt,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const name of files) {
        const of = { sha256: null, task_id: id, message_id: message, draft_id: null, uploaded_by: null };
        const row = { ...of, name, declared_type: "text/plain", size: 1, created_at: createdAt, redacted_at: null };
        await tx.insertInto("attachment").values(row).execute();
      }
    }
    for (const [key, value] of Object.entries(task.fields ?? {})) {
      await tx.insertInto("task_field").values({ task_id: id, key, value }).execute();
    }
    const around = { task_id: id, added_at: createdAt };
    for (const user_id of task.participants ?? []) {
      await tx
        .insertInto("participant")
        .values({ ...around, user_id })
        .execute();
    }
    for (const user_id of task.watchers ?? [])
      await tx
        .insertInto("watcher")
        .values({ ...around, user_id })
        .execute();
    for (const other of task.links ?? []) {
      const link = { task_id: id, kind: "follow_up_of" as const, other_id: other, created_at: createdAt };
      await tx.insertInto("task_link").values(link).execute();
    }
    for (const [position, text] of (task.checklist ?? []).entries()) {
      await tx
        .insertInto("checklist_item")
        .values({ task_id: id, position, text, done_by: null, done_at: null })
        .execute();
    }
    for (const user_id of task.drafts ?? []) {
      const draft = { user_id, task_id: id, kind: "reply" as const, body: "…", base_version: 1, request_key: null };
      await tx
        .insertInto("draft")
        .values({ ...draft, created_at: createdAt, updated_at: createdAt, deleted_at: null })
        .execute();
    }
    for (const { actor, at, field } of task.events ?? []) {
      const event = { task_id: id, actor_id: actor, via: "web" as const, old_value: null, new_value: null };
      const kind = field ? ("changed" as const) : ("replied" as const);
      await tx
        .insertInto("event")
        .values({ ...event, kind, field: field ?? null, message_id: null, change_set_id: null, external_key: null, at })
        .execute();
    }
    for (const { by, until } of task.seen ?? []) {
      await tx
        .insertInto("task_seen")
        .values({ user_id: by, task_id: id, seen_until: until, viewed_at: until ?? 0 })
        .execute();
    }
    await reindexTasks(tx, [id]);
    return id;
  });
}
