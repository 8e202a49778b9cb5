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
