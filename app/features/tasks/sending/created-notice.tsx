import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
import type { CreatedAlready } from "./sent-already.server";

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
        You created <a href={`/tasks/${created.taskId}`}>#{created.taskId}</a> with the same words,{" "}
        <Time at={created.at} now={now} />. Create another one only if you mean to.
      </Notice>
      <input type="hidden" name="anyway" value="yes" />
    </>
  );
}
