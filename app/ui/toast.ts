import { toast as raise, type Toast } from "react-hot-toast/headless";
import type { Flash, FlashAction } from "~/lib/flash";
import { wantStack } from "./load-toast-stack";

/**
 * Short messages at the edge of the window, for messages that don't belong to a form field.
 *
 * Browser only: the state lives in a module, which every user would share on a server. Code that every page loads calls
 * `./lazy-toasts` instead. `~/shell/toast-stack.island` renders them. A toast that must survive a redirect uses
 * `~/http/toast.server`.
 */
export type ToastType = "default" | "success" | "error" | "warning" | "info" | "loading";

/** How long a toast stays, in milliseconds, unless it is loading. Source: seed, section 9. */
export const TOAST_DURATION_MS = 4_000;

/** Longer with a button: the user needs time to decide. */
const TOAST_WITH_ACTION_MS = 10_000;

/**
 * Options of a toast.
 *
 * id         updates the toast with that id in place
 * duration   milliseconds; Infinity keeps it until closed. Loading toasts always stay
 * important  read out at once by screen readers; true for errors
 * action     a button that sends a form
 * link       a page with more about it
 */
type ToastOptions = {
  id?: string;
  duration?: number;
  important?: boolean;
  action?: FlashAction;
  link?: NonNullable<Flash["link"]>;
};

/** A library toast; it keeps unknown properties. */
export type ShownToast = Toast & Pick<ToastOptions, "action" | "link">;

/** Texts for a promise's toast. An outcome without a text closes the toast. */
export type PromiseTexts<T> = {
  loading: string;
  success?: string | ((value: T) => string);
  error?: string | ((reason: unknown) => string);
  /** Always called, after the toast has changed. */
  finally?: () => void;
};

/** Maps a settled promise to a toast; a non-2xx response counts as an error. */
export function outcomeOf<T>(
  settled: PromiseSettledResult<T>,
  texts: PromiseTexts<T>,
): { type: "success" | "error"; text: string } | null {
  const isFulfilled = settled.status === "fulfilled";
  if (isFulfilled && !(settled.value instanceof Response && !settled.value.ok)) {
    const text = typeof texts.success === "function" ? texts.success(settled.value) : texts.success;
    return text === undefined ? null : { type: "success", text };
  }
  const reason = isFulfilled ? settled.value : settled.reason;
  const text = typeof texts.error === "function" ? texts.error(reason) : texts.error;
  return text === undefined ? null : { type: "error", text };
}

/** Kinds react-hot-toast knows; warning and info are plain toasts with a class name. */
const KINDS = { success: raise.success, error: raise.error, loading: raise.loading } as const;

const beforeEach = new Set<() => void>();

/** Calls `listener` just before a toast appears or changes, for the toaster's timers. Returns an unsubscribe function. */
export function beforeToast(listener: () => void) {
  beforeEach.add(listener);
  return () => void beforeEach.delete(listener);
}

function show(type: ToastType, text: string, options: ToastOptions = {}) {
  void wantStack();
  for (const listener of beforeEach) listener();
  const kind = type in KINDS ? KINDS[type as keyof typeof KINDS] : raise;
  const important = options.important ?? type === "error";
  const usual = options.action || options.link ? TOAST_WITH_ACTION_MS : TOAST_DURATION_MS;
  // Sets every property, because a toast updated in place keeps the ones not given.
  const whole = {
    ...(options.id !== undefined && { id: options.id }),
    duration: type === "loading" ? Number.POSITIVE_INFINITY : (options.duration ?? usual),
    className: type,
    ariaProps: { role: "status", "aria-live": important ? "assertive" : "polite" } as const,
    action: options.action,
    link: options.link,
  };
  return kind(text, whole);
}

/** A toast that follows a promise: loading, then success or error. `unwrap` returns the promise itself. */
function follow<T>(work: Promise<T> | (() => Promise<T>), texts: PromiseTexts<T>, options: ToastOptions = {}) {
  const id = show("loading", texts.loading, options);
  const promise = typeof work === "function" ? work() : work;

  Promise.allSettled([promise])
    .then(([settled]) => {
      const outcome = outcomeOf(settled, texts);
      if (outcome) show(outcome.type, outcome.text, { ...options, id });
      else raise.dismiss(id);
    })
    .catch((cause: unknown) => {
      raise.dismiss(id);
      console.error("A toast's text couldn't be created", cause);
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
  /** Closes one toast, or all without an id. */
  dismiss: (id?: string) => raise.dismiss(id),
};
