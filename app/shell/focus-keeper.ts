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
