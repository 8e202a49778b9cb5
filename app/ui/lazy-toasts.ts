import { wantStack } from "./load-toast-stack";

/**
 * Lazy toasts, for code that every page loads. The toast code (`./toast`, `~/shell/toast-stack.island`) loads with the
 * first toast. Focusing a field also loads it: a later send may fail for lack of a network.
 */
type Toasts = typeof import("./toast").toast;

/**
 * Toast id for a form that couldn't be sent. Dismissed once the form arrives, so that the page never contradicts
 * itself.
 */
export const UNSENT = "unsent";

let toasts: Toasts | null = null;

/** Shows a toast. Returns false if the toast code can't be loaded. */
export async function saying(say: (toast: Toasts) => void): Promise<boolean> {
  toasts ??= await import("./toast").then(
    (module) => module.toast,
    () => null, // the next call retries
  );
  if (!toasts || !(await wantStack())) return false;
  say(toasts);
  return true;
}

export const dismissToast = (id: string) => toasts?.dismiss(id);
