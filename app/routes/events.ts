import type { LoaderFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { openSession, viewerOf } from "~/features/auth/session.server";
import { liveOf } from "~/features/live/live.server";
import * as say from "~/http/http-copy";

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform", // a compressing proxy would buffer the stream
  "X-Accel-Buffering": "no", // nginx
};

/** Digits of a position or an age. */
const NUMBER = /^\d{1,15}$/;

const numberOf = (text: string | null) => (text !== null && NUMBER.test(text) ? Number(text) : null);

/**
 * Streams live changes to a signed-in viewer; features/live decides which. A stream resumes after the last position
 * (`Last-Event-ID`, or `last`), or from `age` milliseconds ago, when its page was loaded.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const { searchParams } = new URL(request.url);
  const positions = [request.headers.get("Last-Event-ID"), searchParams.get("last")].filter((text) => text !== null);
  const position = positions.map(numberOf).find((number) => number !== null);
  const age = numberOf(searchParams.get("age"));
  const from =
    position !== undefined
      ? { position }
      : age !== null
        ? { time: Date.now() - age }
        : positions.length > 0
          ? { position: Number.MAX_SAFE_INTEGER } // an invalid position: tells the page to reload everything
          : null;
  const session = await openSession(db, request, context, Date.now());
  const { id, role, sharedOrganizationId: shared } = viewerOf(context);
  const viewer = { id, role, ...(shared !== undefined && { sharedOrganizationId: shared }) };
  const stream = liveOf(db).open(viewer, session?.idHash ?? "", from, request.signal);
  return stream
    ? new Response(stream, { headers: HEADERS })
    : new Response(`${say.serverShuttingDown}\n`, { status: 503, headers: { "Retry-After": "2" } });
}
