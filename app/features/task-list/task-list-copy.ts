import type { ReactNode } from "react";
import { formatNumber } from "~/lib/numbers";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const done = "Done";
export const searchTasks = "Search tasks";
export const filters = "Filters";
export const open = "Open";
export const any = "Any";
export const requestedBy = "Requested by";
export const mine = "Me";
export const colleagues = "Colleagues";
export const anyone = "Anyone";
export const unassigned = "Unassigned";
export const none = "None";
export const removeFilter = (filter: string) => `Remove the ${filter} filter`;
export const sortBy = "Sort by";
export const filter = "Filter";
export const chooseAllOnThisPage = "Select all on this page";
export const updated = "Updated";
export const chooseTask = (id: number) => `Select #${id}`;
export const number = "Number";
/** `time`: "5 days". */
export const waiting = (time: ReactNode) => sentence`waiting ${time}`;
export const moreTags = (count: number) => `+${count}`;
export const allColumnsOf = (name: string) => `${name}, all columns`;
export const queryNoLongerValid = "This view's query no longer works.";
export const resetSort = "Reset sort";
export const resetColumns = "Reset columns";
export const clear = "Clear";
export const editView = "Edit view";
export const saveAsView = "Save as view";
export const explainResults = "Explain these results";
export const howToSearch = "How to search";
export const markedAsReadOfFirst = (count: number, first: number) =>
  `${formatNumber(count)} marked as read. Only the first ${formatNumber(first)} were checked`;
export const markedAsRead = (count: number) => `${formatNumber(count)} marked as read`;
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
export const nextTargetFirst = "Earliest service-level target first";
export const lastTargetFirst = "Latest service-level target first";
export const highestNumberFirst = "Highest number first";
export const lowestNumberFirst = "Lowest number first";
export const markUnread = "Mark as unread";
export const unreadMarkAsRead = (taskId: number) => `Unread: mark #${taskId} as read`;

/* Groups and the board. */
export const layout = "Layout";
export const noGroups = "Ungrouped list";
export const byStatus = "Grouped by status";
export const byAssignee = "Grouped by assignee";
export const byPriority = "Grouped by priority";
export const byDueDate = "Grouped by due date";
export const asBoard = "Board by status";
export const overdue = "Overdue";
export const dueToday = "Due today";
export const dueInSevenDays = "Due in the next 7 days";
export const dueLater = "Due later";
export const noDueDay = "No due date";
export const otherAssignees = "Other assignees";
export const requestsYouFollow = "Requests you see as a requester";

/* Columns of service levels. */
export const firstResponse = "First response";
export const firstResponseDue = "First response due";
export const firstResponseUsed = "First response used";
export const nextResponse = "Next response";
export const nextResponseDue = "Next response due";
export const nextResponseUsed = "Next response used";
export const resolution = "Resolution";
export const resolutionDue = "Resolution due";
export const resolutionUsed = "Resolution used";
