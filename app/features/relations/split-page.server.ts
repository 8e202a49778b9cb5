import type { Db } from "~/db/types";

/** So many messages are offered at a time. */
const OFFERED = 100;
const MOST_LETTERS = 300;

/** A message that can be split off, with the beginning of what it says. Times in UTC milliseconds. */
export type OfferedMessage = {
  id: number;
  isNote: boolean;
  author: string | null;
  at: number;
  text: string;
  splitInto: boolean;
};

/**
 * Messages of a task that can be split off, oldest first, for those with agent access to it: the newest, or those before
 * message `before`. `older` is where to go on, null at the beginning. What is held was not said yet, and is left out.
 */
export async function messagesToChooseFrom(db: Db, taskId: number, before: number | null) {
  let query = db
    .selectFrom("message")
    .leftJoin("user as author", "author.id", "message.author_id")
    .select(["message.id", "message.kind", "message.body_text", "message.created_at", "message.split_into"])
    .select("author.name as author")
    .where("message.task_id", "=", taskId)
    .where("message.send_after", "is", null)
    .orderBy("message.created_at", "desc")
    .orderBy("message.id", "desc")
    .limit(OFFERED + 1);
  const from = before === null ? null : await cursorAt(db, taskId, before);
  if (from) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("message.created_at", "message.id"), "<", tuple(from.created_at, from.id)),
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, OFFERED).reverse();
  return {
    messages: shown.map(
      (row): OfferedMessage => ({
        id: row.id,
        isNote: row.kind === "internal",
        author: row.author,
        at: row.created_at,
        text: beginningOf(row.body_text),
        splitInto: row.split_into !== null,
      }),
    ),
    older: rows.length > OFFERED ? (shown[0]?.id ?? null) : null,
  };
}

const cursorAt = (db: Db, taskId: number, id: number) =>
  db
    .selectFrom("message")
    .select(["id", "created_at"])
    .where("id", "=", id)
    .where("task_id", "=", taskId)
    .executeTakeFirst();

function beginningOf(text: string): string {
  const letters = [...text.slice(0, MOST_LETTERS * 2)];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join("")}…` : letters.join("");
}
