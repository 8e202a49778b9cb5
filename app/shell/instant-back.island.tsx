import {
  isRouteErrorResponse,
  redirect,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { listen } from "~/lib/listen";
import { dismissToast, saying, UNSENT } from "~/ui/lazy-toasts";
import { sentenceOf } from "./keep-page-on-failure";
import { addressOf, pageMemory } from "./page-memory";
import { type Handler, type Route, remixRouter, takesPayload, wrapHandler } from "./router-adapter";

/**
 * Keeps the page and shows a toast when a form can't be sent or the server fails, even if the form's route isn't a page.
 * The router would replace the page with an error. Pages wrap their own forms the same way (`keep-page-on-failure`). Returns a cleanup
 * function.
 */
function keepUnsent(routes: readonly Route[]): () => void {
  const ends = routes.flatMap((route) => [wrapHandler(route, "action", keeping), keepUnsent(route.children ?? [])]);
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
      if (error instanceof Response) dismissToast(UNSENT); // a redirect: the server got the form
      if (error instanceof Response || args.request.signal.aborted) throw error;
      if (isRouteErrorResponse(error) && error.status < 500) throw error; // has an error page with its own text
      const page = pageMemory.stay();
      if (page === undefined) throw error;
      void saying((toast) => toast.error(sentenceOf(error), { id: UNSENT }));
      return redirect(page);
    }
  };

/**
 * Remembers page data so going back is instant (`payload-client-loader` reads it), then revalidates a page shown from memory.
 * Offline, it waits for the connection.
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
    return listen(window, { online: revalidate }, { once: true });
  }, [state, key, revalidate]);

  useEffect(() => keepUnsent(remixRouter()?.routes ?? []), []);

  useEffect(() => {
    const onWriting = ({ target }: Event) => {
      const form = target instanceof HTMLFormElement ? target : (target as HTMLInputElement).form;
      if (form?.method === "post") pageMemory.spend(shownKey.current);
    };
    return listen(document, { input: onWriting, submit: onWriting }, { capture: true });
  }, []);
  return null;
}
