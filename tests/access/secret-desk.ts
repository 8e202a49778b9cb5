import { reindexTasks } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { createUser } from "~/features/users/user-queries.server";
import type { Role } from "~/features/users/user-schema";

/** Words that occur nowhere else: where one turns up, what it stands for has leaked. */
export const WORDS = {
  ownTitle: "ritasquokkatitle",
  note: "internalzebranote",
  otherTitle: "ottoswombattitle",
  otherBody: "ottosnarwhalbody",
  otherNote: "ottosaxolotlnote",
  agentMail: "ada-pangolin@example.org",
  hash: "scrypt-of-the-okapi",
} as const;

const NOW = Date.UTC(2026, 2, 1, 9);

export type SecretDesk = Awaited<ReturnType<typeof aSecretDesk>>;

/** Two requesters with a task each, an agent, an admin, and an internal note on both tasks. Written row by row, past the product. */
export async function aSecretDesk(db: Db) {
  const person = async (name: string, email: string, role: Role) => {
    const made = await createUser(db, { name, email, role, passwordHash: WORDS.hash }, NOW);
    if (!made.ok) throw new Error(made.why);
    return { id: made.id };
  };
  const rita = await person("Rita", "rita@example.org", "requester");
  const otto = await person("Otto", "otto@example.org", "requester");
  const ada = await person("Ada", WORDS.agentMail, "agent");
  const root = await person("Root", "root@example.org", "admin");

  async function task(number: number, requester: { id: number }, title: string, body: string, note: string) {
    return inTransaction(db, async (tx) => {
      const team = await tx.selectFrom("team").select("id").executeTakeFirstOrThrow();
      const { id } = await tx
        .insertInto("task")
        .values({
          id: number,
          title,
          type: "incident",
          status: "in_progress",
          open: 1,
          priority: 2,
          team_id: team.id,
          assignee_id: ada.id,
          requester_id: requester.id,
          channel: "web",
          reopen_count: 0,
          created_by: requester.id,
          created_at: NOW,
          updated_at: NOW,
          version: 1,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const message = { task_id: id, channel: "web", created_at: NOW } as const;
      await tx
        .insertInto("message")
        .values([
          { ...message, author_id: requester.id, kind: "public", side: "requester", body, body_html: `<p>${body}</p>` },
          { ...message, author_id: ada.id, kind: "internal", side: "agent", body: note, body_html: `<p>${note}</p>` },
        ])
        .execute();
      const event = { task_id: id, actor_id: ada.id, via: "web", kind: "changed", at: NOW } as const;
      await tx
        .insertInto("event")
        .values({ ...event, field: "tags", old_value: "", new_value: note })
        .execute();
      await reindexTasks(tx, [id]);
      return id;
    });
  }
  const ritasTask = await task(712_345, rita, WORDS.ownTitle, "The printer is on fire", WORDS.note);
  const ottosTask = await task(812_345, otto, WORDS.otherTitle, WORDS.otherBody, WORDS.otherNote);
  return { rita, otto, ada, root, ritasTask, ottosTask };
}
