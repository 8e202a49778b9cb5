import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { type ComponentProps, createContext, forwardRef, useContext, useState } from "react";
import type { Refusal } from "~/lib/refusal";
import { toField } from "./field";
import { Notice } from "./notice";

/** Error summary at the top of a refused form: takes the focus, and each message links to its field. */
export function FormErrors({
  refusal,
  labelOf,
}: {
  refusal: Refusal | null | undefined;
  /** Returns a field's label, shown before its message; for long forms. */
  labelOf?: (name: string) => string | undefined;
}) {
  if (!refusal) return null;
  const errors = Object.entries(refusal.errors).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  if (errors.length === 0 && refusal.formErrors.length === 0) return null; // the refusal only restores typed text
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
 * Returns a form's idempotency key: submitting twice acts once, and text sent with an expired session is restored under it.
 * The key stays until the submission succeeds; the next one gets the page's new key. Saving a draft or a preview (`do`)
 * doesn't count. A refusal may bring a new key.
 */
export function useRequestKey({ requestKey, refusal }: Props): string {
  const { state, formData } = useNavigation();
  const isDone = useActionData() === undefined; // a refused form has data, and null means it failed to arrive
  const [{ key, isOnItsWay }, set] = useState({ key: refusal?.values.requestKey ?? requestKey, isOnItsWay: false });
  const anotherKey = isDone ? requestKey : (refusal?.values.requestKey ?? key);
  if (!isOnItsWay && formData?.get("requestKey") === key && !formData.has("do")) set({ key, isOnItsWay: true });
  // The user can answer a refusal before the page's data has reloaded.
  else if (isOnItsWay && (state === "idle" || (state === "loading" && !isDone && anotherKey !== key)))
    set({ key: anotherKey, isOnItsWay: false });
  return key;
}

export const RequestKeyField = (props: Props) => <input type="hidden" name="requestKey" value={useRequestKey(props)} />;

/** The URL of the page that contains the forms, when it is shown over another page. */
export const FormAddress = createContext<string | null>(null);

/**
 * A form that posts to its own page. Without `action`, HTML would keep the URL's fragment, and the next page would scroll
 * to it.
 */
export const PageForm = forwardRef<HTMLFormElement, Omit<ComponentProps<"form">, "ref" | "action">>(
  function PageForm(form, ref) {
    const { pathname, search } = useLocation();
    const address = useContext(FormAddress) ?? pathname + search;
    return <form {...form} method="post" action={address} ref={ref} />;
  },
);
