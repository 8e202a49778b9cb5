import type { SubmitOptions } from "@remix-run/react";

/** A form as it was when its button was pressed. */
export type Sending = { data: FormData; options: SubmitOptions & { action: string } };

/** What is to be sent without loading the page anew; nothing where that is left to the browser. */
export function sendingOf({ target: form, submitter }: SubmitEvent): Sending | null {
  if (!(form instanceof HTMLFormElement)) return null;
  // The attributes: a field named "action" would hide the form's own.
  const asked = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  const action = asked("action") ?? location.pathname + location.search;
  if (action.startsWith("/api/auth/") || form.dataset.downloads !== undefined) return null;
  return {
    data: new FormData(form, submitter),
    options: {
      action,
      method: asked("method") === "post" ? "post" : "get",
      encType: asked("enctype") === "multipart/form-data" ? "multipart/form-data" : "application/x-www-form-urlencoded",
      preventScrollReset: form.dataset.keepsScroll !== undefined,
    },
  };
}

/** Whether a button was pressed twice. */
export function isSameSending(one: Sending, other: Sending): boolean {
  const parts = ({ data }: Sending) =>
    JSON.stringify([...data].map(([name, value]) => [name, value instanceof File ? [value.name, value.size] : value]));
  return one.options.action === other.options.action && parts(one) === parts(other);
}
