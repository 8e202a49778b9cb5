/** What people read here; docs/decisions/0020 says how to add to it. */

export const markUnread = "Mark unread";
export const unreadMarkAsRead = (taskId: number) => `Unread: mark #${taskId} as read`;
