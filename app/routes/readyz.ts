import { db } from "~/db/db.server";
import { fileStore } from "~/features/files/files.server";
import { readiness } from "~/features/operations/readiness.server";
import { settings } from "~/lib/settings.server";

/** For whatever sends requests here: whether to go on doing so. */
export const access = "public";

export async function loader() {
  const found = await readiness(db, settings().dataDir, fileStore.check);
  return Response.json(found, {
    status: found.status === "ready" ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
