import { type BlockerFunction, type Location, useBlocker, useNavigate, useNavigation } from "@remix-run/react";
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

let isWaitingToSend = false;

/** Whether a form was pressed and waits for a frame. */
export const waitsToSend = () => isWaitingToSend;

/**
 * Sends a form after the press is painted, because sending renders the whole page. Skips the leave question, because
 * the response keeps the page and its other forms.
 */
export function sendAfterPaint(send: () => void) {
  isWaitingToSend = true;
  afterPaint(() => {
    isWaitingToSend = false;
    sending = true;
    send();
    sending = false;
  });
}

/** A window that is hidden or covered draws no frames. */
const LONGEST_WAIT_MS = 100;

function afterPaint(run: () => void) {
  const timer = setTimeout(finish, LONGEST_WAIT_MS);
  const frame = requestAnimationFrame(() => setTimeout(finish));
  let isDone = false;
  function finish() {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    run();
  }
}

const staysToSave = () => losesUnsavedInput() && !window.confirm(say.leaveUnsaved);

let isSaving = false;
/** The page to go to once the form on its way is answered. */
let next: Location | null = null;

const stays: BlockerFunction = ({ currentLocation, nextLocation }) => {
  const isSamePage = currentLocation.pathname === nextLocation.pathname; // its forms stay
  if (isSamePage || sending) return false;
  if (!isSaving && !isWaitingToSend) return staysToSave();
  if (!isWaitingToSend && !losesUnsavedInput()) return false;
  next = nextLocation;
  return true;
};

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
 * and need no question. A link followed while a form is being saved waits for its answer: leaving would abort it. So does
 * one followed before the form is even sent.
 */
export function LeaveGuard() {
  useBlocker(stays);
  const navigate = useNavigate();
  const { state, formMethod } = useNavigation();
  isSaving = state !== "idle" && formMethod !== undefined && formMethod !== "GET";
  useEffect(() => {
    if (isSaving || isWaitingToSend || !next) return;
    // Sends later changes first.
    const timer = setTimeout(() => {
      const page = next;
      next = null;
      if (page) navigate(page);
    });
    return () => clearTimeout(timer);
  });
  useEffect(() => listen(window, { beforeunload: onUnload }), []);
  useEffect(() => listen(document, { submit: onSignOut }, { capture: true }), []);
  return null;
}
