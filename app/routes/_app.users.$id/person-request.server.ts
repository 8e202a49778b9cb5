import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { findProfile, type Profile } from "~/features/users/user-queries.server";
import { UserId } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";

type Asked = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

/** The viewer and the person in the URL. Throws 404 for a person they can't see, and 403 unless they `may` do this. */
export async function personAsked(
  { request, params, context }: Asked,
  may: (viewer: Viewer, person: Profile) => boolean | Promise<boolean>,
  { anonymised = false } = {},
) {
  const viewer = viewerOf(context);
  const id = UserId.safeParse(params.id);
  const person = id.success ? await findProfile(db, viewer, id.data) : null;
  if (!person || (person.state === "anonymised" && !anonymised)) throw pageNotFound(request);
  if (!(await may(viewer, person))) throw forbidden();
  return { viewer, person };
}
