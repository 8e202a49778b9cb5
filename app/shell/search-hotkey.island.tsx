import { useEffect } from "react";
import { isComposing } from "~/lib/ime-composition";
import { listen } from "~/lib/listen";
import { currentSearchField, goToField } from "~/ui/search-field";

/** Matches Ctrl+K or Cmd+K alone: with Shift or Alt it's a browser or system shortcut. */
export function isSearchHotkey(e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">) {
  return e.key.toLowerCase() === "k" && e.ctrlKey !== e.metaKey && !e.shiftKey && !e.altKey;
}

/** Focuses the page's search field on Ctrl+K. Without scripts, only the shortcut is missing. */
export function SearchHotkey() {
  useEffect(() => {
    function focusField(event: KeyboardEvent) {
      const field = currentSearchField();
      // Without a field, the browser keeps its Ctrl+K.
      if (!field || event.defaultPrevented || isComposing(event) || !isSearchHotkey(event)) return;
      event.preventDefault();
      goToField(field);
    }
    return listen(document, { keydown: focusField });
  }, []);
  return null;
}
