import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { titled } from "~/features/branding/page-title";
import { noSuchPage } from "~/http/error-responses.server";
import * as say from "~/shell/shell-copy";

export const meta: MetaFunction = ({ matches, error }) => titled(say.pageNotFound, matches, error);

/** Catches all unknown addresses. */
export function loader({ request }: LoaderFunctionArgs) {
  throw noSuchPage(request);
}

export function action({ request }: ActionFunctionArgs) {
  throw noSuchPage(request);
}

export { RouteError as default, RouteError as ErrorBoundary } from "~/ui/route-error";
