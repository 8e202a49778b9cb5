import { type SubmitOptions, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { sendUnasked } from "./leave-guard.island";

/** A form as it was when its button was pressed. */
export type Sending = { data: FormData; options: SubmitOptions & { action: string } };

/** The form to send without reloading the page; null leaves it to the browser. */
function sendingOf({ target: form, submitter }: SubmitEvent): Sending | null {
  if (!(form instanceof HTMLFormElement)) return null;
  // The attributes: a field named "action" would hide the form's own.
  const asked = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  const action = asked("action") ?? location.pathname + location.search;
  if (action.startsWith("/api/auth/") || form.dataset.downloads !== undefined) return null;
  return {
    data: new FormData(form, submitter),
    options: {
      action,
      method: asked("method") === "post" ? "post" : "get",
      encType: asked("enctype") === "multipart/form-data" ? "multipart/form-data" : "application/x-www-form-urlencoded",
      preventScrollReset: form.dataset.keepsScroll !== undefined,
    },
  };
}

/** Whether a button was pressed twice. */
function isSameSending(one: Sending, other: Sending): boolean {
  const parts = ({ data }: Sending) =>
    JSON.stringify([...data].map(([name, value]) => [name, value instanceof File ? [value.name, value.size] : value]));
  return one.options.action === other.options.action && parts(one) === parts(other);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * What was typed into a form while it was on its way, put into the one that has taken its place with the answer: its writer has
 * not sent that. `typed` are the fields it was typed in; those that are still there have it.
 */
export function putBack(typed: Iterable<Control>) {
  for (const gone of typed) {
    if (gone.isConnected || !gone.form || gone.type === "file") continue;
    const there = [...(formLike(gone.form)?.elements ?? [])] as Control[];
    const control = there.find(
      ({ name, type, value }) => name === gone.name && type === gone.type && (!isBox(gone) || value === gone.value),
    );
    if (!control) continue;
    if (isBox(gone)) (control as HTMLInputElement).checked = (gone as HTMLInputElement).checked;
    else if (!(control instanceof HTMLSelectElement) || [...control.options].some(({ value }) => value === gone.value))
      control.value = gone.value;
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

const isBox = ({ type }: Control) => type === "checkbox" || type === "radio";

/** The form of the same name that leads to the same place. */
const formLike = (gone: HTMLFormElement) =>
  [...document.forms].find(
    (form) => nameOf(form) === nameOf(gone) && form.getAttribute("action") === gone.getAttribute("action"),
  );

const nameOf = (form: HTMLFormElement) => form.ariaLabel ?? form.querySelector<HTMLInputElement>("[name=form]")?.value;

const TYPING = ["input", "change"];

/**
 * Sends the forms of a page without loading it anew, as its plain links lead on. `data-keeps-scroll` on a form leaves the
 * page where its reader has scrolled it. Those that begin or end a session are left to the browser, which then loads all
 * of the page, and so are those whose answer is a file (`data-downloads`); without scripts, and until they run, each is.
 *
 * What is pressed while another form is on its way waits for the answer to that one: the router would give up the first
 * for the second. It is sent as it was when it was pressed, and nobody hears of it before. Pressed twice is sent once.
 */
export function SendForms() {
  const submit = useSubmit();
  const { state, formMethod } = useNavigation();
  const isOnItsWay = state !== "idle" && formMethod !== undefined && formMethod !== "GET";
  const waiting = useRef<{ sending: Sending; release: () => void }[]>([]);
  const last = useRef<Sending>();
  const isReleasing = useRef(false);
  const typed = useRef(new Set<HTMLInputElement>());
  const latest = useRef({ isOnItsWay, start });
  latest.current = { isOnItsWay, start };

  function start(sending: Sending) {
    last.current = sending;
    // Drawn at once: those who look at what is on its way would miss it where the answer is there before React gets to it.
    sendUnasked(() => submit(sending.data, { ...sending.options, flushSync: true }));
  }

  useEffect(() => {
    const released = new WeakMap<Event, Sending>();
    function hold(event: SubmitEvent) {
      const sending = latest.current.isOnItsWay && !released.has(event) ? sendingOf(event) : null;
      if (!sending) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const all = [last.current, ...waiting.current.map((other) => other.sending)];
      if (all.some((other) => other && isSameSending(other, sending))) return;
      waiting.current.push({ sending, release: () => release(event, sending) });
    }
    function release({ target: form, submitter }: SubmitEvent, sending: Sending) {
      if (!(form as Element).isConnected) return latest.current.start(sending); // the page has gone on without it
      const again = new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true });
      released.set(again, sending);
      form?.dispatchEvent(again);
    }
    function send(event: SubmitEvent) {
      const sending = event.defaultPrevented ? null : (released.get(event) ?? sendingOf(event));
      if (!sending) return;
      event.preventDefault();
      latest.current.start(sending);
    }
    function remember({ target }: Event) {
      const field = target as HTMLInputElement;
      if (latest.current.isOnItsWay && field.name && field.form?.method === "post") typed.current.add(field);
    }
    window.addEventListener("submit", hold, { capture: true });
    document.addEventListener("submit", send);
    for (const event of TYPING) document.addEventListener(event, remember);
    return () => {
      for (const event of TYPING) document.removeEventListener(event, remember);
      window.removeEventListener("submit", hold, { capture: true });
      document.removeEventListener("submit", send);
    };
  }, []);

  // Most forms start anew with their answer. What was typed meanwhile was not sent.
  useEffect(() => {
    if (isOnItsWay || typed.current.size === 0) return;
    const fields = [...typed.current];
    typed.current.clear();
    putBack(fields);
  }, [isOnItsWay]);

  // After each rendering, not only where `isOnItsWay` has changed: an answer can come before its question was drawn.
  useEffect(() => {
    if (isOnItsWay || isReleasing.current || waiting.current.length === 0) return;
    isReleasing.current = true;
    // Whatever else follows the answer to the one before has heard of it by then.
    queueMicrotask(() => {
      isReleasing.current = false;
      waiting.current.shift()?.release();
    });
  });
  return null;
}
