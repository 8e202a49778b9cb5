import { wantStack } from "./toast-stack";

/**
 * Toasts, for what every page loads: all that makes and draws them (`./toast`, `~/shell/toast-stack.island`) comes with the
 * first, or once somebody begins to fill in a form, whose sending could fail for want of a network.
 */
type Toasts = typeof import("./toast").toast;

let toasts: Toasts | null = null;

/** Says something in a toast. Answers whether it could: without what makes and draws them nothing is said. */
export async function saying(say: (toast: Toasts) => void): Promise<boolean> {
  toasts ??= await import("./toast").then(
    (module) => module.toast,
    () => null, // the next one may find the network again
  );
  if (!toasts || !(await wantStack())) return false;
  say(toasts);
  return true;
}

/** Closes the toast of that id, if there was one. */
export const unsay = (id: string) => toasts?.dismiss(id);
