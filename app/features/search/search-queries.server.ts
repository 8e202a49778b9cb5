import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/db/types";
import { type ListedTask, listTasksByNumber } from "~/features/tasks/task-list.server";
import { hasAgentAccess } from "~/features/tasks/task-policy";
import { changedAt, visibleTo } from "~/features/tasks/task-policy.server";
import type { Viewer } from "~/features/users/user-words";
import { PAGE_ROWS } from "~/lib/page-rows";
import { type CompiledQuery, compileTaskQuery } from "./compile-query.server";
import type { QueryError, QueryNotice } from "./query-language";
import type { QuerySort, SortKey } from "./query-sort";
import type { SearchCursor } from "./search-cursor";
import { wordMatchOf } from "./word-match.server";
import { narrowed, type WordQuestion } from "./word-question";

export type SearchTasks =
  | { ok: true; tasks: ListedTask[]; next: SearchCursor | null; notices: QueryNotice[] }
  | { ok: false; error: QueryError };

/**
 * The tasks a query finds among those the viewer may see. Without `sort:` hits in the title come first, then hits in
 * title, tags and names, then all others; in each of the three the newest first. `after` is the `next` of the page
 * before; null on the last.
 */
export async function searchTasks(
  db: Db,
  viewer: Viewer,
  text: string,
  { after = null, limit = PAGE_ROWS, now }: { after?: SearchCursor | null; limit?: number; now: number },
): Promise<SearchTasks> {
  const query = await compileTaskQuery(db, viewer, text, now, { interactive: true });
  if (!query.ok) return query;
  const sort = query.sort ?? { by: "relevance", direction: "desc" };
  if (sort.by === "attention" || sort.by === "sla") {
    const message = `Sorting search results by ${sort.by === "sla" ? "service level" : "attention"} is not possible yet.`;
    return { ok: false, error: { message, at: { start: 0, end: text.length } } };
  }

  const places =
    query.words && sort.by === "relevance"
      ? await placesByRelevance(db, viewer, { ...query, words: query.words }, sort, after, limit + 1)
      : await placesInOrder(db, viewer, query, sort, after, limit + 1);
  const shown = places.slice(0, limit);
  const last = shown.at(-1);
  const next = last && places.length > limit ? last : null;
  const tasks = await listTasksByNumber(
    db,
    viewer,
    shown.map(({ id }) => id),
  );
  return { ok: true, tasks, next, notices: query.notices };
}

/** Hits level by level, each from the newest down; a page asks no further than it needs. */
async function placesByRelevance(
  db: Db,
  viewer: Viewer,
  { words, others }: CompiledQuery & { words: WordQuestion },
  { direction }: QuerySort,
  after: SearchCursor | null,
  limit: number,
): Promise<SearchCursor[]> {
  const levels = levelsOf(words, viewer);
  if (direction === "asc") levels.reverse();
  const match = wordMatchOf(db);
  const places: SearchCursor[] = [];
  for (const [rank, question] of levels.entries()) {
    if (after && rank < after.rank) continue;
    let query = db
      .selectFrom(match.hits(question).as("hit"))
      .innerJoin("task", "task.id", "hit.id")
      .select("hit.id")
      .where(visibleTo(viewer))
      .where(others)
      .orderBy("hit.id", "desc")
      .limit(limit - places.length);
    if (after && rank === after.rank) query = query.where("hit.id", "<", after.id);
    for (const { id } of await query.execute()) places.push({ rank, id });
    if (places.length === limit) break;
  }
  return places;
}

/** The same question by where all its words are: in the title; else in title or labels; else anywhere. */
function levelsOf(words: WordQuestion, viewer: Viewer): WordQuestion[] {
  const inTitle = narrowed(words, ["title"]);
  // Requesters do not search labels: for them the second level would always be empty.
  if (!hasAgentAccess(viewer)) return [inTitle, { kind: "without", question: words, excluded: inTitle }];
  const inTitleOrLabels = narrowed(words, ["title", "labels"]);
  return [
    inTitle,
    { kind: "without", question: inTitleOrLabels, excluded: inTitle },
    { kind: "without", question: words, excluded: inTitleOrLabels },
  ];
}

type OrderedSort = Exclude<SortKey, "attention" | "sla">;

/** What a sort compares, never null: tasks without a due date come last either way. */
const COMPARED: Record<OrderedSort, (direction: QuerySort["direction"], viewer: Viewer) => RawBuilder<number>> = {
  relevance: () => sql`task.id`,
  number: () => sql`task.id`,
  created: () => sql`task.created_at`,
  updated: (_, viewer) => changedAt(viewer),
  priority: () => sql`cast(task.priority as bigint)`, // compared with any number that an address has
  due: (direction) =>
    direction === "asc" ? sql`coalesce(task.due_at, ${Number.MAX_SAFE_INTEGER})` : sql`coalesce(task.due_at, -1)`,
};

async function placesInOrder(
  db: Db,
  viewer: Viewer,
  { where }: CompiledQuery,
  { by, direction }: QuerySort,
  after: SearchCursor | null,
  limit: number,
): Promise<SearchCursor[]> {
  const rank = COMPARED[by as OrderedSort](direction, viewer);
  // By number the place is the number itself; a second column of the same would only be in the way of the index.
  const byNumber = by === "number" || by === "relevance";
  let query = db
    .selectFrom("task")
    .select(["task.id", rank.as("rank")])
    .where(visibleTo(viewer))
    .where(where)
    .limit(limit);
  if (!byNumber) query = query.orderBy(rank, direction);
  query = query.orderBy("task.id", byNumber ? direction : "desc");
  if (after) {
    const beyond = sql.raw(direction === "asc" ? ">" : "<");
    query = byNumber
      ? query.where(sql<boolean>`task.id ${beyond} ${after.id}`)
      : query.where(
          sql<boolean>`(${rank} ${beyond} ${after.rank} or (${rank} = ${after.rank} and task.id < ${after.id}))`,
        );
  }
  return query.execute();
}
