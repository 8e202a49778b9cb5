import { useEffect, useRef, useState } from "react";
import { presenceEvent } from "~/lib/tab-events";
import { type Doing, doingAt, type PresenceAnswer, SIGN_EVERY_MS } from "./presence";

/**
 * Who else is on this task. Starts with the server's text; with scripts it announces this viewer and updates. Reports
 * new messages to the page. Optional: nothing waits for it, and nothing is lost without it.
 */
export function Presence({
  taskId,
  present,
  seen,
  onNews,
}: {
  taskId: number;
  /** Who else is there, as a sentence. */
  present: string;
  /** The newest message on the page, as its forms send it. */
  seen: string;
  /** Gets the first newer message by another person; null for none. Must be a stable function. */
  onNews: (messageId: number | null) => void;
}) {
  const [others, setOthers] = useState(present);
  const latest = useRef(seen);
  useEffect(() => {
    latest.current = seen;
    onNews(null); // the page shows it now
  }, [seen, onNews]);
  useEffect(() => {
    let lastKey: number | null = null;
    let told: Doing = "gone";
    const listening = new AbortController();
    const { signal } = listening;

    async function tell(doing: Doing) {
      told = doing;
      try {
        const asked = latest.current;
        const body = new URLSearchParams({ doing, seen: asked });
        const answer = await fetch(`/tasks/${taskId}/presence`, { method: "POST", body, keepalive: doing === "gone" });
        if (!answer.ok || signal.aborted) return;
        const { others, news } = (await answer.json()) as PresenceAnswer;
        setOthers(others);
        if (asked === latest.current) onNews(news);
      } catch {
        // Offline: the next signal tries again.
      }
    }
    const sign = () => {
      if (document.visibilityState === "visible") void tell(doingAt(lastKey, Date.now()));
    };
    const onKey = (event: Event) => {
      if (!(event.target instanceof Element) || !event.target.closest("form.composer textarea")) return;
      lastKey = Date.now();
      if (told !== "writing") void tell("writing");
    };
    const leave = () => void (told !== "gone" && tell("gone"));

    sign();
    const timer = setInterval(sign, SIGN_EVERY_MS);
    document.addEventListener("input", onKey, { signal });
    document.addEventListener("visibilitychange", sign, { signal });
    document.addEventListener(presenceEvent(taskId), sign, { signal });
    window.addEventListener("pagehide", leave, { signal });
    return () => {
      listening.abort();
      clearInterval(timer);
      leave();
    };
  }, [taskId, onNews]);
  return (
    <span className="presence" role="status">
      {others}
    </span>
  );
}
