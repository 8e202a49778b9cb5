import { type Preferences, preferences } from "./browser-storage";

/**
 * Drafts in this browser's storage, saved on every key press before the server has them. All belong to one person and are
 * cleared when they sign out or another person signs in. A page left open by another person touches none.
 */
const KEY = "app:writing";

/** `requestKey` and `known` belong to the form; `at` in UTC milliseconds of this browser's clock. */
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

/** A null copy deletes the draft. */
export function writeCopy(person: number, place: string, copy: TextCopy | null, kept: Preferences = preferences) {
  if ((read(kept)?.person ?? person) !== person) return;
  const { [place]: _, ...others } = copiesOf(person, kept).places;
  const places = copy ? { ...others, [place]: copy } : others;
  if (Object.keys(places).length === 0) kept.remove(KEY);
  else kept.write(KEY, JSON.stringify({ person, places } satisfies Copies));
}

/** Clears another person's drafts; with null, all. */
export function keepDraftsOf(person: number | null, kept: Preferences = preferences) {
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
    return null; // corrupt entry
  }
}
