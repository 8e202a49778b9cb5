import type { Db } from "~/db/types";
import { whereaboutsOf } from "~/features/tasks/follow-merges.server";
import type { Viewer } from "~/features/users/user-words";
import { foldText } from "~/lib/search-text";

/** The task a whole query is about, if it is about one: `#1042`, or digits alone, in any width. */
function taskNumberIn(text: string): number | null {
  const number = /^#?([1-9]\d{0,8})$/.exec(foldText(text).trim())?.[1];
  return number ? Number(number) : null;
}

/** The task that `#1042`, or digits alone, mean to this viewer; null for any other query, or when there is none. */
export async function taskMeantBy(db: Db, viewer: Viewer, text: string): Promise<number | null> {
  const number = taskNumberIn(text);
  if (number === null) return null;
  return (await whereaboutsOf(db, viewer, [number])).get(number) ?? null;
}
