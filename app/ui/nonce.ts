import { createContext, useContext } from "react";

/** The nonce of this answer's Content-Security-Policy; undefined in the browser, which forgets it on purpose. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
