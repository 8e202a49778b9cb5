import { type Preferences, preferences } from "./preferences";

/**
 * What somebody is writing, as this browser has it: kept at every key, before any server knows. All of it belongs to one
 * person and goes when they sign out or somebody else signs in. A page that was left open by somebody else touches none.
 */
const KEY = "app:writing";

/** `requestKey` and `known` are those of the form; `at` in UTC milliseconds of this browser's clock. */
export type TextCopy = {
  body: string;
  fields: Record<string, string>;
  requestKey: string;
  revision: number;
  known: number | null;
  at: number;
};

type Copies = { person: number; places: Record<string, TextCopy> };

/** `place` names a form: "reply 42". */
export function readCopy(person: number, place: string, kept: Preferences = preferences): TextCopy | null {
  return copiesOf(person, kept).places[place] ?? null;
}

/** Null forgets. */
export function writeCopy(person: number, place: string, copy: TextCopy | null, kept: Preferences = preferences) {
  if ((read(kept)?.person ?? person) !== person) return;
  const { [place]: _, ...others } = copiesOf(person, kept).places;
  const places = copy ? { ...others, [place]: copy } : others;
  if (Object.keys(places).length === 0) kept.remove(KEY);
  else kept.write(KEY, JSON.stringify({ person, places } satisfies Copies));
}

/** Forgets what is not this person's; with null all of it. */
export function keepCopiesOf(person: number | null, kept: Preferences = preferences) {
  const copies = read(kept);
  if (copies && copies.person !== person) kept.remove(KEY);
}

function copiesOf(person: number, kept: Preferences): Copies {
  const copies = read(kept);
  return copies?.person === person ? copies : { person, places: {} };
}

function read(kept: Preferences): Copies | null {
  try {
    const copies = JSON.parse(kept.read(KEY) ?? "null") as Copies | null;
    return typeof copies?.person === "number" && typeof copies.places === "object" ? copies : null;
  } catch {
    return null; // not ours, or half written
  }
}
