const FIELDS = "input:not([type=hidden]), select, textarea";

const CLOSED = "details[data-reveals]:not([open])";

/** Fields that take the keys pressed in them. */
export const TYPED_IN = "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";

/** Checks that an element takes up space. */
export const isShown = (element: Element) => element.getClientRects().length > 0;

/** Checks that a command can press an element: it is shown, or in closed details that the command opens (`data-reveals`). */
export const isReachable = (element: Element) => isShown(element) || element.closest(CLOSED) !== null;

/** Clicks a link, button or summary; focuses a field, or the first field of a form or group. */
export function press(element: HTMLElement) {
  element.closest(CLOSED)?.setAttribute("open", "");
  if (element.matches("a, button, summary")) return element.click();
  const fields = [...element.querySelectorAll<HTMLElement>(FIELDS)].filter(isShown);
  const field = element.matches(FIELDS) ? element : (fields.find((one) => one.matches("textarea")) ?? fields[0]);
  field?.focus();
}
