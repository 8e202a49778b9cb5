import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { answerAuth } from "~/features/auth/auth-endpoints.server";
import { requestNotes } from "~/lib/log.server";
import { withoutEndSlashes } from "~/lib/text";

export const access = "public";

/** Every auth endpoint; paths have one or two segments. */
export function loader({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const segments = withoutEndSlashes(params["*"] ?? "").split("/");
  const address = requestNotes()?.clientAddress ?? "";
  return answerAuth(db, { request, segments, address, now: Date.now() });
}

export { loader as action };
