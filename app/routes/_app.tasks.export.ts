import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { zoneOf } from "~/features/users/preferences.server";
import { isAgent } from "~/features/users/users";
import { listAsCsv } from "~/features/views/export-list.server";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { forbidden } from "~/http/error-responses.server";
import { authOrigin } from "~/http/origin.server";
import { dayOf, todayIn } from "~/lib/calendar-day";
import { settings } from "~/lib/settings.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Exports the list in the URL as CSV. A POST, because exports are logged. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const { origin: asSent, search, searchParams } = new URL(request.url);
  const now = Date.now();
  const { asked, ...meant } = await parseListUrl(db, viewer, searchParams, now);
  if (!asked.ok) throw redirect(`/tasks${search}`); // shows the error in the query

  const origin = authOrigin(request, settings()) ?? asSent;
  const pieces = listAsCsv(db, viewer, { ...meant, asked }, { origin, isGone: () => request.signal.aborted }, now);
  const day = dayOf(todayIn(zoneOf(viewer), now));
  return new Response(streamOf(pieces), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="tasks-${day}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
