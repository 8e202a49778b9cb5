import { useEffect } from "react";
import { listen } from "~/lib/listen";

const WHERE = "button:not(.toast-close), .button, .sidebar-toggle summary, .menu > summary, .sidebar-links a";

/** Ripple on pressed buttons. Decoration: none without scripts or with reduced motion. */
export function Ripple() {
  useEffect(() => {
    function onPress(event: PointerEvent) {
      if (event.button !== 0 || !(event.target instanceof Element)) return;
      const element = event.target.closest<HTMLElement>(WHERE);
      if (!element || element.matches(":disabled, [aria-disabled='true']")) return;
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;

      import("./drop-ripple").then(
        ({ drop }) => drop(element, event),
        () => {}, // only decoration
      );
    }
    return listen(document, { pointerdown: onPress });
  }, []);
  return null;
}
