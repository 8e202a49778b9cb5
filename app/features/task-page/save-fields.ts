import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { type MutableRefObject, type RefObject, useCallback, useEffect, useRef } from "react";
import { contentOf, SENT, sentState } from "~/features/custom-fields/sync-untouched-fields";
import { SNOOZE_DAY_FIELD } from "~/features/tasks/status/snooze";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { isBrowsing } from "~/ui/apply-when-chosen";
import { saying } from "~/ui/lazy-toasts";
import { isUnsaved } from "~/ui/unsaved-input";
import * as say from "./task-page-copy";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sent with every form of fields. */
const ALWAYS = ["form", "version", "requestKey"];

/** A form also has buttons, field sets and outputs, and a link or a summary in it can lose the focus. */
const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement | null) => [...(form?.elements ?? [])].filter(isControl);

const isText = ({ type }: Control) => !["checkbox", "select-one", "date", "datetime-local"].includes(type);

const isOwn = ({ type }: Control) => !["hidden", "submit", "button", "radio"].includes(type);

/** A half-typed date has no value yet. */
const isChanged = (control: Control) => {
  if (control.validity.badInput) return false;
  const sent = sentState(control);
  return sent ? sent === "changed" : isUnsaved({ ...fieldOf(control), refused: false });
};

/** A control of a save, with the text it's sent with, and the text of an earlier save if it has changed since. */
type Sent = { control: Control; text: string; before: string | null };

function setSent(control: Control, text: string | null) {
  if (text === null) control.removeAttribute(SENT);
  else control.setAttribute(SENT, text);
}

/** Whether a control has text that no save has taken. */
const isUnsent = (control: Control, waiting: readonly Sent[]) =>
  control.name !== "" &&
  isOwn(control) &&
  isChanged(control) &&
  !waiting.some((one) => one.control === control && one.text === contentOf(control));

const fieldOf = (control: Control) => {
  const { type, value, defaultValue, checked, defaultChecked, options } = control as HTMLInputElement &
    HTMLSelectElement;
  return { type, value, defaultValue, checked, defaultChecked, options };
};

type Props = {
  form: RefObject<HTMLFormElement>;
  /** The form was refused and waits for its button, which then sends all of it. */
  isHeld: boolean;
  /** Reports whether the last save failed to reach the server. */
  tell: (isUnsaved: boolean) => void;
  /** Reports whether a select has an unsaved choice made with the keyboard. */
  tellBrowsed: (isBrowsed: boolean) => void;
  /** Set to a function that sends all changed fields. */
  saveAll: MutableRefObject<(() => void) | null>;
};

function namesOf(changed: readonly Control[]) {
  const names = new Set(changed.map(({ name }) => (name === SNOOZE_DAY_FIELD ? "snooze" : name)));
  if (changed.some(({ name }) => name === SNOOZE_DAY_FIELD)) names.add(SNOOZE_DAY_FIELD);
  return names;
}

/** Sends a form that leaves the page. Its answer is shown by the next page. */
async function sendApart(to: string, data: FormData) {
  const body = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
  const answer = await fetch(to, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => null);
  if (answer?.type !== "opaqueredirect") void saying((toast) => toast.error(say.laterChangesNotSaved));
}

/**
 * Saves the fields of a form by themselves: a choice at once, text on Enter or when its field is left. A choice or a
 * date changed key by key counts as text. Only changed fields are sent. One save runs at a time. Later changes go with
 * the next save, or separately if the response leads to another task or a list.
 */
export function useSavedFields({ form, isHeld, tell, tellBrowsed, saveAll }: Props) {
  const { state, formData } = useNavigation();
  const answer = useActionData();
  const { pathname, search } = useLocation();
  const current = useRef({
    isHeld,
    /** Names being sent, while the form builds its data. */
    names: null as Set<string> | null,
    /** The fields in the latest save; `waiting` while another form must be answered first. */
    sent: [] as readonly Sent[],
    waiting: [] as readonly Sent[],
    saves: 0,
    /** Another form or link may interrupt a save before its answer: then it's sent again. */
    step: "idle" as "idle" | "asked" | "sent" | "interrupted" | "answered",
    /** Asked for while another save is on its way; "all" includes the focused field. */
    asked: null as "left" | "all" | null,
    browsed: null as EventTarget | null,
    page: { pathname, search },
  });
  current.current.isHeld = isHeld;
  current.current.page = { pathname, search };

  const save = useCallback(
    (withFocused = true) => {
      const now = current.current;
      const all = controlsOf(form.current);
      const isOpen = (control: Control) =>
        !withFocused && control === document.activeElement && (isText(control) || now.browsed === control);
      const changed = all.filter((one) => !isOpen(one) && isUnsent(one, now.waiting));
      if (now.isHeld || changed.length === 0) return;
      if (now.step !== "idle") {
        now.asked = withFocused ? "all" : (now.asked ?? "left");
        return;
      }
      const names = namesOf(changed);
      now.saves += 1;
      now.step = "asked";
      now.names = names;
      now.sent = now.waiting = all
        .filter((one) => names.has(one.name) && isOwn(one))
        .map((control) => ({ control, text: contentOf(control), before: control.getAttribute(SENT) }));
      // The server validates the sent fields; the browser would refuse them because of an invalid other field.
      if (form.current) form.current.noValidate = true;
      form.current?.requestSubmit();
      if (form.current) form.current.noValidate = false;
      now.names = null;
    },
    [form],
  );

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const now = current.current;
    function narrow({ formData: data }: FormDataEvent) {
      const { names } = now;
      if (!names) return;
      for (const name of new Set(data.keys())) {
        if (!ALWAYS.includes(name) && !names.has(name.replace(/^was_/, ""))) data.delete(name);
      }
      for (const control of controlsOf(element)) {
        const sent = control.getAttribute(SENT);
        if (sent === null || !names.has(control.name)) continue;
        if (control.type !== "checkbox") data.set(`was_${control.name}`, sent);
        else if (control.name === "confidential") data.set("was_confidential", sent === "true" ? "yes" : "no");
      }
      data.set("save", String(now.saves)); // two saves are never taken for a double press
    }
    function press(event: KeyboardEvent) {
      if (event.key === "Escape") return putBack(event);
      if (isBrowsing(event)) now.browsed = event.target;
      else if (event.key !== "Enter") {
        if (event.key !== "Tab") now.browsed = null;
      } else if (now.browsed === event.target && event.target instanceof HTMLSelectElement && !isComposing(event)) {
        event.preventDefault();
        now.browsed = null;
        save();
      }
      hint(event.target);
    }
    /** Escape restores the field's last saved value. */
    function putBack(event: KeyboardEvent) {
      const { target } = event;
      if (now.isHeld || event.defaultPrevented || isComposing(event)) return;
      if (!isControl(target) || !isOwn(target) || !isUnsent(target, now.waiting)) return;
      now.browsed = null;
      const sent = target.getAttribute(SENT);
      if (sent === null) reset(target);
      else if (target.type !== "checkbox") target.value = sent;
      hint(target);
      target.dispatchEvent(new Event("change", { bubbles: true }));
    }
    /** A choice made with the keyboard isn't saved yet: shows below the field how to save it. */
    function hint(target: EventTarget | null) {
      if (!(target instanceof HTMLSelectElement)) return;
      const isOpen = now.browsed === target && isUnsent(target, now.waiting);
      const field = target.closest(".field");
      if (isOpen) field?.setAttribute("data-unsaved", say.enterSavesEscRestores);
      else field?.removeAttribute("data-unsaved");
      tellBrowsed(isOpen);
    }
    const point = ({ target }: Event) => {
      now.browsed = null;
      hint(target);
    };
    // Following the task changes controls, too, but to their new default.
    const change = ({ target, type }: Event) => {
      if (type === "focusout" && now.browsed === target) now.browsed = null;
      hint(target);
      if (isControl(target) && isUnsent(target, now.waiting)) save(false);
    };
    return listen(element, {
      formdata: narrow,
      keydown: press,
      pointerdown: point,
      change,
      focusout: change,
    });
  }, [form, save, tellBrowsed]);

  useEffect(() => {
    const element = form.current;
    const now = current.current;
    return () => {
      const { pathname, search } = now.page;
      if (!element || !now.asked || location.pathname === pathname) return;
      const changed = controlsOf(element).filter((one) => isUnsent(one, now.waiting));
      if (changed.length === 0) return;
      now.saves += 1;
      now.names = namesOf(changed);
      void sendApart(pathname + search, new FormData(element));
    };
  }, [form]);

  useEffect(() => {
    const now = current.current;
    const takeBack = () => {
      for (const { control, before } of now.sent) setSent(control, before);
    };
    const isOurs = formData?.get("save") === String(now.saves);
    if (isOurs) {
      for (const { control, text } of now.waiting) setSent(control, text);
      now.waiting = [];
      now.step = state === "loading" ? "answered" : "sent";
    } else if (state !== "idle" && now.step === "sent") {
      now.step = "interrupted";
      takeBack();
    }
    if (state !== "idle" || now.step === "idle" || now.step === "asked") return;
    const isInterrupted = now.step === "interrupted";
    now.step = "idle";
    const hasFailed = answer === null || isInterrupted;
    tell(hasFailed);
    if (hasFailed && !isInterrupted) takeBack();
    for (const control of form.current?.querySelectorAll<Control>(`[${SENT}]`) ?? []) {
      if (!hasFailed && sentState(control) === "unchanged") reset(control); // the task has that value, perhaps tidied
      if (!isChanged(control)) control.removeAttribute(SENT);
    }
    const asked = isInterrupted ? "left" : now.asked;
    now.asked = null;
    if (asked && (isInterrupted || !hasFailed)) queueMicrotask(() => save(asked === "all")); // a render must not begin inside another
  });

  useEffect(() => {
    saveAll.current = save;
  }, [save, saveAll]);
}

function reset(control: Control) {
  control.removeAttribute(SENT);
  if (control instanceof HTMLSelectElement) {
    const [first] = control.options;
    control.value = ([...control.options].find(({ defaultSelected }) => defaultSelected) ?? first)?.value ?? "";
  } else if (control.type === "checkbox")
    (control as HTMLInputElement).checked = (control as HTMLInputElement).defaultChecked;
  else control.value = control.defaultValue;
}
