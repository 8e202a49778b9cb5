import { dirname } from "node:path";
import { db } from "~/db/db.server";
import { fileStore, incoming } from "~/features/files/files.server";
import { probeFolder } from "~/features/files/folder-store.server";
import { failingAddresses } from "~/features/mail/addresses/mail-alerts.server";
import { readiness } from "~/features/operations/readiness.server";
import { settings } from "~/lib/settings.server";

/** Readiness check, for load balancers. */
export const access = "public";

/** Files arrive in a subfolder of the folder that stores them. */
const checks = {
  files: fileStore.check,
  mail: async () => (await failingAddresses(db, Date.now())).length === 0,
  folders: () => probeFolder(dirname(incoming)).then(() => probeFolder(incoming)),
};

export async function loader() {
  const found = await readiness(db, settings().dataDir, checks);
  return Response.json(found, {
    status: found.status === "ready" ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
