import type { DateOrder } from "~/lib/time-style";
import * as say from "./ui-copy";

/** Words of how pages look to one person, which browser and server share. */

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_NAMES: Record<Theme, string> = { system: say.asMyDevice, light: say.light, dark: say.dark };

/** The value of `<meta name="color-scheme">`, which the browser's own parts follow before any style sheet loads. */
export const THEME_SCHEMES: Record<Theme, string> = { system: "light dark", light: "light", dark: "dark" };

/** What one person has chosen of how pages look and answer, as the browser is told; what is usual is left out. */
export type Shown = { theme?: Theme; zone?: string; dates?: DateOrder; keys?: "off" };
