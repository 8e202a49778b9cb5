import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { asksIn, countdownWords } from "./countdown-words";

/**
 * How long until a held reply is sent. When that is over the page is loaded anew until it shows the reply as sent, which
 * takes this away. `end` is a time of `performance.now()`.
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

  return <>{countdownWords(left)}</>;
}
