import { useEffect } from "react";
import { listen } from "~/lib/listen";

/** The properties that identify a form control after a re-render. `text` is a button's label. */
export type Control = { form: string; name: string; type: string; text: string };

const NO_TEXT = new Set(["hidden", "submit", "button", "reset", "image", "file", "fieldset", "output"]);

/**
 * Finds the control that replaces a removed one: the same control in a form of the same name, else that form's first field.
 * Never a different button: a second press would trigger the wrong action. -1 if there is none.
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

/** Records an element's surroundings while it is attached; a removed element no longer knows its form or section. */
const describeSurroundings = (element: HTMLElement) => ({
  element,
  path: location.pathname,
  control: element.matches(CONTROLS) ? describe(element as FormControl) : null,
  part: element.closest(PARTS),
  next: element.dataset.focusNext,
});
type Surroundings = ReturnType<typeof describeSurroundings>;

const content = () => document.getElementById("content");

/** Focuses an element, or the summary of the closed details around it. Returns whether it took the focus. */
function takeFocus(element: Element | null | undefined) {
  const folded = element?.closest("details:not([open])");
  const target = (folded?.querySelector("summary") ?? element) as HTMLElement | null | undefined;
  if (target && !target.matches(`a, summary, ${CONTROLS}`) && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
  return target !== null && target !== undefined && document.activeElement === target;
}

function moveFocusFrom({ path, control, part, next }: Surroundings) {
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
 * Moves the focus on when an action removes the element that had it. Otherwise keyboard and screen reader users start again
 * at the top of the page.
 *
 * Tries in order: the id in `data-focus-next`, the replacement control, the heading of its section, the content. Without
 * scripts, each page load resets the focus anyway.
 */
export function FocusKeeper() {
  useEffect(() => {
    let last: Surroundings | null = null;

    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement && content()?.contains(target) ? describeSurroundings(target) : null;
    };
    // Pressing elsewhere removes the focus on purpose.
    const onPointer = ({ target }: Event) => {
      if (last && target instanceof Node && !last.element.contains(target)) last = null;
    };
    const onGone = () => {
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      const gone = last;
      last = null;
      moveFocusFrom(gone);
    };
    const watch = new MutationObserver(onGone);
    watch.observe(document.documentElement, { childList: true, subtree: true });
    const ends = [
      listen(document, { focusin: onFocus }),
      listen(document, { pointerdown: onPointer }, { capture: true }),
      () => watch.disconnect(),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);

  return null;
}
