import { useEffect } from "react";
import { isLayerKind, openLayer } from "~/ui/layers";

/**
 * Stacks what HTML opens by itself: a `<details data-layer="menu">` or `[popover][data-layer]` gets its z-index when
 * it opens and gives it back when it closes. Without scripts the numbers of overlays.css apply.
 */
export function Layers() {
  useEffect(() => {
    const open = new Map<HTMLElement, () => void>();

    function close(element: HTMLElement) {
      open.get(element)?.();
      open.delete(element);
      element.style.removeProperty("z-index");
    }
    function onToggle(event: Event) {
      const element = event.target;
      if (!(element instanceof HTMLElement) || !isLayerKind(element.dataset.layer)) return;
      close(element);
      for (const other of open.keys()) if (!other.isConnected) close(other); // left with its page, without closing
      if (!isOpen(element)) return;
      const layer = openLayer(element.dataset.layer);
      element.style.zIndex = String(layer.z);
      open.set(element, layer.close);
    }
    document.addEventListener("toggle", onToggle, true); // toggle does not bubble
    return () => {
      document.removeEventListener("toggle", onToggle, true);
      for (const element of open.keys()) close(element);
    };
  }, []);
  return null;
}

const isOpen = (element: HTMLElement) =>
  element instanceof HTMLDetailsElement ? element.open : element.matches(":popover-open");
