import type { Db } from "~/db/types";
import { type ListedOrganization, listOrganizations } from "~/features/organizations/organization-read.server";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { followMerges } from "~/features/tasks/follow-merges.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { foldText } from "~/lib/search-text";
import type { Hit } from "./hits.server";
import { itemsOf } from "./query-ast";
import { parseQuery } from "./query-language";
import type { SearchAddress } from "./search-address";
import { asShown, type ShownNotice } from "./search-form";
import * as say from "./search-pages-copy";
import { asksForPeople, type FoundPerson, searchPeople } from "./search-people.server";
import { type SearchTasks, searchTasks } from "./search-queries.server";

/** The task a whole query is about, if it is about one: `#1042`, or digits alone, in any width. */
function taskNumberIn(text: string): number | null {
  const number = /^#?([1-9]\d{0,8})$/.exec(foldText(text).trim())?.[1];
  return number ? Number(number) : null;
}

/** The task that `#1042`, or digits alone, mean to this viewer; null for any other query, or when there is none. */
export async function jumpToTask(db: Db, viewer: Viewer, text: string): Promise<number | null> {
  const number = taskNumberIn(text);
  if (number === null) return null;
  return (await followMerges(db, viewer, [number])).get(number) ?? null;
}

/**
 * Organizations whose name or domain has all words of a query that is nothing but words. For agents: requesters do not
 * search organizations.
 */
async function searchOrganizations(db: Db, viewer: Viewer, text: string, limit: number): Promise<ListedOrganization[]> {
  const parsed = parseQuery(text);
  if (!isAgent(viewer) || !parsed.ok) return [];
  const terms = itemsOf(parsed.query);
  const words = terms.flatMap((term) => (term.kind === "text" ? term.text : []));
  if (words.length === 0 || words.length < terms.length) return [];
  return (await listOrganizations(db, { search: words.join(" ") }, null, limit)).organizations;
}

/** Half of a list: a hit has a line of what was found in it, and whoever searches looks at the first few. */
const TASKS_SHOWN = 25;
const PEOPLE_SHOWN = 10;
const ORGANIZATIONS_SHOWN = 5;
const NOTICES_SHOWN = 5;

const NO_TASKS: SearchTasks = { ok: true, tasks: [], hits: {}, next: null, notices: [] };

export type Found =
  | {
      ok: true;
      notices: ShownNotice[];
      /** Null when nothing was asked. */
      results: {
        tasks: ListedTask[];
        hits: Record<number, Hit>;
        next: string | null;
        people: FoundPerson[];
        morePeople: boolean;
        organizations: Pick<ListedOrganization, "id" | "name" | "domains">[];
        moreOrganizations: boolean;
      } | null;
    }
  | { ok: false; error: ShownNotice };

/** What the search page shows for a query: people and organizations, on the first page, and tasks. A requester gets tasks alone. */
export async function searchEverything(
  db: Db,
  viewer: Viewer,
  { text, after }: Pick<SearchAddress, "text" | "after">,
  now: number,
): Promise<Found> {
  if (text.trim() === "") return { ok: true, notices: [], results: null };
  const people = after ? [] : searchPeople(db, viewer, text, { limit: PEOPLE_SHOWN + 1, now });
  // `role:agent` is no question about tasks; with nobody found, that it is not is what there is to say.
  const isAnswered = asksForPeople(text) && (await people).length > 0;
  const [found, called, tasks] = await Promise.all([
    people,
    after ? [] : searchOrganizations(db, viewer, text, ORGANIZATIONS_SHOWN + 1),
    isAnswered ? NO_TASKS : searchTasks(db, viewer, text, { after, limit: TASKS_SHOWN, now }),
  ]);
  const beside = {
    ...{ people: found.slice(0, PEOPLE_SHOWN), morePeople: found.length > PEOPLE_SHOWN },
    organizations: called.slice(0, ORGANIZATIONS_SHOWN).map(({ id, name, domains }) => ({ id, name, domains })),
    moreOrganizations: called.length > ORGANIZATIONS_SHOWN,
  };
  if (!tasks.ok) {
    const { message, at, suggestion } = tasks.error;
    return { ok: false, error: asShown({ message: withPlace(message, text, at), suggestion }) };
  }
  const notices = new Map(tasks.notices.map((notice) => [notice.message, asShown(notice)] as const));
  return {
    ok: true,
    notices: [...notices.values()].slice(0, NOTICES_SHOWN),
    results: { tasks: tasks.tasks, hits: tasks.hits, next: tasks.next, ...beside },
  };
}

/** Says where in the query something is wrong, unless the sentence stands for all of it. */
function withPlace(message: string, text: string, { start, end }: { start: number; end: number }): string {
  if (start === 0 && end === text.length) return message;
  return say.atCharacter(message, [...text.slice(0, start)].length + 1);
}
