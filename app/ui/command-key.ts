import { createContext, useContext } from "react";
import * as say from "./ui-copy";

/** Checks a `User-Agent` for macOS, iOS or iPadOS, whose keyboards have ⌘ in place of Ctrl. */
export const isOnApple = (userAgent: string | null) => /\b(?:Macintosh|iPhone|iPad|iPod)\b/.test(userAgent ?? "");

/** A system's keys, as printed on its keyboards and as named in `aria-keyshortcuts`. */
export type SystemKeys = {
  command: { label: string; aria: "Control" | "Meta" };
  alt: string;
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

/** Ctrl and ⌘ both work everywhere; pages show the one on the viewer's keyboard. */
const Keys = createContext(OTHERS);

/** Set by the server from the request. */
export const KeysProvider = Keys.Provider;
export const keysOn = (onApple: boolean | undefined) => (onApple ? APPLE : OTHERS);

export const useSystemKeys = () => useContext(Keys);
