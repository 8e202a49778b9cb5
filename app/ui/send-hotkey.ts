import type { KeyboardEvent } from "react";

/** For the button that Ctrl+Enter or Cmd+Enter presses while its form is written in. */
export const SENDS = {
  "data-sends": "",
  "aria-keyshortcuts": "Control+Enter Meta+Enter",
} as const;

/**
 * For a form's keydown: the keys by which people everywhere send what they write. A form without a button that `SENDS`
 * has several ways to be sent, and nobody guesses which is meant.
 */
export function sendOnHotkey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  // Some languages are written with Enter, too.
  if (event.nativeEvent.isComposing || event.repeat || !(event.target instanceof HTMLTextAreaElement)) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>("button[data-sends]");
  if (!button) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(button);
}
