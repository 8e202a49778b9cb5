import { createContext, useContext } from "react";

/** The response's Content-Security-Policy nonce; undefined in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
