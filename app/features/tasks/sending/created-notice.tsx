import { useEffect, useRef } from "react";
import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
import type { CreatedAlready } from "./sent-already.server";

type Props = {
  created: Omit<CreatedAlready, "ok">;
  /** UTC milliseconds. */
  now: number;
};

/** Says above a new task that it is there already. Takes the focus, so that a key pressed twice does not create on purpose. */
export function CreatedNotice({ created, now }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is told anew.
  useEffect(() => notice.current?.focus(), [created]);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice kind="warning">
        You created <a href={`/tasks/${created.taskId}`}>#{created.taskId}</a> with the same words,{" "}
        <Time at={created.at} now={now} />. Create another one only if you mean to.
      </Notice>
      <input type="hidden" name="anyway" value="yes" />
    </div>
  );
}
