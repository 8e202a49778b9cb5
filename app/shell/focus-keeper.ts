/** A control as far as finding it again needs it. `text` is what a button says. */
export type Control = { form: string; name: string; type: string; text: string };

/**
 * Which of the page's controls took the place of one that is gone: the same control of a form of the same name, else
 * that form's control of the same kind, which may say something else now. -1 when the form has gone too.
 */
export function successorOf(gone: Control, controls: readonly Control[]) {
  if (!gone.form) return -1;
  const alike = (control: Control) =>
    control.form === gone.form && control.name === gone.name && control.type === gone.type;
  const same = controls.findIndex((control) => alike(control) && control.text === gone.text);
  if (same >= 0) return same;
  return controls.findIndex((control) => control.form === gone.form && control.type === gone.type);
}
