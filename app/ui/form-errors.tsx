import type { Refusal } from "~/lib/refusal";
import { toField } from "./field";
import { Notice } from "./notice";

/**
 * Stands first in a form, and takes the focus: why it was not accepted, each message leading to its field. Nothing when
 * nothing was refused.
 */
export function FormErrors({
  refusal,
  labelOf,
}: {
  refusal: Refusal | null | undefined;
  /** What a field is called, where there are many: it stands before the message. */
  labelOf?: (name: string) => string | undefined;
}) {
  if (!refusal) return null;
  const errors = Object.entries(refusal.errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  if (errors.length === 0 && refusal.formErrors.length === 0) return null; // only what was typed before
  return (
    <Notice kind="error" answers={refusal.parked ?? refusal.errors}>
      {refusal.formErrors.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {errors.map(({ name, message }) => (
        <p key={name + message}>
          <a {...toField(name)}>{labelled(labelOf?.(name), message)}</a>
        </p>
      ))}
    </Notice>
  );
}

const labelled = (label: string | undefined, message: string) =>
  label === undefined || message.startsWith(label) ? message : `${label}: ${message}`;
