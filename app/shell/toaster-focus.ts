import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import type { AttentionEvent } from "./toast-attention";

/**
 * Handlers for the toast region: the keyboard's focus coming in, leaving, Escape. Whoever leaves finds the focus
 * where it was before, unless they went elsewhere with the pointer.
 */
export function useReturningFocus(list: RefObject<HTMLElement>, toasts: number, tell: (event: AttentionEvent) => void) {
  const inside = useRef(false);
  const before = useRef<HTMLElement | null>(null);
  const pointerAt = useRef(0);

  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      pointerAt.current = event.timeStamp;
    };
    document.addEventListener("pointerdown", onPointer, true);
    return () => document.removeEventListener("pointerdown", onPointer, true);
  }, []);

  function leave(giveBack: boolean) {
    inside.current = false;
    tell("blur");
    const place = before.current;
    before.current = null;
    if (!giveBack || !place) return;
    // What it was may be gone with an answer that came meanwhile.
    (place.isConnected ? place : document.getElementById("content"))?.focus({ preventScroll: true });
  }
  const leaving = useRef(leave);
  leaving.current = leave;

  // A toast that goes takes the focus with it and tells nobody.
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
      if (to === null && (!document.hasFocus() || !event.target.isConnected)) return; // another window, or it has gone
      leave(event.timeStamp - pointerAt.current > 50);
    },
    onKeyDown(event: { key: string }) {
      if (event.key === "Escape") tell("escape");
    },
  };
}
