import { type ClientActionFunctionArgs, isRouteErrorResponse, type ShouldRevalidateFunction } from "@remix-run/react";
import { readTurned } from "~/lib/refusal";
import { saying, unsay } from "~/ui/toasts-later";
import * as say from "./shell-copy";

/** What a toast says of a form that could not be sent. */
export function sentenceOf(error: unknown) {
  if (isRouteErrorResponse(error)) {
    if (error.status >= 500) return say.faultIsOursTextIsHere;
    if (error.status === 404) return say.notThereTextIsHere;
    return readTurned(error.data).message || error.statusText || say.thatDidNotWork;
  }
  return say.unreachedTextIsHere;
}

/** The toast about a form that could not be sent. It goes once one could: two toasts must not say the opposite of each other. */
export const UNSENT = "unsent";

/**
 * The `clientAction` of a page with a form: an error of sending it is a toast, and the page stays with what was typed.
 * Redirects and refusals beside the fields are answers as usual. Without scripts the server shows
 * its error page.
 *
 *     export { keepPage as clientAction } from "~/shell/keep-page";
 */
export async function keepPage({
  request,
  serverAction,
}: Pick<ClientActionFunctionArgs, "serverAction"> & { request: Pick<Request, "signal"> }) {
  try {
    const answer = await serverAction();
    unsay(UNSENT);
    return answer;
  } catch (error) {
    if (error instanceof Response) unsay(UNSENT); // a redirect: it has arrived
    // The form was sent again, or the page left, before the answer came: then nothing went wrong either.
    if (error instanceof Response || request.signal.aborted) throw error;
    void saying((toast) => toast.error(sentenceOf(error), { id: UNSENT }));
    // A status from 400 on, and no word, keep the router from loading the page again, which could fail in the same way.
    return Response.json(null, { status: isRouteErrorResponse(error) ? error.status : 503 });
  }
}

/**
 * The `shouldRevalidate` of a page that has news after a refusal, too: a value somebody else has changed, a file that was
 * taken. The router would load it anew after successes only, and Remix tells such a page to do it always: where the server
 * could not be reached, or the page is not its reader's any more, that would put an error in the place of what was typed.
 *
 *     export { loadAnewIfAnswered as shouldRevalidate } from "~/shell/keep-page";
 */
export const loadAnewIfAnswered: ShouldRevalidateFunction = ({ actionStatus = 200, actionResult }) =>
  actionStatus < 500 && actionResult !== null;
