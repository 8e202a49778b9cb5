import type { KeyboardEvent } from "react";
import { isComposing } from "~/lib/composing";

/**
 * For a form's keydown: the keys by which people everywhere send what they write. A form without a
 * `SendButton` has several ways to be sent, and nobody guesses which is meant.
 */
export function sendOnHotkey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  // Some languages are written with Enter, too.
  if (isComposing(event.nativeEvent) || event.repeat || !(event.target instanceof HTMLTextAreaElement)) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>("button[data-sends]");
  if (!button) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(button);
}
