import { type SubmitOptions, useNavigation, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { listen } from "~/lib/listen";
import { timesKept } from "./keep-page-on-failure";
import { sendAfterPaint, waitsToSend } from "./leave-guard.island";

export type Sending = { data: FormData; options: SubmitOptions & { action: string } };

/** Returns the form to send without a page load; null leaves it to the browser. */
function sendingOf({ target: form, submitter }: SubmitEvent): Sending | null {
  if (!(form instanceof HTMLFormElement)) return null;
  // Reads attributes: a field named "action" would shadow the form's property.
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

function isSameSending(one: Sending, other: Sending): boolean {
  const parts = ({ data }: Sending) =>
    JSON.stringify([...data].map(([name, value]) => [name, value instanceof File ? [value.name, value.size] : value]));
  return one.options.action === other.options.action && parts(one) === parts(other);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Restores text typed while the form was in flight into the form that replaced it. `typed`: the fields edited meanwhile;
 * those still attached keep their text.
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

const formLike = (gone: HTMLFormElement) =>
  [...document.forms].find(
    (form) => nameOf(form) === nameOf(gone) && form.getAttribute("action") === gone.getAttribute("action"),
  );

const nameOf = (form: HTMLFormElement) => form.ariaLabel ?? form.querySelector<HTMLInputElement>("[name=form]")?.value;

/** A form that was pressed while another was in flight. */
type Waiting = { sending: Sending; release: () => void };

/**
 * Sends forms without a page load. `data-keeps-scroll` on a form keeps the scroll position. Sign-in and sign-out forms stay
 * with the browser, which then loads the whole page, and so do file downloads (`data-downloads`). Without scripts, and
 * before they run, every form does.
 *
 * Forms sent while another is in flight wait in a queue, because the router would abort the first one. Each keeps its data
 * from the time of the press, and other submit handlers run only when it is released. A double press is sent once, unless
 * the first couldn't be sent: the failure may show a moment before the page knows that it's over.
 */
export function SendForms() {
  const submit = useSubmit();
  const { state, formMethod } = useNavigation();
  const isOnItsWay = state !== "idle" && formMethod !== undefined && formMethod !== "GET";
  const waiting = useRef<Waiting[]>([]);
  const again = useRef<Waiting | null>(null);
  const keptBefore = useRef(0);
  const last = useRef<Sending>();
  const isReleasing = useRef(false);
  const typed = useRef(new Set<HTMLInputElement>());
  const isBusy = () => isOnItsWay || waitsToSend();
  const latest = useRef({ isBusy, start });
  latest.current = { isBusy, start };

  function start(sending: Sending) {
    last.current = sending;
    keptBefore.current = timesKept();
    // Flushed: code that reads the navigation state would miss it if the response beat React's render.
    sendAfterPaint(() => submit(sending.data, { ...sending.options, flushSync: true }));
  }

  useEffect(() => {
    const released = new WeakMap<Event, Sending>();
    function hold(event: SubmitEvent) {
      const sending = latest.current.isBusy() && !released.has(event) ? sendingOf(event) : null;
      if (!sending) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const held = { sending, release: () => release(event, sending) };
      if (last.current && isSameSending(last.current, sending)) again.current = held;
      else if (!waiting.current.some((other) => isSameSending(other.sending, sending))) waiting.current.push(held);
    }
    function release({ target: form, submitter }: SubmitEvent, sending: Sending) {
      if (!(form as Element).isConnected) return latest.current.start(sending); // a new page replaced it
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
      if (latest.current.isBusy() && field.name && field.form?.method === "post") typed.current.add(field);
    }
    const endHolding = listen(window, { submit: hold }, { capture: true });
    const endSending = listen(document, { submit: send, input: remember }); // a change event may be what sends the form
    return () => {
      endHolding();
      endSending();
    };
  }, []);

  // Most forms reset when the response arrives; restore what was typed meanwhile.
  useEffect(() => {
    if (isOnItsWay || waitsToSend() || typed.current.size === 0) return;
    const fields = [...typed.current];
    typed.current.clear();
    putBack(fields);
  }, [isOnItsWay]);

  // After every render, not only when `isOnItsWay` changes: a response can arrive before its request was drawn.
  useEffect(() => {
    if (isOnItsWay || waitsToSend() || isReleasing.current) return;
    if (again.current && timesKept() > keptBefore.current) waiting.current.unshift(again.current);
    again.current = null;
    if (waiting.current.length === 0) return;
    isReleasing.current = true;
    // By then, other effects have handled the previous response.
    queueMicrotask(() => {
      isReleasing.current = false;
      // One of those effects may have sent a form: this one waits for its answer.
      if (latest.current.isBusy()) return;
      waiting.current.shift()?.release();
    });
  });
  return null;
}
