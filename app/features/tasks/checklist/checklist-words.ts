/** Items of one task, characters of one item. */
export const CHECKLIST_LIMITS = { items: 50, text: 200 } as const;

/** What a button beside an item does; the form sends its name with the id of the item. */
export const ITEM_VERBS = ["tick", "untick", "remove", "up", "down"] as const;
export type ItemVerb = (typeof ITEM_VERBS)[number];

export type ChecklistItem = {
  id: number;
  text: string;
  /** Who ticked it and when, UTC milliseconds; null while it is to be done. */
  done: { by: string; at: number } | null;
};
