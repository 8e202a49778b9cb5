import { buildInfo } from "~/lib/build-info.server";

/** Pages opened before a deploy ask here, with or without a session. */
export const access = "public";

export function loader() {
  const { id, timestamp } = buildInfo();
  return new Response(JSON.stringify({ id, timestamp }), {
    headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=1" },
  });
}
