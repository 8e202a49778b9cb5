import { isRouteErrorResponse, redirect } from "@remix-run/react";
import { saying, unsay } from "~/ui/toasts-later";
import { sentenceOf, UNSENT } from "./keep-page";
import { pageMemory } from "./page-memory";
import { answerThrough, type Handler, type Route } from "./router-adapter";

/**
 * Forms are also sent to addresses that are no page, such as that of an assignment. Where such a form cannot be sent, or the
 * server fails, the page it stands on stays as it is, and a toast says so; the router would put an error in its place. Pages
 * do the same for their own forms (`keep-page`). Answers the end of that.
 */
export function keepUnsent(routes: readonly Route[]): () => void {
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
