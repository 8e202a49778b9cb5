type EventsOf<Target> = Target extends Window
  ? WindowEventMap
  : Target extends Document
    ? DocumentEventMap
    : HTMLElementEventMap;

/** Adds event listeners, by event type. Returns a function that removes them. */
export function listen<Target extends Window | Document | HTMLElement>(
  target: Target,
  listeners: { [Type in keyof EventsOf<Target>]?: (event: EventsOf<Target>[Type]) => void },
  options?: AddEventListenerOptions,
): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of all) target.addEventListener(type, listener, options);
  return () => {
    for (const [type, listener] of all) target.removeEventListener(type, listener, options);
  };
}
