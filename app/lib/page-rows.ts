/** Lists show so many rows on a page. */
export const PAGE_ROWS = 50;
