/** Keys that act on the selected rows of a list, or on its current row, and the actions of `features/bulk/list-actions.island`. */
const LIST_ACTIONS: Partial<Record<string, string>> = {
  a: "assignee",
  i: "me",
  s: "status",
  p: "priority",
  l: "addTags",
  ".": "more",
};

const EVENT = "list-action";

/** Whether the page has a list whose rows can be changed with keys. */
export const hasListActions = () => document.querySelector("[data-list-actions]") !== null;

/** Runs a key's action. Returns false if the key or the page has none. */
export function actOnList(key: string): boolean {
  const detail = LIST_ACTIONS[key];
  if (!detail || !hasListActions()) return false;
  document.dispatchEvent(new CustomEvent(EVENT, { detail }));
  return true;
}

/** Rows of a list, and cards of a board. */
export const LIST_ROWS = "tbody tr:has(.row-link), [data-task]";

/** The focused element, or if the focus is outside the list, the row under the pointer. */
function focusedOrHovered() {
  const focused = document.activeElement;
  if (focused?.closest(LIST_ROWS)) return focused;
  return document.querySelector(`:is(${LIST_ROWS}):hover`) ?? focused;
}

/** Calls `act` with each action asked for, and the element it's about. Returns the cleanup function. */
export function onListAction(act: (name: string, from: Element | null) => void): () => void {
  const listener = (event: Event) => act((event as CustomEvent<string>).detail, focusedOrHovered());
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
}
