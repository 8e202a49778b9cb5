import type { KeyboardEvent } from "react";
import { isComposing } from "~/lib/composing";

/**
 * Sends a form on Ctrl+Enter or ⌘+Enter, for its keydown. Does nothing in a form without a `SendButton`: it can be sent in
 * several ways, and nothing tells which is meant.
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
