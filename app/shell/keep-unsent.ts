import { isRouteErrorResponse, redirect } from "@remix-run/react";
import { saying, unsay } from "~/ui/toasts-later";
import { sentenceOf, UNSENT } from "./keep-page";
import { pageMemory } from "./page-memory";

type Action = (args: { request: Pick<Request, "signal"> }, ...more: unknown[]) => unknown;
type Route = { action?: unknown; children?: readonly Route[] };

/**
 * Forms are also sent to addresses that are no page, such as that of an assignment. Where such a form cannot be sent, or the
 * server fails, the page it stands on stays as it is, and a toast says so; the router would put an error in its place. Pages
 * do the same for their own forms (`keep-page`).
 */
export function keepUnsent(routes: readonly Route[]) {
  for (const route of routes) {
    if (typeof route.action === "function") route.action = keeping(route.action as Action);
    keepUnsent(route.children ?? []);
  }
}

const keeping =
  (action: Action): Action =>
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
