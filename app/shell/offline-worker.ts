/** Registers the service worker for the whole site, where the browser has such a thing and takes it. */
export async function registerWorker(container: ServiceWorkerContainer | undefined) {
  await container?.register("/sw.js", { scope: "/" }).catch(() => {}); // without it only reading offline is missing
}

/**
 * The name of the `Server-Timing` with which the worker answers a copy, for a document can read no other header of itself. Its
 * description is the `Date` of the answer that was kept.
 */
export const COPY = "copy";
