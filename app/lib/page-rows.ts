/** Rows per page in lists; for tasks, the default. */
export const PAGE_ROWS = 50;

export const ROWS_TO_CHOOSE = [25, PAGE_ROWS, 100] as const;
