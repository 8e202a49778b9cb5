import * as say from "~/features/conversation/sending/sending-copy";
import type { CreatedAlready } from "~/features/conversation/sending/sent-already.server";
import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";

type Props = {
  created: Omit<CreatedAlready, "ok">;
  /** UTC milliseconds. */
  now: number;
};

/** Says above a new task that it is there already. */
export function CreatedNotice({ created, now }: Props) {
  return (
    <>
      <Notice kind="warning" answers={created}>
        {say.youCreatedTheSame(
          <a href={`/tasks/${created.taskId}`}>#{created.taskId}</a>,
          <Time at={created.at} now={now} />,
        )}
      </Notice>
      <input type="hidden" name="anyway" value="yes" />
    </>
  );
}
