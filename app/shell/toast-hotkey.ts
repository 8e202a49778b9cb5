/** Alt and the physical T key, whatever character the two make on this keyboard. AltGr is not Alt. */
export function isToastHotkey(event: Pick<KeyboardEvent, "code" | "altKey" | "ctrlKey" | "metaKey">) {
  return event.code === "KeyT" && event.altKey && !event.ctrlKey && !event.metaKey;
}
