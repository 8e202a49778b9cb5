/**
 * Checks whether a key belongs to an input method composing a character, as in Japanese. Safari sends the key that ends a
 * composition after the composition has ended, so only the key code shows it.
 */
export const isComposing = (event: Pick<KeyboardEvent, "isComposing" | "keyCode">) =>
  event.isComposing || event.keyCode === 229;
