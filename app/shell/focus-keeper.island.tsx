import { useEffect } from "react";

/** A control as far as finding it again needs it. `text` is what a button says. */
export type Control = { form: string; name: string; type: string; text: string };

const NO_TEXT = new Set(["hidden", "submit", "button", "reset", "image", "file", "fieldset", "output"]);

/**
 * Which of the page's controls took the place of one that is gone: the same control of a form of the same name, else
 * that form's first field. Never another button: pressed twice it would do what nobody asked for. -1 for neither.
 */
export function successorOf(gone: Control, controls: readonly Control[]) {
  if (!gone.form) return -1;
  const ofForm = (control: Control) => control.form === gone.form;
  const same = controls.findIndex(
    (control) =>
      ofForm(control) && control.name === gone.name && control.type === gone.type && control.text === gone.text,
  );
  if (same >= 0) return same;
  return controls.findIndex((control) => ofForm(control) && !NO_TEXT.has(control.type));
}

type FormControl = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const CONTROLS = "button, input, select, textarea";
const PARTS = "section[aria-labelledby], section[aria-label], aside[aria-label]";

const describe = ({ form, name, type, tagName, textContent }: FormControl): Control => ({
  form: form?.getAttribute("aria-label") ?? "",
  name,
  type,
  text: tagName === "BUTTON" ? (textContent ?? "") : "",
});

/** Where somebody is, told while it still stands: what is gone knows neither its form nor its part of the page. */
const tracesOf = (element: HTMLElement) => ({
  element,
  path: location.pathname,
  control: element.matches(CONTROLS) ? describe(element as FormControl) : null,
  part: element.closest(PARTS),
  next: element.dataset.focusNext,
});
type Traces = ReturnType<typeof tracesOf>;

const content = () => document.getElementById("content");

/** Whether the element took the focus; what is folded away leaves it to the word it is folded behind. */
function takeFocus(element: Element | null | undefined) {
  const folded = element?.closest("details:not([open])");
  const target = (folded?.querySelector("summary") ?? element) as HTMLElement | null | undefined;
  if (target && !target.matches(`a, summary, ${CONTROLS}`) && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
  return target !== null && target !== undefined && document.activeElement === target;
}

function goOnFrom({ path, control, part, next }: Traces) {
  if (path === location.pathname) {
    if (next && takeFocus(document.getElementById(next))) return;
    const controls = [...(content()?.querySelectorAll<FormControl>(CONTROLS) ?? [])];
    const successor = control ? successorOf(control, controls.map(describe)) : -1;
    if (successor >= 0 && takeFocus(controls[successor])) return;
    const heading = part?.isConnected && document.getElementById(part.getAttribute("aria-labelledby") ?? "");
    if (part?.isConnected && takeFocus(heading || part)) return;
  }
  takeFocus(content());
}

/**
 * Whatever was done takes along what it was done with: a button that is not needed any more, a form that starts anew, the
 * page a link stood on. Whoever works with the keyboard or hears the page would begin at its top again. The focus goes to
 * what the control names as next (`data-focus-next`, an id), to what took its place, to the heading of its part of the
 * page, else to the content. Without scripts every page is new, and the browser does the same for all.
 */
export function FocusKeeper() {
  useEffect(() => {
    let last: Traces | null = null;

    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement && content()?.contains(target) ? tracesOf(target) : null;
    };
    // A press beside everything takes the focus from where it was on purpose.
    const onPointer = ({ target }: Event) => {
      if (last && target instanceof Node && !last.element.contains(target)) last = null;
    };
    const onGone = () => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      const gone = last;
      last = null;
      goOnFrom(gone);
    };
    const watch = new MutationObserver(onGone);
    watch.observe(document.documentElement, { childList: true, subtree: true });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPointer, true);
    return () => {
      watch.disconnect();
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPointer, true);
    };
  }, []);

  return null;
}
