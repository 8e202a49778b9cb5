import type { Refusal } from "~/lib/refusal";
import { fieldId } from "./field";
import { Notice } from "./notice";

/** Stands first in a form: why it was not accepted, each message leading to its field. Nothing when nothing was refused. */
export function FormErrors({ refusal }: { refusal: Refusal | null | undefined }) {
  if (!refusal) return null;
  const errors = Object.entries(refusal.errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  if (errors.length === 0 && refusal.formErrors.length === 0) return null; // only what was typed before
  return (
    <Notice kind="error">
      {refusal.formErrors.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {errors.map(({ name, message }) => (
        <p key={name + message}>
          <a href={`#${fieldId(name)}`}>{message}</a>
        </p>
      ))}
    </Notice>
  );
}
