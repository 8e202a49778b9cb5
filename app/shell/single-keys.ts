import { isComposing } from "~/lib/composing";

/** What a single key does is listed in `ui/key-table`. These are letters, whichever key of the keyboard makes them. */
const LETTERS = "jkxeasrnc";
const SIGNS = "/?"; // on many keyboards behind Shift

type Pressed = Pick<
  KeyboardEvent,
  | "key"
  | "ctrlKey"
  | "metaKey"
  | "altKey"
  | "shiftKey"
  | "isComposing"
  | "keyCode"
  | "repeat"
  | "defaultPrevented"
  | "getModifierState"
>;

/** The single key that was pressed, a letter in lower case; null for none of ours. Held down, only those that move go on. */
export function singleKey(event: Pressed): string | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isComposing(event)) return null;
  if (key.length !== 1) return null;
  if (SIGNS.includes(key)) return event.repeat ? null : key; // behind AltGr as well, where a keyboard has them there
  if (shiftKey || event.getModifierState("AltGraph")) return null;
  const letter = key.toLowerCase(); // caps lock is no modifier
  if (event.repeat && letter !== "j" && letter !== "k") return null;
  return LETTERS.includes(letter) ? letter : null;
}

/** Where letters are typed, or have a meaning of their own. */
const TYPED_IN = "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";
const OWN_KEYS = "dialog[open], [role=dialog], [role=menu], [role=listbox], details[data-layer=menu]";
/** What lies over the page as long as it is open. */
const ABOVE = "dialog[open], details[data-layer=menu][open]";

/** Whether a key pressed there is not for the page. */
export const isElsewhere = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(`${TYPED_IN}, ${OWN_KEYS}`) !== null) ||
  document.querySelector(ABOVE) !== null;
