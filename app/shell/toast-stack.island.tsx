import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { useToaster, useToasterStore } from "react-hot-toast/headless";
import { listen } from "~/lib/listen";
import { beforeToast, TOAST_DURATION_MS } from "~/ui/toast";
import { isToastHotkey } from "./toast-hotkey";
import { ToastItem } from "./toast-item";
import { edgeFor, keptClear, type ToastEdge } from "./toast-room";
import { GAP_PX, placeToasts, VISIBLE_TOASTS } from "./toast-stack";

/**
 * The user's interaction with the toasts.
 *
 * over     the pointer is over the list
 * held     a pointer is held down on a toast
 * opened   expanded by keyboard: Alt+T, or focus entering the region
 * focused  keyboard focus is in the region
 * hidden   the tab is in the background
 */
type Attention = { over: boolean; held: boolean; opened: boolean; focused: boolean; hidden: boolean };

export const NO_ATTENTION: Attention = { over: false, held: false, opened: false, focused: false, hidden: false };

const CHANGES = {
  enter: { over: true },
  leave: { over: false },
  press: { held: true },
  release: { held: false },
  hotkey: { opened: true },
  focus: { opened: true, focused: true },
  blur: { opened: false, focused: false },
  escape: { opened: false, over: false },
  hide: { hidden: true },
  show: { hidden: false },
  empty: { over: false, held: false, opened: false, focused: false }, // a removed element fires no leave or blur
} satisfies Record<string, Partial<Attention>>;

export type AttentionEvent = keyof typeof CHANGES;

export const nextAttention = (now: Attention, event: AttentionEvent): Attention => ({ ...now, ...CHANGES[event] });

/** A single toast has nothing to expand. */
export const isExpanded = (a: Attention, toasts: number) => toasts > 1 && (a.over || a.held || a.opened);

export const isPaused = (a: Attention) => a.over || a.held || a.opened || a.focused || a.hidden;

/** Focus handlers of the toast region. On leaving, restores the earlier focus, unless the pointer moved it. */
function useReturningFocus(list: RefObject<HTMLElement>, toasts: number, tell: (event: AttentionEvent) => void) {
  const inside = useRef(false);
  const before = useRef<HTMLElement | null>(null);
  const pointerAt = useRef(0);

  useEffect(() => {
    const onPointer = ({ timeStamp }: Event) => {
      pointerAt.current = timeStamp;
    };
    return listen(document, { pointerdown: onPointer }, { capture: true });
  }, []);

  function leave(giveBack: boolean) {
    inside.current = false;
    tell("blur");
    const place = before.current;
    before.current = null;
    if (!giveBack || !place) return;
    // A response may have removed it in the meantime.
    (place.isConnected ? place : document.getElementById("content"))?.focus({ preventScroll: true });
  }
  const leaving = useRef(leave);
  leaving.current = leave;

  // A removed toast drops the focus without an event.
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    const next = list.current?.querySelector<HTMLElement>("[data-removed=false]");
    if (toasts > 0) (next ?? list.current)?.focus({ preventScroll: true });
    else leaving.current(true);
  }, [toasts, list]);

  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      const from = event.relatedTarget;
      if (!inside.current) before.current = from instanceof HTMLElement ? from : null;
      inside.current = true;
      if (event.target.matches(":focus-visible")) tell("focus");
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      const to = event.relatedTarget;
      if (to instanceof Node && event.currentTarget.contains(to)) return;
      if (to === null && (!document.hasFocus() || !event.target.isConnected)) return; // window switch or removal
      leave(event.timeStamp - pointerAt.current > 50);
    },
    onKeyDown(event: { key: string }) {
      if (event.key === "Escape") tell("escape");
    },
  };
}

/** Of a toast that isn't measured yet: one line. */
const USUAL_HEIGHT_PX = 52;

const REMOVAL_MS = 200; // seed, section 9

/** The library defaults are 2 s for success toasts and 1 s for removal. */
const OPTIONS = {
  duration: TOAST_DURATION_MS,
  removeDelay: REMOVAL_MS,
  success: { duration: TOAST_DURATION_MS },
  loading: { duration: Number.POSITIVE_INFINITY },
};

/** The content of the toast region (`./toaster.island`), from the first toast on. */
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
    onVisibility(); // a tab may open in the background
    return listen(document, {
      keydown: onKey,
      pointerup: onRelease,
      pointercancel: onRelease,
      visibilitychange: onVisibility,
    });
  }, []);

  const front = toasts.find(({ dismissed }) => !dismissed)?.height ?? USUAL_HEIGHT_PX;
  const edge = useEdge(list, isEmpty ? 0 : front + GAP_PX * Math.min(live - 1, VISIBLE_TOASTS - 1), attention.over);

  const places = placeToasts(
    toasts.map((toast) => ({ id: toast.id, height: toast.height ?? 0, leaving: toast.dismissed })),
    expanded,
  );

  return (
    <ol
      ref={list}
      tabIndex={-1}
      data-expanded={expanded}
      data-edge={edge}
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
              edge={edge}
              onHeight={handlers.updateHeight}
            />
          )
        );
      })}
    </ol>
  );
}

/**
 * Keeps the stack off the field being edited. Checks when a toast appears, the focus moves or the window resizes. It
 * doesn't move under the pointer, and starts at the lower edge again once it is empty.
 */
function useEdge(list: RefObject<HTMLElement>, height: number, isOver: boolean): ToastEdge {
  const [edge, setEdge] = useState<ToastEdge>("bottom");
  const current = useRef(edge);
  current.current = edge;

  useLayoutEffect(() => {
    if (height === 0) return setEdge("bottom");
    if (isOver) return;
    const look = () => {
      if (!list.current) return;
      const { left, right, top: line } = list.current.getBoundingClientRect(); // a line: the toasts take no space in it
      const offset = current.current === "top" ? line : innerHeight - line;
      const places = {
        bottom: { left, right, top: innerHeight - offset - height, bottom: innerHeight - offset },
        top: { left, right, top: offset, bottom: offset + height },
      };
      setEdge(edgeFor(places, keptClear(list.current, places), current.current));
    };
    look();
    const afterScrolling = () => requestAnimationFrame(look); // focus scrolls its field into view
    const endFocus = listen(document, { focusin: afterScrolling });
    const endResize = listen(window, { resize: look });
    return () => {
      endFocus();
      endResize();
    };
  }, [list, height, isOver]);
  return edge;
}

/**
 * Stops the library from dropping the oldest toasts beyond twenty; ours wait out of sight. Its settings are a shared
 * object.
 */
function useKeepAll() {
  const { settings } = useToasterStore();
  useEffect(() => {
    settings.toastLimit = Number.POSITIVE_INFINITY;
  }, [settings]);
}

/**
 * Pauses and resumes the library's timers. The library adds the whole pause to every toast. Splitting the pause just before
 * each new toast keeps it from staying too long.
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
