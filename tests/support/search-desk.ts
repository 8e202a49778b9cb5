import { reindexTasks } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { findableWords, sortKey } from "~/lib/search-text";

const AT = Date.UTC(2026, 2, 1, 9);

type Person = { name: string; email?: string | null; role?: "requester" | "agent" | "admin" };

/** A person, written straight into the table: what search tests need and no more. */
export async function aSearchedPerson(db: Db, { name, email = null, role = "requester" }: Person) {
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
      created_at: AT,
      updated_at: AT,
      version: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, name, email, role };
}

type Task = {
  title: string;
  requester: number;
  assignee?: number | null;
  tags?: string[];
  replies?: string[];
  notes?: string[];
  status?: string;
  open?: 0 | 1;
  priority?: number;
  type?: string;
  dueAt?: number | null;
  createdAt?: number;
  updatedAt?: number;
  resolvedAt?: number | null;
  lastRequesterAt?: number | null;
  lastAgentAt?: number | null;
  lastPublicAt?: number | null;
};

/** A task with its tags and messages in the tables and in the index; gives its number. */
export async function aSearchedTask(db: Db, task: Task): Promise<number> {
  return inTransaction(db, async (tx) => {
    const team = await tx.selectFrom("team").select("id").executeTakeFirstOrThrow();
    const createdAt = task.createdAt ?? AT;
    const { id } = await tx
      .insertInto("task")
      .values({
        title: task.title,
        type: task.type ?? "incident",
        status: task.status ?? "new",
        open: task.open ?? 1,
        priority: task.priority ?? 2,
        team_id: team.id,
        assignee_id: task.assignee ?? null,
        requester_id: task.requester,
        due_at: task.dueAt ?? null,
        channel: "web",
        external_key: null,
        first_responded_at: null,
        resolved_at: task.resolvedAt ?? null,
        closed_at: null,
        last_public_at: task.lastPublicAt ?? null,
        last_requester_at: task.lastRequesterAt ?? null,
        last_agent_at: task.lastAgentAt ?? null,
        created_by: task.requester,
        created_at: createdAt,
        updated_at: task.updatedAt ?? createdAt,
        reopen_count: 0,
        version: 1,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const tag of task.tags ?? []) await tx.insertInto("task_tag").values({ task_id: id, tag }).execute();
    const messages = [
      ...(task.replies ?? []).map((body) => ({ body, kind: "public" as const })),
      ...(task.notes ?? []).map((body) => ({ body, kind: "internal" as const })),
    ];
    for (const { body, kind } of messages) {
      await tx
        .insertInto("message")
        .values({
          task_id: id,
          author_id: task.requester,
          kind,
          side: "requester",
          body,
          body_text: body,
          body_html: body,
          channel: "web",
          created_at: createdAt,
        })
        .execute();
    }
    await reindexTasks(tx, [id]);
    return id;
  });
}
