/** Somebody who can be mentioned. `write` is what stands behind the @: the name, or the address where several share it. */
export type Suggested = { id: number; name: string; email: string | null; write: string };

/** An @ that is being written: where it stands in the text, and the words behind it up to the caret. */
export type OpenMention = { at: number; words: string };

const AFTER_A_WORD = /[\p{L}\p{N}\p{M}_@/.+-]$/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

/** Whether an @ behind this text begins a mention: not one inside of an address or a word. */
export const mayMentionAfter = (before: string) => !AFTER_A_WORD.test(before) || WITHOUT_SPACES.test(before);

/** What may stand in a name, in at most four words; a blank comes after a letter. */
const BEGUN_NAME = /@((?:[\p{L}\p{N}\p{M}_.'’+-]+ ?){0,4})$/u;
const LONGEST_NAME = 120;

/** The mention whose name ends at the caret; null where none is being written. */
export function openMention(text: string, caret: number): OpenMention | null {
  const found = BEGUN_NAME.exec(text.slice(Math.max(0, caret - LONGEST_NAME), caret));
  if (!found) return null;
  const at = caret - found[0].length;
  return mayMentionAfter(text.slice(Math.max(0, at - 2), at)) ? { at, words: found[1] ?? "" } : null;
}

/** `closed` is the place of an @ whose list the writer has closed: it stays so until another is begun. */
export type MentionList = {
  mention: OpenMention | null;
  people: readonly Suggested[];
  active: number;
  closed: number | null;
};

export const NO_LIST: MentionList = { mention: null, people: [], active: 0, closed: null };

export type MentionEvent =
  | { type: "wrote"; mention: OpenMention | null }
  | { type: "found"; words: string; people: readonly Suggested[] }
  | { type: "moved"; by: 1 | -1 }
  | { type: "closed" };

export function mentionList(list: MentionList, event: MentionEvent): MentionList {
  switch (event.type) {
    case "wrote": {
      const { mention } = event;
      if (!mention) return NO_LIST;
      if (mention.at === list.closed) return { ...NO_LIST, closed: list.closed };
      // Until the answer to the new words is there, whoever fits them already stays.
      const words = mention.words.trim().toLowerCase();
      const people = list.people.filter(({ name }) => name.toLowerCase().includes(words));
      return { mention, people, active: 0, closed: null };
    }
    case "found":
      return event.words === list.mention?.words ? { ...list, people: event.people, active: 0 } : list;
    case "moved": {
      const count = list.people.length;
      return count === 0 ? list : { ...list, active: (list.active + event.by + count) % count };
    }
    case "closed":
      return { ...NO_LIST, closed: list.mention?.at ?? null };
  }
}

/** What a key does to an open list; null for one that means what it always means. */
export function keyInList(key: string): "next" | "previous" | "choose" | "close" | null {
  if (key === "ArrowDown") return "next";
  if (key === "ArrowUp") return "previous";
  if (key === "Enter" || key === "Tab") return "choose";
  return key === "Escape" ? "close" : null;
}
