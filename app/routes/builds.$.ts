import type { LoaderFunctionArgs } from "@remix-run/node";
import { noSuchPage } from "~/http/error-responses.server";

/** Public, so a missing build file gives a 404 instead of a redirect to sign-in. */
export const access = "public";

export function loader({ request }: LoaderFunctionArgs) {
  throw noSuchPage(request);
}
