import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { asksIn, countdownWords, timeToTheSecond } from "./held-words";

/**
 * When a held reply is sent: a time in the HTML, seconds that run down once scripts do. When they are over the page is
 * loaded anew until it shows the reply as sent, which takes this away. Both in UTC milliseconds; `now` is the server's.
 */
export function Countdown({ until, now }: { until: number; now: number }) {
  const [left, setLeft] = useState<number | null>(null);
  const { revalidate } = useRevalidator();
  const asks = useRef(revalidate);
  asks.current = revalidate;

  useEffect(() => {
    const end = performance.now() + (until - now); // the browser's clock may be wrong
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
  }, [until, now]);

  return <span role="timer">{left === null ? `Sends at ${timeToTheSecond(until)}` : countdownWords(left)}</span>;
}
