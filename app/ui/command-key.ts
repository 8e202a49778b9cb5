import { createContext, useContext } from "react";
import * as say from "./ui-texts";

/** The keys of one system, as they are printed on its keyboards and as `aria-keyshortcuts` names them. */
export type SystemKeys = {
  command: { label: string; aria: "Control" | "Meta" };
  alt: string;
  /** How keys that are pressed together are written. */
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

/** Both Ctrl and ⌘ work everywhere; readers are told of the one that their keyboard has. */
const Keys = createContext(OTHERS);

/** Around the page: the server knows the reader's system from the request. */
export const KeysProvider = Keys.Provider;
export const keysOn = (onApple: boolean | undefined) => (onApple ? APPLE : OTHERS);

export const useSystemKeys = () => useContext(Keys);
