import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/db/types";
import { type ListedTask, listTasksByNumber } from "~/features/tasks/task-list.server";
import { changedAt, type Sight, sightsOf } from "~/features/tasks/task-policy.server";
import { DEFAULT_PRIORITY, rankOf } from "~/features/tasks/task-words";
import type { Viewer } from "~/features/users/user-words";
import { PAGE_ROWS } from "~/lib/page-rows";
import { type Asked, type CompiledQuery, compileTaskQuery } from "./compile-query.server";
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

  const sights = await sightsOf(db, viewer, query.withMerged);
  const places = await placesOf(db, sights, query, sort, after, limit + 1);
  const shown = places.slice(0, limit);
  const last = shown.at(-1);
  const next = last && places.length > limit ? last : null;
  const tasks = await listTasksByNumber(
    db,
    viewer,
    shown.map(({ id }) => id),
    query.withMerged,
  );
  return { ok: true, tasks, next, notices: query.notices };
}

type Place = Pick<SearchCursor, "rank" | "id">;

/** Where the tasks of all sights stand, in order; up to `limit`. */
async function placesOf(
  db: Db,
  sights: readonly Sight[],
  query: CompiledQuery,
  sort: QuerySort,
  after: SearchCursor | null,
  limit: number,
): Promise<SearchCursor[]> {
  const found = await Promise.all(
    sights.map((sight) => {
      const { words, ...asked } = query.asked(sight);
      return words && sort.by === "relevance"
        ? placesByRelevance(db, sight, { ...asked, words }, sort, after, limit)
        : placesInOrder(db, sight, asked, sort, after, limit);
    }),
  );
  const [only = [], ...others] = found;
  if (others.length === 0) return only;
  return found
    .flat()
    .sort(inOrderOf(sort, query.asked({ works: true }).words !== null))
    .slice(0, limit);
}

/** The order in which both kinds of reading below answer. */
function inOrderOf({ by, direction }: QuerySort, hasWords: boolean) {
  const sign = direction === "asc" ? 1 : -1;
  if (by === "relevance" && hasWords) return (a: Place, b: Place) => a.rank - b.rank || b.id - a.id;
  if (by === "number" || by === "relevance") return (a: Place, b: Place) => sign * (a.id - b.id);
  return (a: Place, b: Place) => sign * (a.rank - b.rank) || b.id - a.id;
}

/** Hits level by level, each from the newest down; a page asks no further than it needs. */
async function placesByRelevance(
  db: Db,
  sight: Sight,
  { words, others }: Asked & { words: WordQuestion },
  { direction }: QuerySort,
  after: SearchCursor | null,
  limit: number,
): Promise<SearchCursor[]> {
  const levels = levelsOf(words, sight);
  if (direction === "asc") levels.reverse();
  const match = wordMatchOf(db);
  const places: SearchCursor[] = [];
  for (const [rank, question] of levels.entries()) {
    if (question === null || (after && rank < after.rank)) continue;
    let query = db
      .selectFrom(match.hits(question).as("hit"))
      .innerJoin("task", "task.id", "hit.id")
      .select("hit.id")
      .where(sight.rows)
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
function levelsOf(words: WordQuestion, { works }: Sight): (WordQuestion | null)[] {
  const inTitle = narrowed(words, ["title"]);
  // From the requester's side labels are not searched: the second level would always be empty.
  if (!works) return [inTitle, null, { kind: "without", question: words, excluded: inTitle }];
  const inTitleOrLabels = narrowed(words, ["title", "labels"]);
  return [
    inTitle,
    { kind: "without", question: inTitleOrLabels, excluded: inTitle },
    { kind: "without", question: words, excluded: inTitleOrLabels },
  ];
}

type OrderedSort = Exclude<SortKey, "attention" | "sla">;

/** What a sort compares, never null: tasks without a due date come last either way. */
const COMPARED: Record<OrderedSort, (direction: QuerySort["direction"], sight: Sight) => RawBuilder<number>> = {
  relevance: () => sql`task.id`,
  number: () => sql`task.id`,
  created: () => sql`task.created_at`,
  updated: (_, sight) => changedAt(sight),
  // Compared with any number that an address has. From the requester's side neither of the two is told by an order.
  priority: (_, { works }) =>
    sql<number>`cast(${works ? sql`task.priority` : sql.lit(rankOf(DEFAULT_PRIORITY))} as bigint)`,
  due: (direction, { works }) => {
    const none = sql<number>`cast(${sql.lit(direction === "asc" ? Number.MAX_SAFE_INTEGER : -1)} as bigint)`;
    return works ? sql<number>`coalesce(task.due_at, ${none})` : none;
  },
};

async function placesInOrder(
  db: Db,
  sight: Sight,
  { where }: Pick<Asked, "where">,
  { by, direction }: QuerySort,
  after: SearchCursor | null,
  limit: number,
): Promise<SearchCursor[]> {
  const rank = COMPARED[by as OrderedSort](direction, sight);
  // By number the place is the number itself; a second column of the same would only be in the way of the index.
  const byNumber = by === "number" || by === "relevance";
  let query = db
    .selectFrom("task")
    .select(["task.id", rank.as("rank")])
    .where(sight.rows)
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
