/** A page is not said to be coming before this time: most are there by then. Milliseconds. */
export const COMING_AFTER_MS = 300;

const LISTS = /^\/($|(tasks|search|users|notifications|organizations|macros)\/?$)/;

/** What the page of a path looks like from afar (`data-coming`, coming.css). */
export const shapeOf = (path: string): "task" | "list" | "plain" =>
  /^\/tasks\/\d+\/?$/.test(path) ? "task" : LISTS.test(path) ? "list" : "plain";
