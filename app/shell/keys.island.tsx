import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isComposing } from "~/lib/composing";
import { currentSearchField, goToField } from "~/ui/search-field";
import { KeyHelp, pressKey } from "./press-key";
import { isElsewhere, singleKey } from "./single-keys";

/** How long a key waits for the page it is meant for to be there. */
const PATIENCE_MS = 2_000;

/** How long a key may still be meant for the window that somebody has just come from. */
const SETTLING_MS = 300;

/** Whether the shape of the next page lies over the one that is being left (`./arrival`). */
const isCovered = () => document.querySelector("#content[data-coming]") !== null;

/** A key that waits for the page that comes after the one of the address `on`, of which nothing was to be seen any more. */
type Waiting = { key: string; on: string; at: number };

/**
 * Single keys: they move through lists and press what a page has. A key acts on the page that is seen when it is pressed and on
 * no other: while the next one is only an outline it waits for that, and so does an Enter behind it. Mounted for those who have
 * not switched them off.
 */
export function Keys() {
  const [timesHelped, setTimesHelped] = useState(0);
  const waiting = useRef<Waiting[]>([]);
  const { key: drawn } = useLocation();

  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const onWindow = (event: Event) => {
      since = event.timeStamp;
    };
    const isFresh = ({ at }: Waiting) => performance.now() - at < PATIENCE_MS;
    function act(key: string) {
      if (isElsewhere(document.activeElement)) return;
      if (key === "?") setTimesHelped((times) => times + 1);
      else pressKey(key);
    }
    function onKey(event: KeyboardEvent) {
      if (isComposing(event)) return;
      const isNext = event.key === "Enter" && !event.repeat && isCovered() && waiting.current.some(isFresh);
      const key = isNext ? event.key : singleKey(event);
      if (!key || isElsewhere(event.target) || event.timeStamp - since < SETTLING_MS) return;
      if (key === "/" && !isCovered()) {
        const field = currentSearchField();
        if (!field) return; // some browsers look for words with it
        event.preventDefault();
        return goToField(field);
      }
      event.preventDefault(); // else the field it leads to gets the letter
      if (isCovered()) waiting.current.push({ key, on: drawn, at: performance.now() });
      else act(key);
    }
    if (!isCovered()) {
      for (const one of waiting.current.splice(0)) if (one.on !== drawn && isFresh(one)) act(one.key);
    }
    window.addEventListener("focus", onWindow);
    document.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("focus", onWindow);
      document.removeEventListener("keydown", onKey);
    };
  }, [drawn]);

  return timesHelped > 0 && <KeyHelp key={timesHelped} />;
}
