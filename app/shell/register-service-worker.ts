/** Registers the service worker for the whole site, where the browser supports one. */
export async function registerWorker(container: ServiceWorkerContainer | undefined) {
  await container?.register("/sw.js", { scope: "/" }).catch(() => {}); // failing costs only offline reading
}

/**
 * `Server-Timing` entry that marks a response from the worker's cache; a document can't read its other headers. Its
 * description is the `Date` of the cached response.
 */
export const COPY = "copy";
