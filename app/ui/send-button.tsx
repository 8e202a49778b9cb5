import type { ComponentProps } from "react";
import { Button, type ButtonLook } from "./button";
import { useSystemKeys } from "./command-key";
import * as say from "./ui-copy";

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
