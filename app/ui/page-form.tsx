import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { type ComponentProps, forwardRef, useState } from "react";
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

type Props = { requestKey: string; refusal: Refusal | null | undefined };

/**
 * The key of a form. Whatever the form sends twice is one thing, and what it sent when its writer's session had ended is
 * there again under it. So the key stays until what was sent has been done; what is sent next has the page's new one. To
 * save a draft or to look at a preview (`do`) is not yet to send. A refusal may bring another one.
 */
export function useRequestKey({ requestKey, refusal }: Props): string {
  const { state, formData } = useNavigation();
  const isDone = useActionData() === undefined; // what was refused has an answer, and null is what did not arrive
  const [{ key, isOnItsWay }, set] = useState({ key: refusal?.values.requestKey ?? requestKey, isOnItsWay: false });
  const anotherKey = isDone ? requestKey : (refusal?.values.requestKey ?? key);
  if (!isOnItsWay && formData?.get("requestKey") === key && !formData.has("do")) set({ key, isOnItsWay: true });
  // A refusal is read, and answered, before the page around it has come.
  else if (isOnItsWay && (state === "idle" || (state === "loading" && !isDone && anotherKey !== key)))
    set({ key: anotherKey, isOnItsWay: false });
  return key;
}

export const RequestKeyField = (props: Props) => <input type="hidden" name="requestKey" value={useRequestKey(props)} />;

/**
 * A form that is sent to the page it stands on. HTML would do so by itself, but with the fragment of the address: whatever
 * page comes next would then be scrolled to it.
 */
export const PageForm = forwardRef<HTMLFormElement, Omit<ComponentProps<"form">, "ref" | "action">>(
  function PageForm(form, ref) {
    const { pathname, search } = useLocation();
    return <form {...form} method="post" action={pathname + search} ref={ref} />;
  },
);
