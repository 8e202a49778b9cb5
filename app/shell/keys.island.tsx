import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isComposing } from "~/lib/composing";
import { useLater } from "~/ui/later";
import { currentSearchField, goToField } from "~/ui/search-field";
import { isElsewhere, singleKey } from "./single-keys";

const load = () => import("./press-key");

/** How long a key waits for what it does, or for the page it is meant for, to be there. */
const PATIENCE_MS = 2_000;

/** How long a key may still be meant for the window that somebody has just come from. */
const SETTLING_MS = 300;

/** Whether the shape of the next page lies over the one that is being left (`./arrival`). */
const isCovered = () => document.querySelector("#content[data-coming]") !== null;

/**
 * A key that waits. `on`: the page that was drawn when it was pressed; the address may be that of another one by then.
 * `isAhead`: nothing was to be seen of that page any more, so it is for the one that is drawn next.
 */
type Waiting = { key: string; on: string; isAhead: boolean; at: number };

/**
 * Single keys: they move through lists and press what a page has. A key acts on the page that is seen when it is pressed and on
 * no other. What they do comes when the first of them is pressed; until then an Enter behind one of them waits for its turn,
 * too. Mounted for those who have not switched them off.
 */
export function Keys() {
  const [later, wake] = useLater(load);
  const [timesHelped, setTimesHelped] = useState(0);
  const waiting = useRef<Waiting[]>([]);
  const { key: drawn } = useLocation();

  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const onWindow = (event: Event) => {
      since = event.timeStamp;
    };
    /** Those that still mean what they did: somebody may have gone to another page, or on, as nothing came of them. */
    const stillMeant = () =>
      waiting.current.filter(
        ({ on, isAhead, at }) => isAhead === (isCovered() || on !== drawn) && performance.now() - at < PATIENCE_MS,
      );
    function flush() {
      if (!later || isCovered()) return;
      for (const { key } of stillMeant()) {
        if (isElsewhere(document.activeElement)) continue;
        if (key === "?") setTimesHelped((times) => times + 1);
        else later.pressKey(key);
      }
      waiting.current = [];
    }
    function onKey(event: KeyboardEvent) {
      if (isComposing(event)) return;
      const isNext = event.key === "Enter" && !event.repeat && stillMeant().length > 0;
      const key = isNext ? event.key : singleKey(event);
      if (!key || isElsewhere(event.target) || event.timeStamp - since < SETTLING_MS) return;
      if (key === "/" && !isCovered()) {
        const field = currentSearchField();
        if (!field) return; // some browsers look for words with it
        event.preventDefault();
        return goToField(field);
      }
      event.preventDefault(); // else the field it leads to gets the letter
      waiting.current.push({ key, on: drawn, isAhead: isCovered(), at: performance.now() });
      wake();
      flush();
    }
    flush();
    window.addEventListener("focus", onWindow);
    document.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("focus", onWindow);
      document.removeEventListener("keydown", onKey);
    };
  }, [later, wake, drawn]);

  return timesHelped > 0 && later && <later.KeyHelp key={timesHelped} />;
}
