export const EVENTS: string;
export const SVG_NAMES: string;
export const PLAIN_NUMBERS: readonly string[];
export const NO_HOOKS: readonly string[];
