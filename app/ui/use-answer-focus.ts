import { type RefObject, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

/**
 * Returns the ref of an element that takes the focus for each new response, such as a refusal. It also needs
 * `autoFocus`, which focuses a response that comes with a page load. By the time such a page's scripts run, the user
 * may have moved on.
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
