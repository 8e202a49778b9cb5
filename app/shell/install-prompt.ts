import { type Preferences, preferences } from "~/lib/preferences";

/** Source: the default name of @vite-pwa/nuxt, which the product's first form used. */
const HIDE_KEY = "vite-pwa:hide-install";

/** Whether somebody has told our prompt "not now" in this browser. Refusing in the browser's own dialog does not. */
export const installIsHidden = (kept: Preferences = preferences) => kept.read(HIDE_KEY) === "true";

export const hideInstall = (kept: Preferences = preferences) => kept.write(HIDE_KEY, "true");
