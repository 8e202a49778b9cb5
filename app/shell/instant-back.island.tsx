import {
  isRouteErrorResponse,
  redirect,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { saying, unsay } from "~/ui/toasts-later";
import { sentenceOf, UNSENT } from "./keep-page";
import { addressOf, pageMemory } from "./page-memory";
import { answerThrough, type Handler, type Route, remixRouter, takesPayload } from "./router-adapter";

/**
 * Forms are also sent to addresses that are no page, such as that of an assignment. Where such a form cannot be sent, or the
 * server fails, the page it stands on stays as it is, and a toast says so; the router would put an error in its place. Pages
 * do the same for their own forms (`keep-page`). Answers the end of that.
 */
function keepUnsent(routes: readonly Route[]): () => void {
  const ends = routes.flatMap((route) => [answerThrough(route, "action", keeping), keepUnsent(route.children ?? [])]);
  return () => {
    for (const end of ends) end();
  };
}

const keeping =
  (action: Handler): Handler =>
  async (args, ...more) => {
    try {
      return await action(args, ...more);
    } catch (error) {
      if (error instanceof Response) unsay(UNSENT); // a redirect: it has arrived
      if (error instanceof Response || args.request.signal.aborted) throw error;
      if (isRouteErrorResponse(error) && error.status < 500) throw error; // its words are a page of their own
      const page = pageMemory.stay();
      if (page === undefined) throw error;
      void saying((toast) => toast.error(sentenceOf(error), { id: UNSENT }));
      return redirect(page);
    }
  };

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
