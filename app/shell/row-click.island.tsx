import { useEffect } from "react";
import { listen } from "~/lib/listen";

const CONTROLS = "a, button, input, label, select, summary, textarea";

/** Returns the link of the clicked row, unless the click was on a control. */
function linkOfRow({ target }: Event) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return null;
  return target.closest("tbody tr")?.querySelector<HTMLAnchorElement>("a.row-link") ?? null;
}

/**
 * Makes a click anywhere on a table row follow its link. CSS can't: in Safari a table row can't contain an overlay (WebKit
 * bug 240961). Without scripts, only the cell with the link works.
 */
export function RowClick() {
  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = linkOfRow(event);
      if (!link || event.defaultPrevented || event.button > 1 || event.altKey) return;
      if (getSelection()?.isCollapsed === false) return; // the end of a text selection
      const opensTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
      if (opensTab) window.open(link.href, "_blank", "noopener");
      else link.click();
    }
    /** Stops Windows from starting autoscroll on a middle click, as over any link. */
    function onPress(event: MouseEvent) {
      if (event.button === 1 && linkOfRow(event)) event.preventDefault();
    }
    return listen(document, { click: onClick, auxclick: onClick, mousedown: onPress });
  }, []);
  return null;
}
