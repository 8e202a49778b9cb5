/* Separate from the page's URLs, because every page loads this. */

/** "3", or "99+" above 99. */
export const unreadInWords = (unread: number) => (unread > 99 ? "99+" : String(unread));
