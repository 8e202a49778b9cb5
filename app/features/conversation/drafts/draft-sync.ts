import type { TextCopy } from "~/lib/browser-drafts";
import * as say from "../conversation-copy";

/** What stands in a form that has drafts. */
export type Typed = { body: string; fields: Record<string, string> };

/** Another text for the same place, which its writer may have instead. `at` in UTC milliseconds. */
export type Offer = Typed & { at: number; from: "this browser" | "elsewhere" };

export type Trouble = "offline" | "too_long" | "signed_out" | "not_yours" | "gone" | "deleted";

/**
 * typed     in the form now
 * kept      what the server has, or what the form began with
 * known     when the server's draft was last changed; null for none
 * saving    what is on its way
 * savedAt   by this browser's clock; null before the first time
 * ended     the form is being sent: what comes late would only be in the way
 */
export type SyncState = {
  typed: Typed;
  kept: Typed;
  known: number | null;
  revision: number;
  saving: Typed | null;
  savedAt: number | null;
  trouble: Trouble | null;
  offer: Offer | null;
  ended: boolean;
};

export type SyncEvent =
  | { type: "typed"; typed: Typed }
  | { type: "began" }
  | { type: "saved"; known: number | null; at: number }
  | { type: "troubled"; why: Trouble }
  | { type: "newer"; draft: Typed & { updatedAt: number } }
  | { type: "arrived"; draft: Typed & { updatedAt: number } }
  /** `follows`: it was typed on from what the server had. */
  | { type: "found"; copy: TextCopy; follows?: boolean }
  | { type: "deleted" }
  | { type: "took" | "dropped" | "ended" | "resumed" };

export const startSync = (typed: Typed, known: number | null): SyncState => ({
  typed,
  kept: typed,
  known,
  revision: 0,
  saving: null,
  savedAt: null,
  trouble: null,
  offer: null,
  ended: false,
});

export function nextSync(state: SyncState, event: SyncEvent): SyncState {
  switch (event.type) {
    case "typed":
      return {
        ...state,
        typed: event.typed,
        trouble: state.trouble && OF_THIS_TEXT.has(state.trouble) ? null : state.trouble,
      };
    case "began":
      return { ...state, saving: state.typed, revision: state.revision + 1 };
    case "saved":
      if (!state.saving) return state; // what was on its way has arrived already, as part of something newer
      return {
        ...state,
        kept: state.saving,
        saving: null,
        known: event.known,
        savedAt: event.at,
        trouble: null,
      };
    case "troubled":
      return { ...state, saving: null, trouble: event.why, known: event.why === "deleted" ? null : state.known };
    case "newer": {
      // Known from now on: the next saving is on purpose, and the other text is offered as long as nobody decides.
      const offer = { ...textOf(event.draft), at: event.draft.updatedAt, from: "elsewhere" as const };
      return { ...state, saving: null, known: event.draft.updatedAt, offer: same(offer, state.typed) ? null : offer };
    }
    case "arrived": {
      const { updatedAt } = event.draft;
      if (updatedAt <= (state.known ?? 0)) return state;
      const text = textOf(event.draft);
      // After a reply was withdrawn its text stands above what was typed, which may still be on its way to be saved.
      const isAllThere = same(state.typed, state.kept) || isBlank(state.typed) || endsWith(text, state.typed);
      if (isAllThere) return { ...state, typed: text, kept: text, known: updatedAt, saving: null };
      if (state.saving) return state;
      return nextSync(state, { type: "newer", draft: event.draft });
    }
    case "deleted":
      return { ...state, known: null }; // what stands in the form stays; what is typed from now on is another draft
    case "found": {
      const { body, fields, at } = event.copy;
      const found = { body, fields };
      if (same(found, state.typed)) return state;
      // What the server has is older, or nothing: the browser's text stands in the form, the other one is offered.
      if (same(state.typed, state.kept) && (event.follows || at >= (state.known ?? 0))) {
        const isNone = event.follows || isBlank(state.typed);
        const other = isNone ? null : { ...state.typed, at: state.known ?? at, from: "elsewhere" as const };
        return { ...state, typed: found, offer: other };
      }
      return { ...state, offer: { ...found, at, from: "this browser" } };
    }
    case "took": {
      if (!state.offer) return state;
      const { at, from, ...text } = state.offer;
      const other = isBlank(state.typed) ? null : { ...state.typed, at, from };
      return { ...state, typed: text, offer: other };
    }
    case "dropped":
      return { ...state, offer: null };
    case "ended":
      return { ...state, ended: true };
    case "resumed":
      return { ...state, ended: false };
  }
}

const textOf = ({ body, fields }: Typed): Typed => ({ body, fields });

/** What another try of the same text does not mend. */
const FOR_GOOD: readonly Trouble[] = ["too_long", "not_yours", "gone", "deleted"];

/** What another text mends. */
const OF_THIS_TEXT = new Set<Trouble>(["too_long", "deleted"]);

/** Whether there is something to save, and nothing in the way of it: a text from elsewhere is not overwritten undecided. */
export const needsSaving = ({ typed, kept, saving, ended, trouble, offer }: SyncState) =>
  !ended && offer?.from !== "elsewhere" && !saving && !(trouble && FOR_GOOD.includes(trouble)) && !same(typed, kept);

/** Whether the server lacks something that stands in the form. */
export const isUnkept = ({ typed, kept }: SyncState) => !same(typed, kept);

/** Whether a text is another one with more above it. */
const endsWith = ({ body }: Typed, { body: end }: Typed) =>
  `\n\n${body.replace(/\r\n?/g, "\n")}`.endsWith(`\n\n${end.replace(/\r\n?/g, "\n")}`);

/** Whether nothing was written yet. A new task has a title, too. */
export const isBlank = ({ body, fields }: Typed) => `${body}${fields.title ?? ""}`.trim() === "";

/** Line ends and the order of fields do not matter. */
export function same(a: Typed, b: Typed): boolean {
  const plain = ({ body, fields }: Typed) =>
    JSON.stringify([body.replace(/\r\n?/g, "\n"), Object.entries(fields).sort(([x], [y]) => (x < y ? -1 : 1))]);
  return plain(a) === plain(b);
}

const TROUBLES: Record<Trouble, string> = {
  offline: say.notSavedNoServer,
  too_long: say.notSavedTooLong,
  signed_out: say.notSavedSignedOut,
  not_yours: say.notSavedSomebodyElse,
  deleted: say.notSavedDeleted,
  gone: say.notSavedTaskIsGone,
};

/** What the line below the form says; null for nothing. `clock` writes a time. */
export function statusWords({ trouble, saving, savedAt }: SyncState, clock: (at: number) => string): string | null {
  if (trouble) return TROUBLES[trouble];
  if (saving) return say.saving;
  return savedAt === null ? null : say.savedAt(clock(savedAt));
}

/** What a screen reader is told: trouble, and once that the text is kept. Not every time. */
export const announcement = ({ trouble, savedAt }: SyncState) =>
  trouble ? TROUBLES[trouble] : savedAt === null ? "" : say.draftSaved;
