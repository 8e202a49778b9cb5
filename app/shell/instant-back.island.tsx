import { useLocation, useMatches, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { keepUnsent } from "./keep-unsent";
import { addressOf, pageMemory } from "./page-memory";
import { remixRouter, takesPayload } from "./router-adapter";

/**
 * Keeps what pages were shown with, for the way back (`from-payload` shows it), and brings a page up to date that was
 * shown from there. Without a network it stays as it was seen last.
 */
export function InstantBack({ person }: { person: number | null }) {
  const location = useLocation();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const { id = "", data } = useMatches().at(-1) ?? {};
  const { key } = location;
  const address = addressOf(location);
  const shownKey = useRef(key);
  shownKey.current = key;

  useEffect(() => {
    if (data && takesPayload(id)) pageMemory.keep(key, { address, person, data });
  }, [id, key, address, person, data]);

  useEffect(() => {
    if (state !== "idle" || !pageMemory.isOutdated(key)) return;
    if (navigator.onLine) return revalidate();
    window.addEventListener("online", revalidate, { once: true });
    return () => window.removeEventListener("online", revalidate);
  }, [state, key, revalidate]);

  useEffect(() => keepUnsent(remixRouter()?.routes ?? []), []);

  useEffect(() => {
    const onWriting = ({ target }: Event) => {
      const form = target instanceof HTMLFormElement ? target : (target as HTMLInputElement).form;
      if (form?.method === "post") pageMemory.spend(shownKey.current);
    };
    for (const event of ["input", "submit"]) document.addEventListener(event, onWriting, true);
    return () => {
      for (const event of ["input", "submit"]) document.removeEventListener(event, onWriting, true);
    };
  }, []);
  return null;
}
