import type { LoaderFunctionArgs } from "@remix-run/node";
import { noSuchPage } from "~/http/refusals.server";

/** Files are open to everybody, and so is that one of them is not there: a browser asks for them without being sent. */
export const access = "public";

export function loader({ request }: LoaderFunctionArgs) {
  throw noSuchPage(request);
}
