import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { allOf } from "~/lib/text";
import { Button } from "~/ui/button";
import { timeToTheSecond } from "~/ui/format-time";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
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

export function countdownText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return seconds > 0 ? say.sendsIn(seconds) : say.sending;
}

/** Times after the due time at which the page checks for the sent reply. The server sends it within a second or two. */
const ASK_AGAIN_MS = [1_000, 2_000, 3_500, 6_000, 10_000, 20_000];

/** Milliseconds until the next check; null after the last one. */
export function asksIn(leftMs: number): number | null {
  const next = ASK_AGAIN_MS.find((after) => leftMs + after > 0);
  return next === undefined ? null : leftMs + next;
}

/**
 * Shows when a held reply is sent: a time in the HTML, a countdown with scripts. Both in UTC milliseconds; `now` is the
 * server's clock.
 */
function Countdown({ until, now }: { until: number; now: number }) {
  const [end, setEnd] = useState<number | null>(null);
  useEffect(() => setEnd(performance.now() + (until - now)), [until, now]); // the browser's clock may be wrong
  return <span role="timer">{end === null ? say.sendsAt(timeToTheSecond(until)) : <SecondsLeft end={end} />}</span>;
}

/**
 * Counts down the seconds until a held reply is sent. From zero on it reloads the page's data until the reply shows as sent,
 * which removes this component. `end` is on the `performance.now()` clock.
 */
function SecondsLeft({ end }: { end: number }) {
  const [left, setLeft] = useState(() => end - performance.now());
  const { revalidate } = useRevalidator();
  const asks = useRef(revalidate);
  asks.current = revalidate;

  useEffect(() => {
    const leftNow = () => end - performance.now();
    setLeft(leftNow());
    const tick = setInterval(() => setLeft(leftNow()), 250);

    let asking: ReturnType<typeof setTimeout> | undefined;
    function askLater() {
      const wait = asksIn(leftNow());
      if (wait === null) return;
      asking = setTimeout(() => {
        asks.current();
        askLater();
      }, wait);
    }
    askLater();
    return () => {
      clearInterval(tick);
      clearTimeout(asking);
    };
  }, [end]);

  return <>{countdownText(left)}</>;
}

/** Withdraw also posts the next reply's text, without its files, so that it is kept below the withdrawn one. */
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
