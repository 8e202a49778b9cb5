/** Registers the service worker for the whole site, where the browser has such a thing and takes it. */
export async function registerWorker(container: ServiceWorkerContainer | undefined) {
  await container?.register("/sw.js", { scope: "/" }).catch(() => {}); // without it only reading offline is missing
}
