import { type RawBuilder, type SqlBool, sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import type { WordQuestion } from "./index-query";
import { excerptOf, type Marked, markedText, wantedOf } from "./marked-text";

/** Matched text of a task: in its title, or in an excerpt from a message or note. */
export type Hit = { title: Marked | null; excerpt: Excerpt | null };

type Excerpt = { marked: Marked; note: boolean };
type Excerpts = ReadonlyMap<number, Excerpt>;

/** Limits per page: messages scanned, and characters of each. Excerpts are only a hint. */
const MESSAGES = 150;
const CHARACTERS = 4_000;

/** Titles that match, with marks, by task number. */
export function titlesIn(tasks: readonly ListedTask[], question: WordQuestion | null): ReadonlyMap<number, Marked> {
  const wanted = wantedOf(question);
  const titles = new Map<number, Marked>();
  if (wanted === null) return titles;
  for (const { id, title } of tasks) {
    const marked = markedText(title, wanted);
    if (marked) titles.set(id, marked);
  }
  return titles;
}

/** Excerpts of the first matching message, by task number. `works`: whether the viewer may read the task's notes. */
export async function readExcerpts(
  db: Db,
  places: readonly { id: number; works: boolean }[],
  question: WordQuestion | null,
): Promise<Excerpts> {
  const wanted = wantedOf(question);
  const excerpts = new Map<number, Excerpt>();
  if (wanted === null) return excerpts;

  const look = async (where: RawBuilder<SqlBool>) => {
    const wanting = places.filter(({ id }) => !excerpts.has(id));
    if (wanting.length === 0) return;
    const ids = (inner: boolean) => wanting.filter(({ works }) => works === inner).map(({ id }) => id);
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
      if (excerpts.has(task_id)) continue;
      const marked = excerptOf(text, wanted);
      if (marked) excerpts.set(task_id, { marked, note: kind === "internal" });
    }
  };

  // Words never contain % or _. LIKE lets the database skip messages that can't match as spelled.
  const like = sql.raw(engineOf(db) === "sqlite" ? "like" : "ilike");
  const spelled = wanted.phrases.map(({ words }) => sql`body_text ${like} ${`%${words[0] ?? ""}%`}`);
  await look(sql`(${sql.join(spelled, sql` or `)})`);
  await look(sql`octet_length(body_text) <> length(body_text)`); // non-ASCII: accents and full-width forms
  return excerpts;
}

/** Combines both: a title match wins over an excerpt. */
export function hitsIn(
  tasks: readonly ListedTask[],
  titles: ReadonlyMap<number, Marked>,
  excerpts: Excerpts,
): Record<number, Hit> {
  const hits: Record<number, Hit> = {};
  for (const { id } of tasks) {
    const title = titles.get(id) ?? null;
    const excerpt = title ? null : (excerpts.get(id) ?? null);
    if (title || excerpt) hits[id] = { title, excerpt };
  }
  return hits;
}
