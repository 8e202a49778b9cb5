import { allOf } from "~/lib/text";
import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
import type { Drafted } from "../drafts/draft-keeper.island";
import { messageHref } from "../messages/message-place";
import type { OtherReaders } from "./readers.server";
import * as say from "./sending-copy";
import type { SentAlready } from "./sent-already.server";

/** Why a message waits for its writer's confirmation: a new message arrived, its readers changed, or it was already sent. */
export type Held = { why: "new_message" } | Omit<OtherReaders, "ok"> | Omit<SentAlready, "ok">;

/** Who reads a message now. */
export function readersInWords({ people, sharing }: Pick<OtherReaders, "people" | "sharing">): string {
  const more = sharing === "members" ? say.colleaguesRead : sharing === "managers" ? say.managersRead : null;
  return [say.otherReaders(allOf(people)), ...(more ? [more] : [])].join(" ");
}

/** On the same page without leaving it: what was typed is there, too. */
const hrefOf = (held: Omit<SentAlready, "ok">, taskId: number | null) =>
  held.taskId === taskId ? `#message-${held.messageId}` : messageHref(held.taskId, held.messageId);

/** Says so above the text. */
export function HeldNotice({ held, drafted: { place, now } }: { held: Held; drafted: Drafted }) {
  return (
    <Notice kind="warning" answers={held}>
      {held.why === "readers"
        ? readersInWords(held)
        : held.why === "new_message"
          ? say.newMessageArrived
          : (place.kind === "note" ? say.addedAlready : say.sentAlready)(
              (words) => <a href={hrefOf(held, place.taskId)}>{words}</a>,
              <Time at={held.at} now={now} />,
            )}
    </Notice>
  );
}
