import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

const EVERY_MS = 1_000;

/** Reloads the page's data every second. Waits for each response before the next request. */
export function AutoRefresh() {
  const { revalidate, state } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => latest.current(), EVERY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return null;
}
