import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { type ListedTask, listTasksByNumber } from "~/features/task-list/listed-tasks.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { parsePosition, positionText, SORTS, type Sort } from "~/features/task-list/task-position";
import { type Sight, sightsInTurn } from "~/features/tasks/task-policy.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { PAGE_ROWS } from "~/lib/page-rows";
import type { QuerySort } from "./agent-fields";
import { type Asked, type CompiledQuery, compileTaskQuery } from "./compile-query.server";
import { type Hit, hitsIn, readExcerpts, titlesIn } from "./hits.server";
import { narrowed, type WordQuestion } from "./index-query";
import type { QueryError, QueryNotice } from "./query-language";
import { wordMatchOf } from "./word-match.server";

/** Where a page of hits in order of relevance ends: the level, then the task's number. */
type SearchCursor = { rank: number; id: number };

/**
 * The page position in an address.
 *
 * Shape  "2~1042": level, "~", task number.
 * Null   for no position or one we cannot read: a stale bookmark shows page one, not an error.
 */
function parseSearchCursor(text: string | null): SearchCursor | null {
  const match = /^([0-2])~([1-9]\d{0,8})$/.exec(text ?? "");
  return match ? { rank: Number(match[1]), id: Number(match[2]) } : null;
}

const printSearchCursor = ({ rank, id }: SearchCursor) => `${rank}~${id}`;

export type SearchTasks =
  | { ok: true; tasks: ListedTask[]; hits: Record<number, Hit>; next: string | null; notices: QueryNotice[] }
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
  { after = null, limit = PAGE_ROWS, now }: { after?: string | null; limit?: number; now: number },
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
    // Only on this level messages are read: the others have all words in titles, tags and names.
    const deep = asked.direction === "asc" ? 0 : 2;
    const [tasks, excerpts] = await Promise.all([
      listTasksByNumber(
        db,
        viewer,
        sights,
        found.map(({ id }) => id),
      ),
      readExcerpts(
        db,
        found.filter(({ rank }) => rank === deep),
        words,
      ),
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
  const hits = hitsIn(tasks, titles, await readExcerpts(db, untitled, words));
  return { ok: true, tasks, hits, next: next && positionText(next), notices };
}

/** The order of a list; without words the most relevant are the newest. */
function listSort({ by, direction }: QuerySort): Sort {
  return { key: SORTS.find((key) => key === by) ?? "number", direction };
}

/** Where a task stands in the order of relevance, and whether it is seen as an agent. */
type Place = SearchCursor & { works: boolean };

/** Where the tasks of all ways of seeing them stand, up to `limit`; and these ways. */
async function placesFor(
  db: Db,
  viewer: Viewer,
  query: CompiledQuery,
  { direction }: QuerySort,
  after: string | null,
  limit: number,
): Promise<{ sights: Sight[]; places: Place[] }> {
  const cursor = parseSearchCursor(after);
  const placesIn = async (sight: Sight): Promise<Place[]> => {
    const { words, ...asked } = query.asked(sight);
    if (words === null) return [];
    const places = await placesByRelevance(db, sight, { ...asked, words }, direction, cursor, limit);
    return places.map((place) => ({ ...place, works: sight.works }));
  };
  const { first, further } = sightsInTurn(db, viewer, query.hidden);
  const [here, others] = await Promise.all([
    placesIn(first),
    further.then((sights) => Promise.all(sights.map(placesIn))),
  ]);
  const sights = [first, ...(await further)];
  if (others.length === 0) return { sights, places: here };
  const places = [here, ...others].flat().sort((a, b) => a.rank - b.rank || b.id - a.id);
  return { sights, places: places.slice(0, limit) };
}

/**
 * Hits level by level, each from the newest down, in one statement: a level for which those before have left no place is not
 * looked into.
 */
async function placesByRelevance(
  db: Db,
  sight: Sight,
  { words, others }: Asked & { words: WordQuestion },
  direction: QuerySort["direction"],
  after: SearchCursor | null,
  limit: number,
): Promise<SearchCursor[]> {
  const levels = levelsOf(words, sight);
  if (direction === "asc") levels.reverse();
  const match = wordMatchOf(db);
  // On the first page the levels before have told all they have: to leave those out by number spares their words a second look.
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

/** What is asked on a level, without what is on those before. */
type Level = { asked: WordQuestion; excluded: WordQuestion | null };

/** The same question by where all its words are: in the title; else in title or labels; else anywhere. */
function levelsOf(words: WordQuestion, { works }: Sight): (Level | null)[] {
  const inTitle = narrowed(words, ["title"]);
  const first = { asked: inTitle, excluded: null };
  // From the requester's side labels are not searched: the second level would always be empty.
  if (!works) return [first, null, { asked: words, excluded: inTitle }];
  const inTitleOrLabels = narrowed(words, ["title", "labels"]);
  return [first, { asked: inTitleOrLabels, excluded: inTitle }, { asked: words, excluded: inTitleOrLabels }];
}
