import { useEffect, useId, useRef } from "react";
import { Button } from "~/ui/button";
import { KeyTable } from "~/ui/key-table";
import { SectionHeader } from "~/ui/page-header";
import { useRootData } from "~/ui/root-data";
import * as say from "./shell-copy";

/**
 * The shortcuts dialog. Each opening mounts a new one and the closed one stays hidden: its close event may arrive after the
 * next key press.
 */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={title}>
      <div className="stack">
        <SectionHeader title={say.keyboardShortcuts} id={title}>
          <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
            {say.close}
          </Button>
        </SectionHeader>
        <KeyTable works={useRootData()?.session?.user.role !== "requester"} />
        <a href="/settings/display">{say.turnOffSingleKeys}</a>
      </div>
    </dialog>
  );
}
