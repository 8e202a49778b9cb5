import { useEffect } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { isLayerKind, openLayer } from "~/ui/layers";

type Open = Map<HTMLElement, { z: number; close: () => void }>;

/**
 * Stacks native layers: a `<details data-layer="menu">` or `[popover][data-layer]` gets a z-index when it opens and gives
 * it back when it closes. A menu also closes on Escape, on a press outside, and when one of its links is followed. Escape
 * also hides the hover details of the focused row (marks.css). Without scripts, overlays.css sets the z-index and only the
 * summary closes a menu.
 */
export function Layers() {
  useEffect(() => {
    const open: Open = new Map();

    function onToggle({ target }: Event) {
      if (!(target instanceof HTMLElement) || !isLayerKind(target.dataset.layer)) return;
      for (const element of open.keys()) if (element === target || !element.isConnected) releaseLayer(open, element);
      if (!isOpen(target)) return;
      const layer = openLayer(target.dataset.layer);
      target.style.zIndex = String(layer.z);
      open.set(target, layer);
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
      const menu = topMenu();
      if (!menu) return document.activeElement?.closest("tr")?.setAttribute("data-quiet", "");
      event.preventDefault();
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
    function onPress({ target }: Event) {
      for (const menu of menus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
    }
    function onClick({ target }: Event) {
      const followed = target instanceof Element && target.closest("a[href]");
      for (const menu of menus()) if (followed && menu.contains(followed)) menu.open = false;
    }

    const endToggles = listen(document, { toggle: onToggle }, { capture: true }); // toggle doesn't bubble
    const end = listen(document, { keydown: onKey, pointerdown: onPress, click: onClick });
    return () => {
      endToggles();
      end();
      for (const element of open.keys()) releaseLayer(open, element);
    };
  }, []);
  return null;
}

/** Releases the layer of an element that closed or was removed with its page. */
function releaseLayer(open: Open, element: HTMLElement) {
  open.get(element)?.close();
  open.delete(element);
  element.style.removeProperty("z-index");
}

const isOpen = (element: HTMLElement) =>
  element instanceof HTMLDetailsElement ? element.open : element.matches(":popover-open");

/** Reads the DOM: a key can arrive before the `toggle` event, and a menu can open before hydration. */
const menus = () => [...document.querySelectorAll<HTMLDetailsElement>("details[data-layer=menu][open]")];

const zIndexOf = (menu: HTMLElement) => Number(menu.style.zIndex || Number.POSITIVE_INFINITY); // no z-index yet: the newest

const topMenu = () => menus().sort((a, b) => zIndexOf(b) - zIndexOf(a))[0];
