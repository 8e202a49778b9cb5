/** Matches Alt and the physical T key, whatever character they produce. AltGr doesn't count as Alt. */
export function isToastHotkey(event: Pick<KeyboardEvent, "code" | "altKey" | "ctrlKey" | "metaKey">) {
  return event.code === "KeyT" && event.altKey && !event.ctrlKey && !event.metaKey;
}
