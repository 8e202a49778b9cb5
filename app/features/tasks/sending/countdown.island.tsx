import { useEffect, useState } from "react";
import { useLater } from "~/ui/later";
import { timeToTheSecond } from "~/ui/time-words";
import * as say from "./sending-texts";

const load = () => import("./live-countdown");

/**
 * When a held reply is sent: a time in the HTML, seconds that run down once scripts do. Both in UTC milliseconds; `now` is
 * the server's.
 */
export function Countdown({ until, now }: { until: number; now: number }) {
  const [end, setEnd] = useState(0);
  const [live, wake] = useLater(load);
  useEffect(() => {
    setEnd(performance.now() + (until - now)); // the browser's clock may be wrong
    wake();
  }, [until, now, wake]);
  return <span role="timer">{live ? <live.SecondsLeft end={end} /> : say.sendsAt(timeToTheSecond(until))}</span>;
}
