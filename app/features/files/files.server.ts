import { join } from "node:path";
import { settings } from "~/lib/settings.server";
import { folderStore } from "./folder-store.server";
import { incomingOf } from "./receive-file.server";

const folder = join(settings().dataDir, "files");

/** The files of this process's desk. Only routes and jobs take them from here; everything below gets a parameter. */
export const fileStore = folderStore(folder);

/** Where they arrive. */
export const incoming = incomingOf(folder);
