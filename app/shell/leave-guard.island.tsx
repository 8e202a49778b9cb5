import { type BlockerFunction, useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { listen } from "~/lib/listen";
import { losesUnsavedInput } from "~/ui/unsaved-input";
import * as say from "./shell-copy";

let unasked = false;
let sending = false;

/** Skips the question for the next page load: it must happen, or the user already answered. */
export function leaveUnasked() {
  unasked = true;
}

/** Sends a form without the question: the response keeps the page and its other forms. */
export function sendUnasked(send: () => void) {
  sending = true;
  send();
  sending = false;
}

const staysToSave = () => losesUnsavedInput() && !window.confirm(say.leaveUnsaved);

const stays: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname && // same page: its forms stay
  !sending &&
  staysToSave();

function onSignOut(event: SubmitEvent) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || new URL(form.action).pathname !== "/api/auth/signout") return;
  if (staysToSave()) event.preventDefault();
  else leaveUnasked();
}

function onUnload(event: BeforeUnloadEvent) {
  if (!unasked && losesUnsavedInput()) event.preventDefault();
}

/**
 * Asks before leaving a page with typed text that has no draft, such as an edited note or task fields. Messages have drafts
 * and need no question.
 */
export function LeaveGuard() {
  useBlocker(stays);
  useEffect(() => listen(window, { beforeunload: onUnload }), []);
  useEffect(() => listen(document, { submit: onSignOut }, { capture: true }), []);
  return null;
}
