/** `detail` tells equal labels apart; `run` performs an action instead of filling the field. */
export type Offer = { value: string; label: string; detail?: string | null; run?: () => void };

/** `words` is the last query, null while the list is closed; `offers` is null before a response; `active` is -1 for none. */
export type ChoiceList = { words: string | null; offers: readonly Offer[] | null; active: number };

export const CLOSED: ChoiceList = { words: null, offers: null, active: -1 };

export type ChoiceEvent =
  | { type: "asked"; words: string }
  | { type: "found"; words: string; offers: readonly Offer[]; isOptional?: boolean | undefined }
  | { type: "moved"; by: 1 | -1 }
  | { type: "closed" };

/**
 * Reducer for the list of offers. Typed words activate the first offer. A list that was only opened, or whose offers are
 * optional, starts with none active.
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

/** Keeps an option the user moved to while the request was in flight, if it's still there. */
function activeIn({ words, offers, isOptional }: ChoiceEvent & { type: "found" }, movedTo: Offer | undefined) {
  const at = movedTo
    ? offers.findIndex(({ label, detail }) => label === movedTo.label && detail === movedTo.detail)
    : -1;
  if (at >= 0) return at;
  return words !== "" && offers.length > 0 && !isOptional ? 0 : -1;
}

export function openTag(text: string, caret: number): { at: number; words: string } {
  const words = text.slice(0, caret).split(/[\s,]/).at(-1) ?? "";
  return { at: caret - words.length, words };
}

export function withTag(text: string, caret: number, tag: string): { text: string; caret: number } {
  const { at } = openTag(text, caret);
  const rest = text.slice(caret).replace(/^[^\s,]*[\s,]*/, "");
  const before = `${text.slice(0, at)}${tag}, `;
  return { text: before + rest, caret: before.length };
}
