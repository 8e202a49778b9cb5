import { type BlockerFunction, useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { fieldsOf, isUnsaved, losesInput } from "~/ui/unsaved-input";
import { canLeaveUnasked, isSending, leaveUnasked } from "./leave-guard";
import * as say from "./shell-copy";

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
