import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { type ListedTask, listTasksByNumber } from "~/features/task-list/listed-tasks.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { parsePosition, positionText, SORTS, type Sort } from "~/features/task-list/task-sort-and-cursor";
import { type AccessScope, accessScopesInTurn } from "~/features/tasks/task-policy.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { PAGE_ROWS } from "~/lib/page-cursor";
import { type Asked, type CompiledQuery, compileTaskQuery } from "./compile-query.server";
import { type Hit, hitsIn, readExcerpts, titlesIn } from "./hits.server";
import { narrowed, type WordQuestion } from "./index-query";
import type { QuerySort } from "./qualifier-availability";
import type { QueryError, QueryNotice } from "./query-language";
import { wordMatchOf } from "./word-match.server";

/** Cursor into hits sorted by relevance: the level, then the task number. */
type SearchCursor = { rank: number; id: number };

/**
 * Reads the page cursor from a URL.
 *
 * Shape  "2~1042": level, "~", task number.
 * Null   for no cursor or an invalid one: a stale bookmark shows page one, not an error.
 */
function parseSearchCursor(text: string | null): SearchCursor | null {
  const match = /^([0-2])~([1-9]\d{0,8})$/.exec(text ?? "");
  return match ? { rank: Number(match[1]), id: Number(match[2]) } : null;
}

const printSearchCursor = ({ rank, id }: SearchCursor) => `${rank}~${id}`;

export type SearchTasks =
  | { ok: true; tasks: ListedTask[]; hits: Record<number, Hit>; next: string | null; notices: QueryNotice[] }
  | { ok: false; error: QueryError };

/** `excerpts`: whether to read the matched text of messages. */
type SearchOptions = { after?: string | null; limit?: number; excerpts?: boolean; now: number };

/**
 * One page of tasks that match a query and that the viewer may see. Without `sort:`, hits come in three levels: in the title;
 * in title, tags and names; anywhere. Each level is newest first. `after` is the previous page's `next`; null on the last.
 */
export async function searchTasks(
  db: Db,
  viewer: Viewer,
  text: string,
  { after = null, limit = PAGE_ROWS, excerpts: wantsExcerpts = true, now }: SearchOptions,
): Promise<SearchTasks> {
  const query = await compileTaskQuery(db, viewer, text, now, { interactive: true });
  if (!query.ok) return query;
  const asked = query.sort ?? { by: "relevance", direction: "desc" };
  const { notices, hidden } = query;
  const { words } = query.asked({ works: isAgent(viewer) });
  if (asked.by === "relevance" && words !== null) {
    const { sights, places } = await placesFor(db, viewer, query, asked, after, limit + 1);
    const found = places.slice(0, limit);
    const last = found.at(-1);
    const next = last && places.length > limit ? printSearchCursor(last) : null;
    // Only this level needs messages: the others match in titles, tags and names.
    const deep = asked.direction === "asc" ? 0 : 2;
    const [numbers, untitled] = [found.map(({ id }) => id), found.filter(({ rank }) => rank === deep)];
    const [tasks, excerpts] = await Promise.all([
      listTasksByNumber(db, viewer, sights, numbers),
      readExcerpts(db, wantsExcerpts ? untitled : [], words),
    ]);
    return { ok: true, tasks, hits: hitsIn(tasks, titlesIn(tasks, words), excerpts), next, notices };
  }

  const sort = listSort(asked);
  const position = after === null ? null : parsePosition(new URLSearchParams({ after }), sort);
  const { tasks, next } = await listTasks(db, viewer, {
    filter: { status: "any", whose: "all" },
    ...{ where: (sight) => query.asked(sight).where, hidden, sort, position, limit },
  });
  const titles = titlesIn(tasks, words);
  const untitled = tasks.filter(({ id }) => !titles.has(id)).map(({ id, inner }) => ({ id, works: inner !== null }));
  const hits = hitsIn(tasks, titles, await readExcerpts(db, wantsExcerpts ? untitled : [], words));
  return { ok: true, tasks, hits, next: next && positionText(next), notices };
}

/** The list order for a query. Without words to rank, relevance means newest first. */
function listSort({ by, direction }: QuerySort): Sort {
  return { key: SORTS.find((key) => key === by) ?? "number", direction };
}

/** Relevance cursor of a task, and whether the viewer has agent access to it. */
type Place = SearchCursor & { works: boolean };

/** Relevance cursors across all ways of seeing tasks, up to `limit`, and those ways. */
async function placesFor(
  db: Db,
  viewer: Viewer,
  query: CompiledQuery,
  { direction }: QuerySort,
  after: string | null,
  limit: number,
): Promise<{ sights: AccessScope[]; places: Place[] }> {
  const cursor = parseSearchCursor(after);
  const placesIn = async (sight: AccessScope): Promise<Place[]> => {
    const { words, ...asked } = query.asked(sight);
    if (words === null) return [];
    const places = await placesByRelevance(db, sight, { ...asked, words }, direction, cursor, limit);
    return places.map((place) => ({ ...place, works: sight.works }));
  };
  const { first, further } = accessScopesInTurn(db, viewer, query.hidden);
  const [here, others] = await Promise.all([
    placesIn(first),
    further.then((sights) => Promise.all(sights.map(placesIn))),
  ]);
  const sights = [first, ...(await further)];
  if (others.length === 0) return { sights, places: here };
  const places = [here, ...others].flat().sort((a, b) => a.rank - b.rank || b.id - a.id);
  return { sights, places: places.slice(0, limit) };
}

/** Reads hits level by level, newest first, in one statement. Levels after a full page aren't read. */
async function placesByRelevance(
  db: Db,
  sight: AccessScope,
  { words, others }: Asked & { words: WordQuestion },
  direction: QuerySort["direction"],
  after: SearchCursor | null,
  limit: number,
): Promise<SearchCursor[]> {
  const levels = levelsOf(words, sight);
  if (direction === "asc") levels.reverse();
  const match = wordMatchOf(db);
  // On page one, earlier levels list all their hits. Excluding those by id avoids matching their words twice.
  const isKnown = after === null && direction === "desc";
  const tables: RawBuilder<unknown>[] = [];
  const before: RawBuilder<unknown>[] = [];
  for (const [rank, level] of levels.entries()) {
    if (level === null || (after && rank < after.rank)) continue;
    const { asked, excluded } = level;
    const question = isKnown || excluded === null ? asked : { kind: "without" as const, question: asked, excluded };
    let hits = db
      .selectFrom(match.hits(question).as("hit"))
      .innerJoin("task", "task.id", "hit.id")
      .select("hit.id")
      .where(sight.rows)
      .where(others)
      .orderBy("hit.id", "desc")
      .limit(limit);
    if (after && rank === after.rank) hits = hits.where("hit.id", "<", after.id);
    const taken = sql`(select id from (${either(before)}) as taken)`;
    if (isKnown && before.length > 0) hits = hits.where(sql<SqlBool>`hit.id not in ${taken}`);
    const left = before.length > 0 ? sql`(select ${sql.lit(limit)} - count(*) from ${taken} as taken)` : sql.lit(limit);
    const name = sql.ref(`level_${rank}`);
    tables.push(sql`${name} as materialized (select id from ${hits} as hits order by id desc limit ${left})`);
    before.push(sql`select ${sql.lit(rank)} as "rank", id from ${name}`);
  }
  return db
    .selectFrom(sql<SearchCursor>`(with ${sql.join(tables)} ${either(before)})`.as("place"))
    .select(["rank", "id"])
    .orderBy("rank")
    .orderBy("id", "desc")
    .execute();
}

const either = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` union all `);

/** The query of a level, and the hits earlier levels already cover. */
type Level = { asked: WordQuestion; excluded: WordQuestion | null };

/** Levels by where all words match: the title, title or labels, anywhere. */
function levelsOf(words: WordQuestion, { works }: AccessScope): (Level | null)[] {
  const inTitle = narrowed(words, ["title"]);
  const first = { asked: inTitle, excluded: null };
  // The requester's side doesn't search labels, so the second level would always be empty.
  if (!works) return [first, null, { asked: words, excluded: inTitle }];
  const inTitleOrLabels = narrowed(words, ["title", "labels"]);
  return [first, { asked: inTitleOrLabels, excluded: inTitle }, { asked: words, excluded: inTitleOrLabels }];
}
