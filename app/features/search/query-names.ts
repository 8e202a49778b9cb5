import { CATEGORIES, isTypeSentTo, OPEN_CATEGORIES, type Status, statuses, types } from "~/features/tasks/tasks";
import { foldText, sortKey } from "~/lib/search-tokens";
import { eitherOf } from "~/lib/text";
import type { TextValue } from "./query-ast";
import { nearest } from "./query-fields";
import { short } from "./query-rules";
import * as say from "./search-copy";
import { Unanswerable } from "./unanswerable-queries";

/**
 * Statuses a value means: a key, a name, a category, `open`, `done` or `any`. Throws `Unanswerable`.
 * A quoted value is a name first. Requesters can't use keys, which may contain the agents' name for a status.
 */
export function statusesCalled(value: TextValue, agent: boolean): readonly Status[] | "any" {
  const { text, at } = value;
  noSignForNot("status", text);
  const called = sortKey(text.replaceAll("_", " "));
  const nameOf = (status: Status) => (agent ? status.name : status.requesterName);
  const named = statuses().filter((status) => sortKey(nameOf(status)) === sortKey(text));
  if (value.kind === "quoted" && named.length > 0) return named;
  if (called === "any") return "any";
  if (called === "open") return statuses().filter((status) => OPEN_CATEGORIES.includes(status.category));
  if (called === "done") return statuses().filter((status) => !OPEN_CATEGORIES.includes(status.category));
  const category = CATEGORIES.find((name) => name === called);
  const found = statuses().filter(
    (status) =>
      status.category === category ||
      (agent && sortKey(status.key.replaceAll("_", " ")) === called) ||
      sortKey(nameOf(status)) === called,
  );
  if (found.length > 0) return found;
  const names = statuses().map(nameOf);
  const words = [
    "open",
    "done",
    "any",
    ...CATEGORIES,
    ...(agent ? statuses().map((status) => status.key) : []),
    ...names.map(foldText),
  ];
  const near = nearest(foldText(text), words);
  if (!near) throw new Unanswerable(say.noSuchStatus(short(text), eitherOf([...new Set(names)])));
  throw new Unanswerable(say.noSuchStatusSuggestion(short(text), near), { at, meant: near });
}

export const CHANNELS = ["web", "email", "phone", "api", "import", "schedule", "offline"].map((key) => ({
  key,
  name: key,
}));

/** Key of a task type, among those the viewer may see. Throws `Unanswerable`. */
export const typeCalled = (text: string, agent: boolean) =>
  oneOf(
    "type",
    text,
    types().filter((type) => isTypeSentTo(agent, type)),
  ).key;

/** Finds an item by key or name. Throws `Unanswerable`. */
export function oneOf<T extends { key: string; name: string }>(
  what: keyof typeof say.noSuchChoice,
  text: string,
  all: readonly T[],
): T {
  noSignForNot(what, text);
  const found = all.find(({ key, name }) => key === text.toLowerCase() || sortKey(name) === sortKey(text));
  if (found) return found;
  throw new Unanswerable(say.noSuchChoice[what](short(text), eitherOf(all.map(({ key }) => key))));
}

/** Finds things by exact name, ignoring case; otherwise by the same words. */
export function thingsCalled<T extends { name: string }>(text: string, things: readonly T[]): T[] {
  const called = things.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  return called.length > 0 ? called : things.filter(({ name }) => sortKey(name) === sortKey(text));
}

/** Ids of the things with this name. Throws `Unanswerable` with the message if there are none. */
export function idsCalled(
  text: string,
  things: readonly { id: number; name: string }[],
  noSuch: (name: string) => string,
): number[] {
  const found = thingsCalled(text, things).map(({ id }) => id);
  if (found.length === 0) throw new Unanswerable(noSuch(short(text)));
  return found;
}

/** Rejects `!` as negation: name matching ignores punctuation, so `!x` would find the same tasks as `x`. */
function noSignForNot(key: string, text: string): void {
  if (text.startsWith("!")) throw new Unanswerable(say.minusForNot(key, short(text.slice(1))));
}
