import type { ComponentProps, KeyboardEvent } from "react";
import { isComposing } from "~/lib/ime-composition";
import { Button, type ButtonLook } from "./button";
import { useSystemKeys } from "./command-key";
import * as say from "./ui-copy";

/**
 * Keydown handler that submits a form on Ctrl+Enter or ⌘+Enter, and with Shift by its button `data-sends="shift"`. Ignores
 * forms without a `SendButton`: with several submit buttons, the intended one is unclear.
 */
export function sendOnHotkey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  // Input methods for some languages use Enter to confirm text.
  if (isComposing(event.nativeEvent) || event.repeat || !(event.target instanceof HTMLTextAreaElement)) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>(
    event.shiftKey ? 'button[data-sends="shift"]' : 'button[data-sends=""]',
  );
  if (!button) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(button);
}

/** The button that Ctrl+Enter or ⌘+Enter presses (`sendOnHotkey`), with a hint. */
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
