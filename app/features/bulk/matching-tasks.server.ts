import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { parseListAddress } from "~/features/tasks/task-address";
import { type ListTasks, workedOnIn } from "~/features/tasks/task-list.server";
import type { Viewer } from "~/features/users/user-words";
import { readView } from "~/features/views/views.server";

/** What a list asks for. `name` is the view it shows, if it is one. */
export type ListMeant = Pick<ListTasks, "filter" | "where"> & { name: string | null; isNarrowed: boolean };

/** What the list at an address asks for, as its page reads it; null where its query cannot be read. */
export async function listMeant(db: Db, viewer: Viewer, search: string, now: number): Promise<ListMeant | null> {
  const { view: key, texts, filter } = parseListAddress(new URLSearchParams(search));
  const view = key ? await readView(db, viewer, key) : null;
  const q = view ? view.query : texts.q;
  const options = { interactive: !view, openByDefault: view !== null || texts.status === "" };
  const query = q === "" ? null : await compileTaskQuery(db, viewer, q, now, options);
  if (query && !query.ok) return null;
  return {
    filter: view ? { status: query ? "any" : "open" } : filter,
    where: query ? (sight) => query.asked(sight).where : undefined,
    name: view?.name ?? null,
    isNarrowed: view !== null || Object.values(texts).some((text) => text !== ""),
  };
}

/** How many tasks of a list this person works on, up to `most`. */
export async function countMeant(db: Db, viewer: Viewer, list: ListMeant, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(workedOnIn(db, viewer, list, most).as("meant"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
