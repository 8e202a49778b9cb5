import { useEffect, useRef, useState } from "react";
import { useLater } from "~/ui/later";
import { currentSearchField, goToField } from "~/ui/search-field";
import { isElsewhere, singleKey } from "./single-keys";

const load = () => import("./press-key");

/** How long a key waits for what it does to be there. */
const PATIENCE_MS = 2_000;

/**
 * Single keys: they move through lists and press what a page has. What they do comes when the first of them is pressed.
 * Mounted for those who have not switched them off.
 */
export function Keys() {
  const [later, wake] = useLater(load);
  const [isHelping, setHelping] = useState(false);
  const waiting = useRef<{ key: string; on: string; at: number }[]>([]);

  useEffect(() => {
    function flush() {
      if (!later) return;
      for (const { key, on, at } of waiting.current.splice(0)) {
        // Since it was pressed somebody may have gone on: to a field, to another page, or as nothing came of it.
        if (on !== location.href || performance.now() - at > PATIENCE_MS || isElsewhere(document.activeElement))
          continue;
        if (key === "?") setHelping(true);
        else later.pressKey(key);
      }
    }
    function onKey(event: KeyboardEvent) {
      const key = singleKey(event);
      if (!key || isElsewhere(event.target)) return;
      if (key === "/") {
        const field = currentSearchField();
        if (!field) return; // some browsers look for words with it
        event.preventDefault();
        return goToField(field);
      }
      event.preventDefault(); // else the field it leads to gets the letter
      waiting.current.push({ key, on: location.href, at: performance.now() });
      wake();
      flush();
    }
    flush();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [later, wake]);

  return isHelping && later && <later.KeyHelp onClose={() => setHelping(false)} />;
}
