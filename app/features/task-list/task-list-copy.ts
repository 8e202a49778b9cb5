import type { ReactNode } from "react";
import { formatNumber } from "~/lib/numbers";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

const tasksCounted = (count: number) => (count === 1 ? "1 task" : `${formatNumber(count)} tasks`);

export const suggestionLabels = { assignee: "Assignees", requester: "Requesters", tag: "Tags" };
export const done = "Done";
export const searchTasks = "Search tasks";
export const filters = "Filters";
export const asSearched = "As searched";
export const open = "Open";
export const any = "Any";
export const oneStatus = "One status";
export const requestedBy = "Requested by";
export const mine = "Me";
export const colleagues = "Colleagues";
export const anyone = "Anyone";
export const assigneePlaceholder = "me, none, a name";
export const requesterPlaceholder = "me or a name";
export const tagPlaceholder = "none or a tag";
export const sortBy = "Sort by";
export const filter = "Filter";
export const chooseAllOnThisPage = "Select all on this page";
export const updated = "Updated";
export const chooseTask = (id: number) => `Select #${id}`;
export const asked = (at: ReactNode) => sentence`asked ${at}`;
export const answered = (at: ReactNode) => sentence`answered ${at}`;
export const moreTags = (length: number) => `${length} more`;
export const allColumnsOf = (name: string) => `${name}, all columns`;
export const queryNoLongerValid = "This view's search is no longer valid.";
export const resetSort = "Reset sort";
export const clear = "Clear";
export const editView = "Edit view";
export const saveAsView = "Save as view";
export const explainResults = "Explain these results";
export const howToSearch = "How to search";
export const markedAsReadOfFirst = (count: number, first: number) =>
  `${tasksCounted(count)} marked as read. Only the first ${formatNumber(first)} were checked`;
export const markedAsRead = (count: number) => `${tasksCounted(count)} marked as read`;
export const organization = "Organization";
export const attentionFirst = "Needs attention first";
export const attentionLeastFirst = "Needs least attention first";
export const recentlyUpdatedFirst = "Recently updated first";
export const leastRecentlyUpdatedFirst = "Least recently updated first";
export const newestFirst = "Newest first";
export const oldestFirst = "Oldest first";
export const mostUrgentFirst = "Most urgent first";
export const leastUrgentFirst = "Least urgent first";
export const earliestDueFirst = "Earliest due date first";
export const latestDueFirst = "Latest due date first";
export const highestNumberFirst = "Highest number first";
export const lowestNumberFirst = "Lowest number first";
export const markUnread = "Mark unread";
export const unreadMarkAsRead = (taskId: number) => `Unread: mark #${taskId} as read`;
