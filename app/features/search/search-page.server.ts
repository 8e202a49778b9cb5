import type { Db } from "~/db/types";
import { type ListedOrganization, listOrganizations } from "~/features/organizations/organization-read.server";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { followMerges } from "~/features/tasks/follow-merges.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { foldText } from "~/lib/search-tokens";
import type { Hit } from "./hits.server";
import { itemsOf } from "./query-ast";
import { parseQuery } from "./query-language";
import { readTaskNumber } from "./query-values";
import { asShown, type ShownNotice } from "./search-form";
import * as say from "./search-pages-copy";
import { asksForPeople, type FoundPerson, searchPeople } from "./search-people.server";
import { type SearchTasks, searchTasks } from "./search-tasks.server";
import type { SearchAddress } from "./search-url";

/** Finds the task for a query that is only a number, following merges. Null for other queries or no such task. */
export async function jumpToTask(db: Db, viewer: Viewer, text: string): Promise<number | null> {
  const number = readTaskNumber(foldText(text).trim()); // full-width digits too
  if (number === null) return null;
  return (await followMerges(db, viewer, [number])).get(number) ?? null;
}

/** Finds organizations by name or domain, for plain word queries only. Agents only. */
async function searchOrganizations(db: Db, viewer: Viewer, text: string, limit: number): Promise<ListedOrganization[]> {
  const parsed = parseQuery(text);
  if (!isAgent(viewer) || !parsed.ok) return [];
  const terms = itemsOf(parsed.query);
  const words = terms.flatMap((term) => (term.kind === "text" ? term.text : []));
  if (words.length === 0 || words.length < terms.length) return [];
  return (await listOrganizations(db, { search: words.join(" ") }, null, limit)).organizations;
}

/** Half a list page: a hit is taller because of its excerpt, and the first few matter most. */
const TASKS_SHOWN = 25;
const PEOPLE_SHOWN = 10;
const ORGANIZATIONS_SHOWN = 5;
const NOTICES_SHOWN = 5;

const NO_TASKS: SearchTasks = { ok: true, tasks: [], hits: {}, next: null, notices: [] };

export type Found =
  | {
      ok: true;
      notices: ShownNotice[];
      /** Null for an empty query. */
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

/** Runs a search for the search page. The first page includes people and organizations; requesters only get tasks. */
export async function searchEverything(
  db: Db,
  viewer: Viewer,
  { text, after }: Pick<SearchAddress, "text" | "after">,
  now: number,
): Promise<Found> {
  if (text.trim() === "") return { ok: true, notices: [], results: null };
  const people = after ? [] : searchPeople(db, viewer, text, { limit: PEOPLE_SHOWN + 1, now });
  // `role:agent` asks for people only. If it finds none, the task search reports why it can't be answered.
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

/** Adds the position of the error, unless it concerns the whole query. */
function withPlace(message: string, text: string, { start, end }: { start: number; end: number }): string {
  if (start === 0 && end === text.length) return message;
  return say.atCharacter(message, [...text.slice(0, start)].length + 1);
}
