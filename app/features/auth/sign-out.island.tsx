import { useEffect } from "react";
import { parseUrl } from "~/lib/parse-url";
import { saying } from "~/ui/lazy-toasts";
import * as say from "./auth-client-copy";

/** The `callbackUrl` of a sign-out form; null for any other form. Without scripts the form is a plain post. */
export function signOutTarget(action: string, origin: string, callbackUrl: string | null): string | null {
  const url = parseUrl(action, origin);
  return url?.origin === origin && url.pathname === "/api/auth/signout" ? (callbackUrl ?? "/login") : null;
}

/** Signs out before leaving the page: if that fails, a toast says so and nothing is lost. Renders nothing. */
export function SignOut() {
  useEffect(() => {
    let isLeaving = false;
    async function onSubmit(event: SubmitEvent) {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
      const field = new FormData(form).get("callbackUrl");
      const callbackUrl = signOutTarget(form.action, location.origin, typeof field === "string" ? field : null);
      if (callbackUrl === null) return;
      event.preventDefault();
      if (isLeaving) return;
      isLeaving = true;
      const client = await import("./auth-client").catch(() => null);
      if (!client) return form.submit();
      try {
        await client.signOut({ callbackUrl });
      } catch (error) {
        const why = error instanceof Error ? error.message : say.signOutFailed;
        void saying((toast) => toast.error(why));
        isLeaving = false;
      }
    }
    document.addEventListener("submit", onSubmit);
    return () => document.removeEventListener("submit", onSubmit);
  }, []);
  return null;
}
