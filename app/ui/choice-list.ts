/** Something to choose. `detail` tells apart what has the same label; `run` is for what is done rather than put into the field. */
export type Offer = { value: string; label: string; detail?: string | null; run?: () => void };

/** `words` is what was asked for last, null while the list is closed; `offers` null before an answer; `active` of nothing is -1. */
export type ChoiceList = { words: string | null; offers: readonly Offer[] | null; active: number };

export const CLOSED: ChoiceList = { words: null, offers: null, active: -1 };

export type ChoiceEvent =
  | { type: "asked"; words: string }
  | { type: "found"; words: string; offers: readonly Offer[]; isOptional?: boolean | undefined }
  | { type: "moved"; by: 1 | -1 }
  | { type: "closed" };

/**
 * A list of offers below a field. Typed words make their first offer the active one; a list that was only opened leaves
 * the choice to the arrow keys, and so does one whose offers are optional.
 */
export function choiceList(list: ChoiceList, event: ChoiceEvent): ChoiceList {
  switch (event.type) {
    case "asked":
      return { ...list, words: event.words, active: -1 };
    case "found":
      if (event.words !== list.words) return list;
      return { ...list, offers: event.offers, active: activeIn(event, list.offers?.[list.active]) };
    case "moved": {
      const count = list.offers?.length ?? 0;
      if (count === 0) return list;
      const from = list.active === -1 && event.by === -1 ? 0 : list.active;
      return { ...list, active: (from + event.by + count) % count };
    }
    case "closed":
      return CLOSED;
  }
}

/** The one that was moved to while the answer was on its way stays the active one, if it is there still. */
function activeIn({ words, offers, isOptional }: ChoiceEvent & { type: "found" }, movedTo: Offer | undefined) {
  const at = movedTo
    ? offers.findIndex(({ label, detail }) => label === movedTo.label && detail === movedTo.detail)
    : -1;
  if (at >= 0) return at;
  return words !== "" && offers.length > 0 && !isOptional ? 0 : -1;
}

/** The tag that is being written at the caret of a list of tags. */
export function openTag(text: string, caret: number): { at: number; words: string } {
  const words = text.slice(0, caret).split(/[\s,]/).at(-1) ?? "";
  return { at: caret - words.length, words };
}

/** The list of tags with the one at the caret written out, ready for the next. */
export function withTag(text: string, caret: number, tag: string): { text: string; caret: number } {
  const { at } = openTag(text, caret);
  const rest = text.slice(caret).replace(/^[^\s,]*[\s,]*/, "");
  const before = `${text.slice(0, at)}${tag}, `;
  return { text: before + rest, caret: before.length };
}
