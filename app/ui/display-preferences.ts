import type { DateOrder } from "~/lib/time-style";
import * as say from "./ui-copy";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_NAMES: Record<Theme, string> = { system: say.sameAsDevice, light: say.light, dark: say.dark };

/** Values of `<meta name="color-scheme">`, which browser UI follows before any style sheet loads. */
export const THEME_SCHEMES: Record<Theme, string> = { system: "light dark", light: "light", dark: "dark" };

export const DENSITIES = ["compact", "comfortable"] as const;
/** Height of a list's rows. */
export type Density = (typeof DENSITIES)[number];

/** A viewer's display preferences; defaults are left out. */
export type Shown = { theme?: Theme; zone?: string; dates?: DateOrder; keys?: "off"; density?: Density };
