import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { type Control, successorOf } from "./focus-keeper";

type FormControl = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const describe = ({ form, name, type, tagName, textContent }: FormControl): Control => ({
  form: form?.getAttribute("aria-label") ?? "",
  name,
  type,
  text: tagName === "BUTTON" ? (textContent ?? "") : "",
});

/**
 * A form that starts anew once it was sent takes its button along, and a link goes with the page it stood on: whoever
 * works with the keyboard or hears the page would begin at its top again. The focus goes to what took its place, else to
 * the content. Without scripts every page is new, and the browser does the same for all.
 */
export function FocusKeeper() {
  const { state } = useNavigation();
  const left = useRef<Element | null>(null);

  useEffect(() => {
    if (state !== "idle") {
      left.current ??= document.activeElement;
      return;
    }
    const gone = left.current;
    left.current = null;
    if (!gone || gone.isConnected || document.activeElement !== document.body) return;
    const content = document.getElementById("content");
    const controls = [...(content?.querySelectorAll<FormControl>("button, input, select, textarea") ?? [])];
    const successor = "form" in gone ? successorOf(describe(gone as FormControl), controls.map(describe)) : -1;
    (controls[successor] ?? content)?.focus({ preventScroll: true });
  }, [state]);

  return null;
}
