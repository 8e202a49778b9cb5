/** A person to mention. `write` goes after the @: the name, or the email address if several people share the name. */
export type Suggested = { id: number; name: string; email: string | null; write: string };

/** An @ being typed: its position in the text, and the words from there to the caret. */
export type OpenMention = { at: number; words: string };

const AFTER_A_WORD = /[\p{L}\p{N}\p{M}_@/.+-]$/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

/** Whether an @ after this text starts a mention. False inside an address or a word. */
export const mayMentionAfter = (before: string) => !AFTER_A_WORD.test(before) || WITHOUT_SPACES.test(before);

/** An @ and up to four words of a name, separated by single spaces. */
const BEGUN_NAME = /@((?:[\p{L}\p{N}\p{M}_.'’+-]+ ?){0,4})$/u;
const LONGEST_NAME = 120;

/** The mention that ends at the caret; null for none. */
export function openMention(text: string, caret: number): OpenMention | null {
  const found = BEGUN_NAME.exec(text.slice(Math.max(0, caret - LONGEST_NAME), caret));
  if (!found) return null;
  const at = caret - found[0].length;
  return mayMentionAfter(text.slice(Math.max(0, at - 2), at)) ? { at, words: found[1] ?? "" } : null;
}

/** `closed`: position of an @ whose list the writer closed. It stays closed until another @ is typed. */
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
      // Until the response arrives, keep the people who still match.
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

/** A key's action in an open list; null leaves it to the browser. */
export function keyInList(key: string): "next" | "previous" | "choose" | "close" | null {
  if (key === "ArrowDown") return "next";
  if (key === "ArrowUp") return "previous";
  if (key === "Enter" || key === "Tab") return "choose";
  return key === "Escape" ? "close" : null;
}
