import { type BlockerFunction, useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { fieldsOf, isUnsaved, losesInput } from "~/ui/unsaved-input";
import * as say from "./shell-copy";

let unasked = false;
let sending = false;

/** Skips the question for the next page load: it must happen, or the user already answered. */
export function leaveUnasked() {
  unasked = true;
}

const canLeaveUnasked = () => unasked;

/** Sends a form without the question: the response keeps the page and its other forms. */
export function sendUnasked(send: () => void) {
  sending = true;
  send();
  sending = false;
}

export const isSending = () => sending;

const QUESTION = say.leaveUnsaved;

const wouldLose = () => fieldsOf([...document.forms].filter(losesInput)).some(isUnsaved);

const stays: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && // same page: its forms stay
  !isSending() &&
  wouldLose() &&
  !window.confirm(QUESTION);

function onSignOut(event: SubmitEvent) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || new URL(form.action).pathname !== "/api/auth/signout") return;
  if (wouldLose() && !window.confirm(QUESTION)) event.preventDefault();
  else leaveUnasked();
}

function onUnload(event: BeforeUnloadEvent) {
  if (!canLeaveUnasked() && wouldLose()) event.preventDefault();
}

/**
 * Asks before leaving a page with typed text that has no draft, such as an edited note or task fields. Messages have drafts
 * and need no question.
 */
export function LeaveGuard() {
  useBlocker(stays);
  useEffect(() => {
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("submit", onSignOut, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("submit", onSignOut, { capture: true });
    };
  }, []);
  return null;
}
