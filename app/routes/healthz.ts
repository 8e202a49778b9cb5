/** Liveness check. Deliberately doesn't check the database. */
export const access = "public";

export function loader() {
  return new Response("ok\n", {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
