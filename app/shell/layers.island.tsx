import { useEffect } from "react";
import { isComposing } from "~/lib/composing";
import { isLayerKind, openLayer } from "~/ui/layers";

type Open = Map<HTMLElement, { z: number; close: () => void }>;

/**
 * Stacks what HTML opens by itself: a `<details data-layer="menu">` or `[popover][data-layer]` gets its z-index when
 * it opens and gives it back when it closes. A menu also closes at Escape, at a press beside it and when a link in it is
 * followed. Escape also puts away what a row shows as long as it has the focus (time.css). Without scripts the numbers of
 * overlays.css apply, and a menu closes as it was opened.
 */
export function Layers() {
  useEffect(() => {
    const open: Open = new Map();

    function onToggle({ target }: Event) {
      if (!(target instanceof HTMLElement) || !isLayerKind(target.dataset.layer)) return;
      for (const element of open.keys()) if (element === target || !element.isConnected) takeOff(open, element);
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

    document.addEventListener("toggle", onToggle, true); // toggle does not bubble
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("toggle", onToggle, true);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("click", onClick);
      for (const element of open.keys()) takeOff(open, element);
    };
  }, []);
  return null;
}

/** Gives back the number of what has closed, or has left with its page without closing. */
function takeOff(open: Open, element: HTMLElement) {
  open.get(element)?.close();
  open.delete(element);
  element.style.removeProperty("z-index");
}

const isOpen = (element: HTMLElement) =>
  element instanceof HTMLDetailsElement ? element.open : element.matches(":popover-open");

/** As the page says: a key can come before the `toggle` of what it is meant for, and a menu be open before there is an island. */
const menus = () => [...document.querySelectorAll<HTMLDetailsElement>("details[data-layer=menu][open]")];

const heightOf = (menu: HTMLElement) => Number(menu.style.zIndex || Number.POSITIVE_INFINITY); // without one yet: the newest

const topMenu = () => menus().sort((a, b) => heightOf(b) - heightOf(a))[0];
