import { useEffect } from "react";
import { isComposing } from "~/lib/composing";
import { currentSearchField, goToField } from "~/ui/search-field";

/** Ctrl+K or Cmd+K alone: with Shift or Alt the key belongs to somebody else. */
export function isSearchHotkey(e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">) {
  return e.key.toLowerCase() === "k" && e.ctrlKey !== e.metaKey && !e.shiftKey && !e.altKey;
}

/** Mounted once, in the shell. Renders nothing: without scripts a page loses the shortcut, not the search. */
export function SearchHotkey() {
  useEffect(() => {
    function focusField(event: KeyboardEvent) {
      const field = currentSearchField();
      if (!field || event.defaultPrevented || isComposing(event) || !isSearchHotkey(event)) return; // no field: the browser keeps its Ctrl+K
      event.preventDefault();
      goToField(field);
    }
    document.addEventListener("keydown", focusField);
    return () => document.removeEventListener("keydown", focusField);
  }, []);
  return null;
}
