/** `null` until the browser has answered. Nothing depends on it: without the worker only reading offline is missing. */
let registered: boolean | null = null;

/** Whether the service worker is there; null while that is not known. */
export const workerIsRegistered = () => registered;

/**
 * Registers the service worker for the whole site, where the browser has such a thing. A refusal only
 * sets a flag.
 */
export async function registerWorker(container: ServiceWorkerContainer | undefined) {
  if (!container) return;
  try {
    await container.register("/sw.js", { scope: "/" });
    registered = true;
  } catch {
    registered = false;
  }
}
