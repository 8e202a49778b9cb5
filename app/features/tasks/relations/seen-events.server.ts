import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/user-words";
import { whereaboutsOf } from "./follow-merges.server";
import { isRelationField } from "./relation-words";
import * as say from "./relations-texts";

type Told = { field: string | null; old_value: string | null; new_value: string | null };

const numberIn = (text: string | null) => Number(/^#(\d+)$/.exec(text ?? "")?.[1] ?? 0);

/**
 * History with the numbers of tasks the viewer may not see left out: that there is one is all they are told. `today` says of
 * the others where they are read by now.
 */
export async function withSeenNumbers<E extends Told>(db: Db, viewer: Viewer, events: E[]) {
  const ofOthers = events.filter(({ field }) => isRelationField(field));
  const numbers = new Set(ofOthers.map((event) => numberIn(event.new_value ?? event.old_value)).filter(Boolean));
  const today = await whereaboutsOf(db, viewer, [...numbers]);
  const masked = (value: string | null) =>
    value === null || today.has(numberIn(value)) ? value : say.aTaskYouCannotSee;
  const shown = events.map((event) =>
    isRelationField(event.field)
      ? { ...event, old_value: masked(event.old_value), new_value: masked(event.new_value) }
      : event,
  );
  return { shown, today };
}
