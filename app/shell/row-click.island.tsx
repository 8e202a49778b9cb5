import { useEffect } from "react";

const CONTROLS = "a, button, input, label, select, summary, textarea";

/** The link of the row around a clicked element that does nothing itself. */
function linkOfRow({ target }: Event) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return null;
  return target.closest("tbody tr")?.querySelector<HTMLAnchorElement>("a.row-link") ?? null;
}

/**
 * Lets a click anywhere on a table row follow the row's link. CSS can't do that: in Safari a table row can't contain an
 * overlay (WebKit bug 240961). Without scripts, only the cell around the link opens the row.
 */
export function RowClick() {
  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = linkOfRow(event);
      if (!link || event.defaultPrevented || event.button > 1 || event.altKey) return;
      if (getSelection()?.isCollapsed === false) return; // the end of selecting text
      const opensTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
      if (opensTab) window.open(link.href, "_blank", "noopener");
      else link.click();
    }
    /** Keeps Windows from scrolling the page with the middle button, as over any link. */
    function onPress(event: MouseEvent) {
      if (event.button === 1 && linkOfRow(event)) event.preventDefault();
    }
    document.addEventListener("click", onClick);
    document.addEventListener("auxclick", onClick);
    document.addEventListener("mousedown", onPress);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("auxclick", onClick);
      document.removeEventListener("mousedown", onPress);
    };
  }, []);
  return null;
}
