import { useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { useToaster, useToasterStore } from "react-hot-toast/headless";
import { beforeToast, TOAST_DURATION_MS } from "~/ui/toast";
import { isExpanded, isPaused, NO_ATTENTION, nextAttention } from "./toast-attention";
import { isToastHotkey } from "./toast-hotkey";
import { ToastItem } from "./toast-item";
import { placeToasts } from "./toast-stack";
import { useReturningFocus } from "./toaster-focus";

const REMOVAL_MS = 200; // seed, section 9

/** What the library would do otherwise: success after 2 s, removal after 1 s. */
const OPTIONS = {
  duration: TOAST_DURATION_MS,
  removeDelay: REMOVAL_MS,
  success: { duration: TOAST_DURATION_MS },
  loading: { duration: Number.POSITIVE_INFINITY },
};

/** What stands in the region for toasts (`./toaster.island`), from the first on that `~/ui/toast` has. */
export function ToastStack() {
  const { toasts, handlers } = useToaster(OPTIONS);
  const [attention, tell] = useReducer(nextAttention, NO_ATTENTION);
  const live = toasts.filter((toast) => !toast.dismissed).length;
  const expanded = isExpanded(attention, live);
  const list = useRef<HTMLOListElement>(null);
  const focus = useReturningFocus(list, toasts.length, tell);

  useKeepAll();
  usePause(isPaused(attention), handlers);

  const isEmpty = toasts.length === 0;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-toasts", !isEmpty);
    if (isEmpty) tell("empty");
  }, [isEmpty]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isToastHotkey(event)) return;
      event.preventDefault();
      tell("hotkey");
      list.current?.focus();
    };
    const onRelease = () => tell("release");
    const onVisibility = () => tell(document.hidden ? "hide" : "show");
    onVisibility(); // a tab may be opened in the background
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerup", onRelease);
    document.addEventListener("pointercancel", onRelease);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerup", onRelease);
      document.removeEventListener("pointercancel", onRelease);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, []);

  const places = placeToasts(
    toasts.map((toast) => ({ id: toast.id, height: toast.height ?? 0, leaving: toast.dismissed })),
    expanded,
  );

  return (
    <ol
      ref={list}
      tabIndex={-1}
      data-expanded={expanded}
      onPointerEnter={() => tell("enter")}
      onPointerMove={() => attention.over || tell("enter")}
      onPointerLeave={() => tell("leave")}
      onPointerDown={() => tell("press")}
      {...focus}
    >
      {toasts.map((toast) => {
        const place = places.get(toast.id);
        return (
          place && (
            <ToastItem
              key={toast.id}
              toast={toast}
              place={place}
              expanded={expanded}
              onHeight={handlers.updateHeight}
            />
          )
        );
      })}
    </ol>
  );
}

/** The library forgets the oldest toasts beyond twenty; ours only wait out of sight. Its settings are one shared object. */
function useKeepAll() {
  const { settings } = useToasterStore();
  useEffect(() => {
    settings.toastLimit = Number.POSITIVE_INFINITY;
  }, [settings]);
}

/**
 * Stops and restarts the library's clock. The library adds a whole pause to every toast; one that appears in the
 * middle of it would stay too long, so the pause is cut in two just before.
 */
function usePause(paused: boolean, handlers: { startPause: () => void; endPause: () => void }) {
  const latest = useRef(handlers);
  latest.current = handlers;

  useEffect(() => {
    if (!paused) return;
    latest.current.startPause();
    const forget = beforeToast(() => {
      latest.current.endPause();
      latest.current.startPause();
    });
    return () => {
      forget();
      latest.current.endPause();
    };
  }, [paused]);
}
