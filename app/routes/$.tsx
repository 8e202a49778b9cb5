import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { noSuchPage } from "~/http/refusals.server";

/** Every address that no other route has (behaviour.md 4.1). */
export function loader({ request }: LoaderFunctionArgs) {
  throw noSuchPage(request);
}

export function action({ request }: ActionFunctionArgs) {
  throw noSuchPage(request);
}

export { RouteError as default, RouteError as ErrorBoundary } from "~/ui/route-error";
