import { join } from "node:path";
import type { Settings } from "~/lib/settings.server";
import type { Destination } from "./copy-files.server";
import { folderStore } from "./folder-store.server";
import { incomingOf } from "./receive-file.server";
import { s3Store } from "./s3-store.server";

/** Creates the configured store, a bucket or the data folder. Uploads always arrive in the data folder. */
export function storeAt({
  dataDir,
  bucket,
}: Pick<Settings, "dataDir"> & Partial<Pick<Settings, "bucket">>): Destination {
  const folder = join(dataDir, "files");
  return { store: bucket ? s3Store(bucket) : folderStore(folder), incoming: incomingOf(folder) };
}
