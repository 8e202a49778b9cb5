/** Lists show so many rows on a page, unless somebody has chosen another number of tasks. */
export const PAGE_ROWS = 50;

/** What may be chosen. */
export const ROWS_TO_CHOOSE = [25, PAGE_ROWS, 100] as const;
