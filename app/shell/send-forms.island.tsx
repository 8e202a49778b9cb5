import { useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Sends the forms of a page without loading it anew, as its plain links lead on. `data-keeps-scroll` on a form leaves the
 * page where its reader has scrolled it. Those that begin or end a session are left to the browser, which then loads all
 * of the page; without scripts, and until they run, each is.
 */
export function SendForms() {
  const submit = useSubmit();
  const latest = useRef(submit);
  latest.current = submit;

  useEffect(() => {
    function send(event: SubmitEvent) {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
      // The attribute: a field named "action" would hide the form's own.
      const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
      if (address?.startsWith("/api/auth/")) return;
      event.preventDefault();
      latest.current((submitter ?? form) as HTMLFormElement | HTMLButtonElement, {
        action: address ?? location.pathname + location.search,
        preventScrollReset: form.dataset.keepsScroll !== undefined,
      });
    }
    document.addEventListener("submit", send);
    return () => document.removeEventListener("submit", send);
  }, []);
  return null;
}
