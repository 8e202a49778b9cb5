import type { ComponentProps, KeyboardEvent } from "react";
import { isComposing } from "~/lib/composing";
import { Button, type ButtonLook } from "./button";
import { useSystemKeys } from "./command-key";
import * as say from "./ui-copy";

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

/** The button that Ctrl+Enter or ⌘+Enter presses while someone types in its form (`send-hotkey`), with a hint. */
export function SendButton(props: ButtonLook & ComponentProps<"button">) {
  const { command } = useSystemKeys();
  return (
    <>
      <Button {...props} data-sends="" aria-keyshortcuts={`${command.aria}+Enter`} />
      <span className="send-hint" aria-hidden="true">
        {say.enterSends(command.label)}
      </span>
    </>
  );
}
