import { type StatusKey, statusOf } from "~/features/tasks/tasks";
import { Button } from "~/ui/button";
import { useSystemKeys } from "~/ui/command-key";
import * as say from "./task-page-copy";

/** Sends with an everyday status other than the preselected one. After the select: the last `after` counts. */
export function OtherWaysToSend({ choices, preselected }: { choices: readonly StatusKey[]; preselected: string }) {
  const { aria } = useSystemKeys().command;
  const waiting = choices.find((key) => statusOf(key).awaits === "requester");
  const resolved = choices.find((key) => statusOf(key).category === "resolved");
  return (
    <>
      {/* Hidden, its keys still work. */}
      {resolved && (
        <Button
          hidden={resolved === preselected}
          name="after"
          value={resolved}
          data-sends="shift"
          aria-keyshortcuts={`${aria}+Shift+Enter`}
        >
          {say.sendAndResolve}
        </Button>
      )}
      {waiting && waiting !== preselected && (
        <Button name="after" value={waiting}>
          {say.sendAndWait}
        </Button>
      )}
      {preselected !== "keep" && (
        <Button name="after" value="keep">
          {say.sendAndKeepStatus}
        </Button>
      )}
    </>
  );
}
