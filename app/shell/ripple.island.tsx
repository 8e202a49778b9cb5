import { useEffect } from "react";
import { drop } from "./ripple-drop";

/** Buttons and navigation items. Small round ones inside a toast have no room for it. */
const WHERE = "button:not(.toast-close), .button, .sidebar-toggle summary, .menu > summary, .sidebar-links a";

/** A drop of ink where a button is pressed. Decoration: without scripts, or with reduced motion, there is none. */
export function Ripple() {
  useEffect(() => {
    function onPress(event: PointerEvent) {
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const element = event.target.closest<HTMLElement>(WHERE);
      if (!element || element.matches(":disabled, [aria-disabled='true']")) return;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;

      drop(element, event);
    }
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, []);
  return null;
}
