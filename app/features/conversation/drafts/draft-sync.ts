import type { TextCopy } from "~/lib/browser-drafts";
import * as terms from "../conversation-copy";
import * as say from "../writing-copy";

export type Typed = { body: string; fields: Record<string, string> };

/** Another version the writer can switch to. `at` in UTC milliseconds. */
export type Offer = Typed & { at: number; from: "this browser" | "elsewhere" };

export type Trouble = "offline" | "too_long" | "signed_out" | "not_yours" | "gone" | "deleted";

/**
 * typed    current contents of the form
 * kept     contents on the server, or the form's initial contents
 * known    when the server's draft last changed; null for none
 * saving   contents in the current request
 * savedAt  by this browser's clock; null before the first save
 * ended    the form is being sent, so it is not saved any more
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
  /** `follows`: based on the server's version. */
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
      if (!state.saving) return state; // already saved as part of something newer
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
      // Marks the version as known, so the next save may overwrite it. Saving waits while the other text is on offer.
      const offer = { ...textOf(event.draft), at: event.draft.updatedAt, from: "elsewhere" as const };
      return { ...state, saving: null, known: event.draft.updatedAt, offer: same(offer, state.typed) ? null : offer };
    }
    case "arrived": {
      const { updatedAt } = event.draft;
      if (updatedAt <= (state.known ?? 0)) return state;
      const text = textOf(event.draft);
      // A withdrawn reply's text comes back above the typed text, whose save may still be under way.
      const isAllThere = same(state.typed, state.kept) || isBlank(state.typed) || endsWith(text, state.typed);
      if (isAllThere) return { ...state, typed: text, kept: text, known: updatedAt, saving: null };
      if (state.saving) return state;
      return nextSync(state, { type: "newer", draft: event.draft });
    }
    case "deleted":
      return { ...state, known: null }; // the form's text stays, and more typing starts a new draft
    case "found": {
      const { body, fields, at } = event.copy;
      const found = { body, fields };
      if (same(found, state.typed)) return state;
      // The server has an older text or none: show this browser's and offer the other.
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

/** A retry of the same text won't fix these. */
const FOR_GOOD: readonly Trouble[] = ["too_long", "not_yours", "gone", "deleted"];

/** Another text fixes these. */
const OF_THIS_TEXT = new Set<Trouble>(["too_long", "deleted"]);

/** Whether there is something to save and nothing blocks it. Never overwrites an undecided version from elsewhere. */
export const needsSaving = ({ typed, kept, saving, ended, trouble, offer }: SyncState) =>
  !ended && offer?.from !== "elsewhere" && !saving && !(trouble && FOR_GOOD.includes(trouble)) && !same(typed, kept);

/** Whether the server lacks something in the form. */
export const isUnkept = ({ typed, kept }: SyncState) => !same(typed, kept);

/** Whether `body` is the `end` text with more above it. */
const endsWith = ({ body }: Typed, { body: end }: Typed) =>
  `\n\n${body.replace(/\r\n?/g, "\n")}`.endsWith(`\n\n${end.replace(/\r\n?/g, "\n")}`);

/** Whether nothing is written yet. A new task has a title, too. */
export const isBlank = ({ body, fields }: Typed) => `${body}${fields.title ?? ""}`.trim() === "";

/** Ignores line endings and field order. */
export function same(a: Typed, b: Typed): boolean {
  const plain = ({ body, fields }: Typed) =>
    JSON.stringify([body.replace(/\r\n?/g, "\n"), Object.entries(fields).sort(([x], [y]) => (x < y ? -1 : 1))]);
  return plain(a) === plain(b);
}

const TROUBLES: Record<Trouble, string> = {
  offline: say.notSavedNoServer,
  too_long: say.notSavedTooLong,
  signed_out: say.notSavedSignedOut,
  not_yours: say.notSavedOtherPerson,
  deleted: say.notSavedDeleted,
  gone: say.notSavedTaskGone,
};

/** Text of the line below the form; null for none. `clock` formats a time. */
export function saveStatusText({ trouble, saving, savedAt }: SyncState, clock: (at: number) => string): string | null {
  if (trouble) return TROUBLES[trouble];
  if (saving) return say.saving;
  return savedAt === null ? null : say.savedAt(clock(savedAt));
}

/** Screen reader announcement: trouble, and the first save only. */
export const announcement = ({ trouble, savedAt }: SyncState) =>
  trouble ? TROUBLES[trouble] : savedAt === null ? "" : terms.draftSaved;
