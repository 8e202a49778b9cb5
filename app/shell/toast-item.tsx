import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type ShownToast, type ToastType, toast as toasts } from "~/ui/toast";
import * as say from "./shell-copy";
import type { ToastEdge } from "./toast-room";
import type { ToastPlace } from "./toast-stack";

/** Source: seed, section 9. */
const SWIPE_PX = 20;
const SWIPE_PX_PER_MS = 0.11;

/** Returns the swipe distance towards the edge of the window at which toasts sit; the other way doesn't count. */
export const swipeDistance = (fromY: number, toY: number, edge: ToastEdge = "bottom") =>
  Math.max(0, edge === "bottom" ? toY - fromY : fromY - toY);

/** Decides whether releasing after `distance` pixels and `ms` milliseconds dismisses the toast. */
export function isSwipedAway(distance: number, ms: number) {
  return distance >= SWIPE_PX || (distance > 0 && distance / ms > SWIPE_PX_PER_MS);
}

const DRAWINGS: Record<ToastType, ReactNode> = {
  default: null,
  success: <path d="m8 12.5 2.8 2.8L16 9.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z" />,
  error: <path d="M12 7.5v5.5m0 3.2v.3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z" />,
  warning: (
    <path d="M12 9.5v4m0 3v.3M10.6 4.3 2.9 17.6A1.6 1.6 0 0 0 4.3 20h15.4a1.6 1.6 0 0 0 1.4-2.4L13.4 4.3a1.6 1.6 0 0 0-2.8 0Z" />
  ),
  info: <path d="M12 11v5.5m0-9.3v.3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z" />,
  loading: <path d="M21 12a9 9 0 1 1-6-8.5" />,
};

/** The icon of a toast type. Hidden from screen readers: the text says the same. */
export function ToastIcon({ type }: { type: ToastType }) {
  const drawing = DRAWINGS[type];
  if (!drawing) return null;
  return (
    <svg className="toast-icon" data-icon={type} viewBox="0 0 24 24" aria-hidden="true">
      {drawing}
    </svg>
  );
}

export const isToastType = (name: string | undefined): name is ToastType => name !== undefined && name in DRAWINGS;

type Props = {
  toast: ShownToast;
  place: ToastPlace;
  expanded: boolean;
  edge: ToastEdge;
  onHeight: (id: string, height: number) => void;
};

/** A toast with a close button; swiping it off its edge dismisses it. Neither works while it is loading. */
export function ToastItem({ toast, place, expanded, edge, onHeight }: Props) {
  const type: ToastType = isToastType(toast.className) ? toast.className : "default";
  const body = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(type !== "loading", edge, () => toasts.dismiss(toast.id));

  // The text may change and the window may narrow: report every new height.
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new ResizeObserver(() => onHeight(toast.id, element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [toast.id, onHeight]);

  const seconds = toast.action?.forSeconds;
  useEffect(() => {
    if (seconds === undefined) return;
    const over = setTimeout(() => toasts.dismiss(toast.id), seconds * 1000);
    return () => clearTimeout(over);
  }, [toast.id, seconds]);

  const style = {
    "--lift": `${-place.lift}px`,
    "--scale": place.scale,
    "--swiped": `${swipe.distance}px`,
    blockSize: (place.height ?? toast.height) || undefined,
    zIndex: 1_000 - place.index,
  } as CSSProperties;

  return (
    <li
      className="toast"
      data-type={type}
      data-front={place.index === 0}
      data-visible={place.visible}
      data-expanded={expanded}
      data-removed={toast.dismissed}
      data-swiping={swipe.distance > 0}
      role={toast.ariaProps.role}
      aria-live={toast.ariaProps["aria-live"] === "assertive" ? "assertive" : "polite"}
      aria-atomic="true"
      tabIndex={0}
      style={style}
      {...swipe.handlers}
    >
      <div className="toast-body" ref={body}>
        <ToastIcon type={type} />
        <span className="toast-text">
          {typeof toast.message === "function" ? toast.message(toast) : toast.message}
          {toast.link && (
            <>
              {" "}
              <a className="toast-link" href={toast.link.href} onClick={() => toasts.dismiss(toast.id)}>
                {toast.link.label}
              </a>
            </>
          )}
        </span>
        {toast.action && (
          <form method="post" action={toast.action.post} data-keeps-scroll onSubmit={() => toasts.dismiss(toast.id)}>
            <button type="submit" className="toast-action" name={toast.action.name} value={toast.action.value}>
              {toast.action.label}
            </button>
          </form>
        )}
        <button
          type="button"
          className="toast-close"
          aria-label={say.closeToast}
          data-disabled={type === "loading"}
          onClick={() => type !== "loading" && toasts.dismiss(toast.id)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m7 7 10 10M17 7 7 17" />
          </svg>
        </button>
      </div>
    </li>
  );
}

function useSwipe(allowed: boolean, edge: ToastEdge, away: () => void) {
  const start = useRef<{ y: number; at: number } | null>(null);
  const [distance, setDistance] = useState(0);

  function down(event: PointerEvent<HTMLLIElement>) {
    if (!allowed || event.button !== 0 || (event.target as Element).closest("a, button")) return;
    event.currentTarget.setPointerCapture(event.pointerId); // keep tracking outside the toast
    start.current = { y: event.clientY, at: event.timeStamp };
  }
  function move(event: PointerEvent) {
    if (!start.current || getSelection()?.toString()) return; // the user is selecting text
    setDistance(swipeDistance(start.current.y, event.clientY, edge));
  }
  function up(event: PointerEvent) {
    if (!start.current) return;
    const { y, at } = start.current;
    start.current = null;
    if (!getSelection()?.toString() && isSwipedAway(swipeDistance(y, event.clientY, edge), event.timeStamp - at))
      away();
    else setDistance(0);
  }
  function cancel() {
    start.current = null;
    setDistance(0);
  }
  return { distance, handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel } };
}
