/**
 * One option of a list.
 *
 * lead     shown before the label, such as a task's number
 * detail   tells equal labels apart
 * group    heading; offers of a group are neighbours
 * key      the action's single-key shortcut
 * run      performs an action instead of filling the field
 * isCurrent  already chosen: a menu starts there
 */
export type Offer = {
  value: string;
  label: string;
  lead?: string;
  detail?: string | null;
  group?: string;
  key?: string | undefined;
  run?: () => void;
  isCurrent?: boolean;
};

/**
 * `words` is the last query, null while the list is closed; `offers` is null before a response; `active` is -1 for none.
 * `isCurrent`: the offers are all there are for these words. `isMoved`: an arrow key chose the active one.
 */
export type ChoiceList = {
  words: string | null;
  offers: readonly Offer[] | null;
  active: number;
  isCurrent: boolean;
  isMoved: boolean;
};

export const CLOSED: ChoiceList = { words: null, offers: null, active: -1, isCurrent: false, isMoved: false };

export type ChoiceEvent =
  | { type: "asked"; words: string }
  | {
      type: "found";
      words: string;
      offers: readonly Offer[];
      isOptional?: boolean;
      isMenu?: boolean;
      isPartial?: boolean;
    }
  | { type: "moved"; by: 1 | -1 }
  | { type: "moved"; to: "first" | "last" }
  | { type: "closed" };

/**
 * Reducer for the list of offers. Typed words activate the first offer, and so does opening a menu. Any other list that was
 * only opened, or whose offers are optional, starts with none active.
 */
export function choiceList(list: ChoiceList, event: ChoiceEvent): ChoiceList {
  switch (event.type) {
    case "asked":
      return {
        ...list,
        words: event.words,
        active: -1,
        isCurrent: list.isCurrent && event.words === list.words,
        isMoved: false,
      };
    case "found": {
      if (event.words !== list.words) return list;
      const active = activeIn(event, list.offers?.[list.active]);
      return { ...list, offers: event.offers, active, isCurrent: !event.isPartial };
    }
    case "moved": {
      const count = list.offers?.length ?? 0;
      if (count === 0) return list;
      const from = list.active === -1 && "by" in event && event.by === -1 ? 0 : list.active;
      const to = "by" in event ? (from + event.by + count) % count : event.to === "first" ? 0 : count - 1;
      return { ...list, active: to, isMoved: true };
    }
    case "closed":
      return CLOSED;
  }
}

/** Keeps an option the user moved to while the request was in flight, if it's still there. */
function activeIn({ words, offers, isOptional, isMenu }: ChoiceEvent & { type: "found" }, movedTo: Offer | undefined) {
  const at = movedTo
    ? offers.findIndex(({ label, detail }) => label === movedTo.label && detail === movedTo.detail)
    : -1;
  if (at >= 0) return at;
  if (isMenu && words === "" && offers.length > 0)
    return Math.max(
      0,
      offers.findIndex(({ isCurrent }) => isCurrent),
    );
  return words !== "" && offers.length > 0 && !isOptional ? 0 : -1;
}

export const matching = (offers: readonly Offer[], words: string) =>
  offers.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()));

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
