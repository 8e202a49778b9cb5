/** Milliseconds plain React took for a list's rows on the machine the targets were set on: calibrates other machines. */
export const REACT_THERE = 0.4;

/** Measured per page or action, in milliseconds of CPU time. */
export const PAGES = {
  list: { words: "list of 50", target: 3.5, limit: 6 },
  task: { words: "task with 3 messages", target: 3, limit: 4.5 },
  search100: { words: "search, 100 hits", target: 3.5, limit: 6 },
  search3: { words: "search, 3 hits", target: 2.5, limit: 4 },
  search10k: { words: "search, up to 10,000 hits", target: 3.5, limit: 6 },
  home: { words: "home page", target: 3.5, limit: 6 },
  warnings: { words: "tasks about to be late", target: 3.5, limit: 6 },
  byDue: { words: "list by time left", target: 3.5, limit: 6 },
  report: { words: "report of 30 days", target: 25, limit: 50 },
  create: { words: "create a task", target: 3, limit: 5 },
  login: { words: "sign-in page", target: 1, limit: 1.7 },
  payload: { words: "payload of the list", target: 1.5, limit: 2.5 },
} as const;

export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** Pages whose cost must not grow with the desk. */
export const FLAT: readonly PageName[] = [
  "list",
  "task",
  "search100",
  "search3",
  "home",
  "warnings",
  "byDue",
  "create",
];
export const GROWTH = { target: 1.1, limit: 1.3 };

/** Measured once: bytes in KiB (1,024 bytes), memory in MiB, times in seconds. */
export const OTHERS = {
  memory: { words: "memory of one worker (PSS)", unit: "MiB", target: 160, limit: 220 },
  coldStart: { words: "cold start to the first page", unit: "s", target: 0.6, limit: 1 },
  live: { words: "change from another process shown", unit: "ms", target: 1_000, limit: 1_000 },
  firstLoad: { words: "first load of the list", unit: "KiB", target: 130, limit: 150 },
  firstRequests: { words: "its requests", unit: "", target: 15, limit: 30 },
  loginLoad: { words: "sign-in page, total", unit: "KiB", target: 15, limit: 20 },
  secondPage: { words: "second page: home", unit: "KiB", target: 15, limit: 25 },
  secondSearch: { words: "second page: search", unit: "KiB", target: 15, limit: 25 },
  secondTask: { words: "second page: a task", unit: "KiB", target: 15, limit: 25 },
} as const;

/** Waiting mail, processed while someone opens the list again and again. */
export const MAIL = { words: "queued emails processed", leastPerSecond: 20 } as const;

export type OtherName = keyof typeof OTHERS;
