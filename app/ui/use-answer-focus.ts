import { type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

/**
 * Returns the ref of an element that takes the focus for each new answer to what the user sent, such as a refusal. It needs
 * `autoFocus`, too: that focuses an answer which comes with a loaded page. Once the scripts of such a page run, the user may
 * have gone on to something else.
 */
export function useAnswerFocus<Focused extends HTMLElement>(answer: unknown): RefObject<Focused> {
  const element = useRef<Focused>(null);
  const isLive = useHydrated();
  const [shown] = useState(isLive ? undefined : answer);
  useEffect(() => {
    if (answer === undefined || answer === shown) return;
    element.current?.blur(); // focused again, so that screen readers read it
    element.current?.focus();
    element.current?.scrollIntoView({ block: "nearest" });
  }, [answer, shown]);
  return element;
}
