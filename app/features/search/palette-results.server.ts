import type { Db } from "~/db/types";
import { type ListedTask, listTasksByNumber, listViewed } from "~/features/task-list/listed-tasks.server";
import { accessScopesOf } from "~/features/tasks/task-policy.server";
import { statusOf, whoseRequest } from "~/features/tasks/tasks";
import { isAgent, type Viewer } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import type { Offer } from "~/ui/choice-list";
import { jumpToTask } from "./search-page.server";
import * as say from "./search-pages-copy";
import { searchPeople } from "./search-people.server";
import { searchTasks } from "./search-tasks.server";

const TASKS_SHOWN = 8;
const RECENT_SHOWN = 5;
const PLACES_SHOWN = 5;

/** A page that the palette finds by its name, such as a view. */
export type Place = { href: string; name: string; group: string };

/**
 * The palette's results: tasks by number and words, people (for agents) and `places`. Tasks come first if the words are
 * in a title; otherwise names do. Without words, the tasks opened most recently. A query with errors finds no tasks.
 */
export async function findForPalette(
  db: Db,
  viewer: Viewer,
  text: string,
  places: readonly Place[],
  now: number,
): Promise<Offer[]> {
  if (text.trim() === "") {
    const recent = await listViewed(db, viewer, await accessScopesOf(db, viewer), RECENT_SHOWN);
    return recent.map((task) => taskOffer(task, say.recentlyViewed));
  }
  const [numbered, found, people] = await Promise.all([
    taskNumbered(db, viewer, text),
    searchTasks(db, viewer, text, { limit: TASKS_SHOWN, excerpts: false, now }),
    searchPeople(db, viewer, text, { limit: PLACES_SHOWN, now }),
  ]);
  const worded = found.ok ? found.tasks : [];
  const listed = [...numbered, ...worded.filter(({ id }) => id !== numbered[0]?.id)].slice(0, TASKS_SHOWN);
  const group = isAgent(viewer) ? say.tasks : say.requests;
  const tasks = listed.map((task) => taskOffer(task, group));
  const named = [
    ...people.map(({ id, name, email }) => ({ value: `/users/${id}`, label: name, detail: email, group: say.people })),
    ...placesNamed(text, places),
  ];
  const [best] = listed;
  return numbered.length > 0 || (found.ok && best && found.hits[best.id]?.title)
    ? [...tasks, ...named]
    : [...named, ...tasks];
}

const taskOffer = ({ id, title, status, inner, requestOf }: ListedTask, group: string): Offer => {
  const { name, requesterName } = statusOf(status);
  const shown = inner ? name : requesterName;
  const detail = requestOf ? `${whoseRequest(requestOf)} · ${shown}` : shown;
  return { value: `/tasks/${id}`, lead: `#${id}`, label: title, detail, group };
};

async function taskNumbered(db: Db, viewer: Viewer, text: string): Promise<ListedTask[]> {
  const number = await jumpToTask(db, viewer, text);
  return number === null ? [] : listTasksByNumber(db, viewer, await accessScopesOf(db, viewer), [number]);
}

/** Places with a word that begins with each typed word. */
function placesNamed(text: string, places: readonly Place[]): Offer[] {
  const beginnings = sortKey(text).split(/\s+/).filter(Boolean);
  if (beginnings.length === 0) return []; // signs alone
  const fits = ({ name }: Place) => beginnings.every((beginning) => ` ${sortKey(name)}`.includes(` ${beginning}`));
  return places
    .filter(fits)
    .slice(0, PLACES_SHOWN)
    .map(({ href, name, group }) => ({ value: href, label: name, group }));
}
