import { buildInfo } from "~/lib/build-info.server";

/** A page that was opened before a deploy asks here, with or without a session. */
export const access = "public";

/** Which build is served now. */
export function loader() {
  const { id, timestamp } = buildInfo();
  return new Response(JSON.stringify({ id, timestamp }), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=1" },
  });
}
