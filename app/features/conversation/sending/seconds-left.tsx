import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import * as say from "../conversation-copy";

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
 * Counts down the seconds until a held reply is sent. From zero on it reloads the page's data until the reply shows as sent,
 * which removes this component. `end` is on the `performance.now()` clock.
 */
export function SecondsLeft({ end }: { end: number }) {
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
