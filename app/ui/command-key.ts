import { createContext, useContext } from "react";
import * as say from "./ui-copy";

/** Whether a `User-Agent` names macOS, iOS or iPadOS, whose keyboards have ⌘ where others have Ctrl. */
export const isOnApple = (userAgent: string | null) => /\b(?:Macintosh|iPhone|iPad|iPod)\b/.test(userAgent ?? "");

/** A system's keys, as printed on its keyboards and as named in `aria-keyshortcuts`. */
export type SystemKeys = {
  command: { label: string; aria: "Control" | "Meta" };
  alt: string;
  /** How to write keys that are pressed together. */
  together: (...keys: string[]) => string;
};

const OTHERS: SystemKeys = {
  command: { label: say.ctrl, aria: "Control" },
  alt: say.alt,
  together: (...keys) => keys.join(" "),
};
const APPLE: SystemKeys = {
  command: { label: "⌘", aria: "Meta" },
  alt: say.option,
  together: (...keys) => keys.join(""),
};

/** Ctrl and ⌘ both work everywhere; pages name the one on the reader's keyboard. */
const Keys = createContext(OTHERS);

/** Wraps the page: the server knows the reader's system from the request. */
export const KeysProvider = Keys.Provider;
export const keysOn = (onApple: boolean | undefined) => (onApple ? APPLE : OTHERS);

export const useSystemKeys = () => useContext(Keys);
