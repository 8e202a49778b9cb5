import { type ClientActionFunctionArgs, isRouteErrorResponse, type ShouldRevalidateFunction } from "@remix-run/react";
import { readErrorBody } from "~/lib/refusal";
import { dismissToast, saying, UNSENT } from "~/ui/lazy-toasts";
import * as say from "./shell-copy";

export function sentenceOf(error: unknown) {
  if (isRouteErrorResponse(error)) {
    if (error.status >= 500) return say.wentWrongTextKept;
    if (error.status === 404) return say.notFoundTextKept;
    return readErrorBody(error.data).message || error.statusText || say.thatDidNotWork;
  }
  return say.unreachableTextKept;
}

let kept = 0;

/** How many forms couldn't be sent so far. */
export const timesKept = () => kept;

/**
 * The `clientAction` of a page with a form: failures show a toast and keep the page with its typed text. Redirects and
 * field errors pass through. Without scripts, the server shows its error page.
 *
 *     export { keepPage as clientAction } from "./keep-page-on-failure";
 */
export async function keepPage({
  request,
  serverAction,
}: Pick<ClientActionFunctionArgs, "serverAction"> & { request: Pick<Request, "signal"> }) {
  try {
    const answer = await serverAction();
    dismissToast(UNSENT);
    return answer;
  } catch (error) {
    if (error instanceof Response) dismissToast(UNSENT); // a redirect: the server got the form
    // An aborted request was resubmitted or its page left: not a failure.
    if (error instanceof Response || request.signal.aborted) throw error;
    kept += 1;
    void saying((toast) => toast.error(sentenceOf(error), { id: UNSENT }));
    // A status of 400 or more and a null body stop the router from revalidating, which could fail the same way.
    return Response.json(null, { status: isRouteErrorResponse(error) ? error.status : 503 });
  }
}

/**
 * The `shouldRevalidate` of a page that also needs fresh data after a refused form, such as another user's edit or an
 * accepted file. The router revalidates only after success by default. Remix would always revalidate: if the server is
 * unreachable or access is lost, an error would replace the typed text.
 *
 *     export { revalidateIfAnswered as shouldRevalidate } from "./keep-page-on-failure";
 */
export const revalidateIfAnswered: ShouldRevalidateFunction = ({ actionStatus = 200, actionResult }) =>
  actionStatus < 500 && actionResult !== null;
