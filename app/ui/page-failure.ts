const listeners = new Set<() => void>();

/** Called by the error page when a page has failed while it was drawn. */
export function announcePageFailure() {
  for (const listener of listeners) listener();
}

/** Tells `listener` of every failed page; the answer ends that. The loading bar turns red. */
export function onPageFailure(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
