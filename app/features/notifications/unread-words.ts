/** "Notifications (3 unread)"; from 100 on nobody counts. */
export const unreadInWords = (unread: number) => (unread > 99 ? "99+" : String(unread));
