import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { timeToTheSecond } from "~/ui/time-words";
import { asksIn, countdownWords } from "./countdown-words";
import * as say from "./sending-texts";

/**
 * When a held reply is sent: a time in the HTML, seconds that run down once scripts do. Both in UTC milliseconds; `now` is
 * the server's.
 */
export function Countdown({ until, now }: { until: number; now: number }) {
  const [end, setEnd] = useState<number | null>(null);
  useEffect(() => setEnd(performance.now() + (until - now)), [until, now]); // the browser's clock may be wrong
  return <span role="timer">{end === null ? say.sendsAt(timeToTheSecond(until)) : <SecondsLeft end={end} />}</span>;
}

/**
 * The seconds until a held reply is sent. At zero it reloads the page's data until the reply shows as sent, which removes this.
 * `end` is a time of `performance.now()`.
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

  return <>{countdownWords(left)}</>;
}
