import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Viewer } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { RowId } from "~/lib/form-values";
import { viewerOf } from "./session.server";

/** The viewer. Throws 403 unless they `may` use the route. */
export function requireViewer(context: LoaderFunctionArgs["context"], may: (viewer: Viewer) => boolean): Viewer {
  const viewer = viewerOf(context);
  if (!may(viewer)) throw forbidden();
  return viewer;
}

/** The id in the URL. Throws 404 for an invalid one. */
export function requireId({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">): number {
  const id = RowId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  return id.data;
}
