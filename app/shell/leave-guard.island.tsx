import { type BlockerFunction, useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { fieldsOf, isUnsaved, losesInput } from "~/ui/unsaved-input";
import * as say from "./shell-copy";

let unasked = false;
let sending = false;

/** The page is about to be loaded anew for a reason that is stronger than what was typed on it, or known already. */
export function leaveUnasked() {
  unasked = true;
}

const canLeaveUnasked = () => unasked;

/** Sends a form: that comes back to the page it stands on, and finds the other forms as they were. */
export function sendUnasked(send: () => void) {
  sending = true;
  send();
  sending = false;
}

export const isSending = () => sending;

const QUESTION = say.leaveUnsaved;

const wouldLose = () => fieldsOf([...document.forms].filter(losesInput)).some(isUnsaved);

const stays: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && // else the page stays, with its forms
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
 * Asks before a page is left on which something was typed that nothing keeps: a note that is being changed, the fields of a
 * task. Messages have drafts, and are left as one likes.
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
