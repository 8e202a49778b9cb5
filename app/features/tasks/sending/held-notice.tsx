import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
import type { Drafted } from "../drafts/draft-line";
import { messageHref } from "../messages/message-place";
import * as say from "./sending-texts";
import type { SentAlready } from "./sent-already.server";

/** Why what was written waits for its writer's word: somebody else's message arrived, or they have sent just this. */
export type Held = { why: "new_message" } | Omit<SentAlready, "ok">;

/** On the same page without leaving it: what was typed is there, too. */
const hrefOf = (held: Omit<SentAlready, "ok">, taskId: number | null) =>
  held.taskId === taskId ? `#message-${held.messageId}` : messageHref(held.taskId, held.messageId);

/** Says so above the text. */
export function HeldNotice({ held, drafted: { place, now } }: { held: Held; drafted: Drafted }) {
  return (
    <Notice kind="warning" answers={held}>
      {held.why === "new_message"
        ? say.newMessageArrived
        : (place.kind === "note" ? say.addedAlready : say.sentAlready)(
            (words) => <a href={hrefOf(held, place.taskId)}>{words}</a>,
            <Time at={held.at} now={now} />,
          )}
    </Notice>
  );
}
