/**
 * Toasts, for what every page loads: all that makes and draws them (`./toast`, `~/shell/toast-stack.island`) comes with the
 * first, or once somebody begins to fill in a form, whose sending could fail for want of a network.
 */
type Toasts = typeof import("./toast").toast;

let toasts: Toasts | null = null;
let isWanted = false;
let tell = () => {};

/** Says something in a toast. Where what draws them cannot be had, nothing is said. */
export async function saying(say: (toast: Toasts) => void) {
  toasts ??= await import("./toast").then(
    (module) => module.toast,
    () => null, // the next one may find the network again
  );
  if (toasts) say(toasts);
}

/** Closes the toast of that id, if there was one. */
export const unsay = (id: string) => toasts?.dismiss(id);

/** A toast is about to appear. */
export function wantStack() {
  isWanted = true;
  tell();
}

/** Calls `listener` once there is something to draw; the answer ends that. */
export function whenStackIsWanted(listener: () => void) {
  tell = listener;
  if (isWanted) listener();
  return () => {
    tell = () => {};
  };
}
