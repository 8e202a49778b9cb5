/**
 * Whether a key belongs to an input method that is putting a character together, as for Japanese. Safari reports the key that
 * ends a composition after its end: only the key code still says so.
 */
export const isComposing = (event: Pick<KeyboardEvent, "isComposing" | "keyCode">) =>
  event.isComposing || event.keyCode === 229;
