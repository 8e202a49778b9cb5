/** For whoever watches the process: alive, and able to answer. Says nothing about the database on purpose. */
export const access = "public";

export function loader() {
  return new Response("ok\n", {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
