import { toast as raise, type Toast } from "react-hot-toast/headless";
import type { FlashAction } from "~/lib/flash";
import { wantStack } from "./toast-stack";

/**
 * Short messages at the edge of the window, for what belongs to no field of a form.
 *
 * Browser only: the messages live in a module, which on a server would be shared by everybody. Any island, feature
 * or route may call it, what every page loads through `./toasts-later`; `~/shell/toast-stack.island` draws them. A
 * toast that has to survive a redirect goes through
 * `~/http/toast.server` instead.
 */
export type ToastType = "default" | "success" | "error" | "warning" | "info" | "loading";

/** How long a toast stays, in milliseconds, unless it is loading. Source: seed, section 9. */
export const TOAST_DURATION_MS = 4_000;

/** How long a toast with a button stays: whoever reads it has to decide, too. */
const TOAST_WITH_ACTION_MS = 10_000;

/**
 * id         an existing toast of that id is changed in place instead of a new one being added
 * duration   milliseconds; Infinity keeps it until it is closed. Loading toasts always stay
 * important  read out at once by screen readers instead of when they pause; errors are
 * action     a button in the toast that sends a form
 */
type ToastOptions = { id?: string; duration?: number; important?: boolean; action?: FlashAction };

/** A toast as the library keeps it: it carries along what it does not know. */
export type ShownToast = Toast & Pick<ToastOptions, "action">;

/** What a toast says about a promise. Without a text for an outcome the toast just goes away then. */
export type PromiseTexts<T> = {
  loading: string;
  success?: string | ((value: T) => string);
  error?: string | ((reason: unknown) => string);
  /** Called in every case, after the toast has changed. */
  finally?: () => void;
};

type Settled<T> = { fulfilled: true; value: T } | { fulfilled: false; reason: unknown };

/** What became of the promise, in the eyes of a person: an HTTP answer that is not 2xx has failed. */
export function outcomeOf<T>(
  settled: Settled<T>,
  texts: PromiseTexts<T>,
): { type: "success" | "error"; text: string } | null {
  if (settled.fulfilled && !(settled.value instanceof Response && !settled.value.ok)) {
    const text = typeof texts.success === "function" ? texts.success(settled.value) : texts.success;
    return text === undefined ? null : { type: "success", text };
  }
  const reason = settled.fulfilled ? settled.value : settled.reason;
  const text = typeof texts.error === "function" ? texts.error(reason) : texts.error;
  return text === undefined ? null : { type: "error", text };
}

/** The kinds react-hot-toast knows; warning and info are its plain kind, told apart by their class name. */
const KINDS = { success: raise.success, error: raise.error, loading: raise.loading } as const;

const beforeEach = new Set<() => void>();

/** Calls `listener` just before a toast appears or changes; the answer ends that. For the toaster's clock. */
export function beforeToast(listener: () => void) {
  beforeEach.add(listener);
  return () => void beforeEach.delete(listener);
}

function show(type: ToastType, text: string, options: ToastOptions = {}) {
  void wantStack();
  for (const listener of beforeEach) listener();
  const kind = type in KINDS ? KINDS[type as keyof typeof KINDS] : raise;
  const important = options.important ?? type === "error";
  const usual = options.action ? TOAST_WITH_ACTION_MS : TOAST_DURATION_MS;
  // Everything is said each time: a toast that is changed in place keeps whatever is not.
  const whole = {
    ...(options.id !== undefined && { id: options.id }),
    duration: type === "loading" ? Number.POSITIVE_INFINITY : (options.duration ?? usual),
    className: type,
    ariaProps: { role: "status", "aria-live": important ? "assertive" : "polite" } as const,
    action: options.action,
  };
  return kind(text, whole);
}

/** One toast that follows a promise: loading, then success or error. `unwrap` gives the promise's own outcome. */
function follow<T>(work: Promise<T> | (() => Promise<T>), texts: PromiseTexts<T>, options: ToastOptions = {}) {
  const id = show("loading", texts.loading, options);
  const promise = typeof work === "function" ? work() : work;

  const change = (settled: Settled<T>) => {
    const outcome = outcomeOf(settled, texts);
    if (outcome) show(outcome.type, outcome.text, { ...options, id });
    else raise.dismiss(id);
  };
  promise
    .then((value) => change({ fulfilled: true, value }))
    .catch((reason: unknown) => change({ fulfilled: false, reason }))
    .catch((cause: unknown) => {
      raise.dismiss(id);
      console.error("The text of a toast could not be made", cause);
    })
    .finally(() => texts.finally?.());

  return { id, unwrap: () => promise };
}

const say = (type: ToastType) => (text: string, options?: ToastOptions) => show(type, text, options);

export const toast = {
  message: say("default"),
  success: say("success"),
  error: say("error"),
  warning: say("warning"),
  info: say("info"),
  loading: say("loading"),
  promise: follow,
  /** Closes the toast of that id, or every toast. */
  dismiss: (id?: string) => raise.dismiss(id),
};
