import { useEffect, useState } from "react";
import { allOf } from "~/lib/text";
import { Button } from "~/ui/button";
import { timeToTheSecond } from "~/ui/format-time";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
import { useLazyModule } from "~/ui/use-lazy-module";
import * as say from "../conversation-copy";
import type { Drafted } from "../drafts/draft-status.island";
import { messageHref } from "../messages/conversation-page-url";
import { REPLY_FORM } from "./held-reply-toast";
import type { ReaderChange } from "./recipients.server";
import type { SentAlready } from "./sent-already.server";

/** Why a message needs its writer's confirmation before it is sent. */
export type Held = { why: "new_message" } | Omit<ReaderChange, "ok"> | Omit<SentAlready, "ok">;

export function readersInWords({ people, sharing }: Pick<ReaderChange, "people" | "sharing">): string {
  const more = sharing === "members" ? say.colleaguesCanRead : sharing === "managers" ? say.managersCanRead : null;
  return [say.readersChanged(allOf(people)), ...(more ? [more] : [])].join(" ");
}

/** Links within the page where possible, so that typed text isn't lost. */
const hrefOf = (held: Omit<SentAlready, "ok">, taskId: number | null) =>
  held.taskId === taskId ? `#message-${held.messageId}` : messageHref(held.taskId, held.messageId);

export function HeldNotice({ held, drafted: { place, now } }: { held: Held; drafted: Drafted }) {
  return (
    <Notice kind="warning" answers={held}>
      {held.why === "readers"
        ? readersInWords(held)
        : held.why === "new_message"
          ? say.newMessageArrived
          : (place.kind === "note" ? say.duplicateNote : say.duplicateReply)(
              (words) => <a href={hrefOf(held, place.taskId)}>{words}</a>,
              <Time at={held.at} now={now} />,
            )}
    </Notice>
  );
}

const loadSeconds = () => import("./seconds-left");

/**
 * Shows when a held reply is sent: a time in the HTML, a countdown with scripts. Both in UTC milliseconds; `now` is the
 * server's clock.
 */
function Countdown({ until, now }: { until: number; now: number }) {
  const [end, setEnd] = useState<number | null>(null);
  const [seconds, wake] = useLazyModule(loadSeconds);
  useEffect(() => {
    wake();
    setEnd(performance.now() + (until - now)); // the browser's clock may be wrong
  }, [wake, until, now]);
  return (
    <span role="timer">
      {seconds && end !== null ? <seconds.SecondsLeft end={end} /> : say.sendsAt(timeToTheSecond(until))}
    </span>
  );
}

/** Withdraw also posts the next reply's text, without its files, to keep it below the withdrawn one. */
const withReply = { form: REPLY_FORM, formNoValidate: true, formEncType: "application/x-www-form-urlencoded" } as const;

type Props = {
  /** Base URL of its buttons: `/tasks/42/messages/123`. */
  address: string;
  isMine: boolean;
  author: string | null;
  /** UTC milliseconds; `now` is the server's clock. */
  until: number;
  now: number;
};

/** Below a held reply: when it's sent, and buttons for its author to withdraw it or send it now. */
export function HeldReply({ address, isMine, author, until, now }: Props) {
  return (
    <div className="held">
      <p className="held-line">
        <Icon name="history" />
        <b>{say.notSentYet}</b> <Countdown until={until} now={now} />
        {!isMine && <span>{say.canStillWithdraw(author ?? say.itsAuthor)}</span>}
      </p>
      {isMine && (
        <div className="buttons">
          <Button {...withReply} formAction={`${address}/withdrawal`}>
            {say.withdraw}
          </Button>
          <form method="post" action={`${address}/sending`} data-keeps-scroll>
            <Button look="quiet">{say.sendNow}</Button>
          </form>
        </div>
      )}
    </div>
  );
}
