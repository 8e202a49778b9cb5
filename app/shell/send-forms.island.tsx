import { useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { sendUnasked } from "./leave-guard";
import { isSameSending, type Sending, sendingOf } from "./sending";

/**
 * Sends the forms of a page without loading it anew, as its plain links lead on. `data-keeps-scroll` on a form leaves the
 * page where its reader has scrolled it. Those that begin or end a session are left to the browser, which then loads all
 * of the page; without scripts, and until they run, each is.
 *
 * What is pressed while another form is on its way waits for the answer to that one, as it was when it was pressed: the
 * router would give up the first for the second. Pressed twice is sent once.
 */
export function SendForms() {
  const submit = useSubmit();
  const { state, formMethod } = useNavigation();
  const isOnItsWay = state !== "idle" && formMethod !== undefined && formMethod !== "GET";
  const waiting = useRef<Sending[]>([]);
  const last = useRef<Sending>();
  const latest = useRef({ isOnItsWay, start });
  latest.current = { isOnItsWay, start };

  function start(sending: Sending) {
    last.current = sending;
    sendUnasked(() => submit(sending.data, sending.options));
  }

  useEffect(() => {
    function send(event: SubmitEvent) {
      const sending = sendingOf(event);
      if (!sending) return;
      event.preventDefault();
      const { isOnItsWay, start } = latest.current;
      if (!isOnItsWay) return start(sending);
      const isThere = [last.current, ...waiting.current].some((other) => other && isSameSending(other, sending));
      if (!isThere) waiting.current.push(sending);
    }
    document.addEventListener("submit", send);
    return () => document.removeEventListener("submit", send);
  }, []);

  // After each rendering, not only where `isOnItsWay` has changed: an answer can come before its question was drawn.
  useEffect(() => {
    const next = isOnItsWay ? undefined : waiting.current.shift();
    if (next) start(next);
  });
  return null;
}
