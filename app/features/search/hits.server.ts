import { type RawBuilder, type SqlBool, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import type { ListedTask } from "~/features/tasks/listed-tasks.server";
import { excerptOf, type Marked, markedText, wantedOf } from "./marked-text";
import type { WordQuestion } from "./word-question";

/** What of a task was looked for: in its title, or in a message, which is a note or not. */
export type Hit = { title: Marked | null; excerpt: { marked: Marked; note: boolean } | null };

/** So many messages, and so much of each, are looked through for a page: an excerpt is a help, and no more. */
const MESSAGES = 150;
const CHARACTERS = 4_000;

/**
 * The words of a question in these tasks, by number. `inTitle` tells of which it is known that titles, tags and names have
 * them all: there no message is read. Notes are only for those with agent access, which a listed task tells.
 */
export async function readHits(
  db: Db,
  tasks: readonly ListedTask[],
  question: WordQuestion | null,
  inTitle: (id: number) => boolean = () => false,
): Promise<Record<number, Hit>> {
  const wanted = wantedOf(question);
  const hits: Record<number, Hit> = {};
  if (wanted === null) return hits;
  for (const { id, title } of tasks) {
    const marked = markedText(title, wanted);
    if (marked) hits[id] = { title: marked, excerpt: null };
  }

  const look = async (where: RawBuilder<SqlBool>) => {
    const wanting = tasks.filter(({ id }) => !hits[id] && !inTitle(id));
    if (wanting.length === 0) return;
    const ids = (works: boolean) => wanting.filter(({ inner }) => (inner !== null) === works).map(({ id }) => id);
    const [all, said] = [ids(true), ids(false)];
    const messages = await db
      .selectFrom("message")
      .select(["task_id", "kind", sql<string>`substr(body_text, 1, ${sql.lit(CHARACTERS)})`.as("text")])
      .where((eb) =>
        eb.or([
          ...(all.length > 0 ? [eb("task_id", "in", all)] : []),
          ...(said.length > 0 ? [eb.and([eb("task_id", "in", said), eb("kind", "=", "public")])] : []),
        ]),
      )
      .where("send_after", "is", null)
      .where(where)
      .orderBy("id")
      .limit(MESSAGES)
      .execute();
    for (const { task_id, kind, text } of messages) {
      if (hits[task_id]) continue;
      const marked = excerptOf(text, wanted);
      if (marked) hits[task_id] = { title: null, excerpt: { marked, note: kind === "internal" } };
    }
  };

  // Words are free of % and _. What is spelled as it was asked for, the engine finds without giving out every message.
  const like = sql.raw(engineOf(db) === "sqlite" ? "like" : "ilike");
  const spelled = wanted.phrases.map(({ words }) => sql`body_text ${like} ${`%${words[0] ?? ""}%`}`);
  await look(sql`(${sql.join(spelled, sql` or `)})`);
  await look(sql`octet_length(body_text) <> length(body_text)`); // with accents, then, or in another width
  return hits;
}
