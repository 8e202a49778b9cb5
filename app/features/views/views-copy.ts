import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */
export const yourViews = "Your views";
export const whyIncluded = "Why it's included";
export const whyNotIncluded = "Why it isn't included";
export const listSettings = "List settings";
export const rowsPerPage = "Rows per page";
export const views = "Views";
export const viewGroups = { mine: "Mine", team: "Team", everyone: "Everyone" };
export const markAllAsRead = "Mark all as read";
export const trashAndSpam = "Trash and spam";
export const exportAsCsv = "Export as CSV";
export const exportLimitHint = (count: string) => `Up to ${count} tasks`;
export const newTask = "New task";
export const newRequest = "New request";
export const removeFilterNamed = (said: string) => `Remove “${said}”`;
export const removeTheFilter = "Remove the filter";
export const searchContradictsStatus = (asked: string, chosen: string) =>
  `Your search is for ${asked} only, but the status filter says “${chosen}”. Change one of them.`;
export const viewContradictsStatus = (view: string, asked: string, chosen: string) =>
  `The view “${view}” is for ${asked} only, but the status filter says “${chosen}”. Change the filter.`;
export const tasksOfKind = (only: string) => `${only} tasks`;
export const noMatching = {
  tasks: "No matching tasks. Remove a filter to see more.",
  requests: "No matching requests. Remove a filter to see more.",
};
export const noOpenMatching = {
  tasks: "No open tasks match your filters.",
  requests: "No open requests match your filters.",
};
export const includeDoneTasks = "Include done tasks";
export const includeDoneRequests = "Include done requests";
export const newAppearHere = {
  tasks: "New tasks appear here.",
  requests: "New requests appear here.",
};
export const noTasksHere = "No tasks here";
export const noRequestsHere = "No requests here";
export const allOpen = "All open";
export const allViews = "All views";
export const viewLimitReached = (limit: number) => `You've reached the limit of ${limit} views. Delete a view first.`;
export const chooseATeam = "Choose a team to share this view with.";
export const viewIsGone = "This view was deleted or isn't shared with you. Choose another view.";
export const exportStopsHere = (most: string) =>
  `The export stops here: a file can have at most ${most} tasks. Narrow the list.`;
export const myOpenTasks = "My open tasks";
export const unassignedInMyTeams = "Unassigned in my teams";
export const nothingUnassignedInYourTeams = "Nothing unassigned in your teams.";
export const showUnassignedInOtherTeams = "Show unassigned tasks in other teams";
export const assignedToYou = "Assigned to you";
export const notUnassignedAnyMore = "No longer unassigned";
export const waitingForMe = "Waiting for me";
export const nothingIsWaitingForYou = "Nothing is waiting for you.";
export const myOtherOpenTasks = "My other open tasks";
export const showAll = "Show all";
export const inGroup = (title: string) => `in “${title}”`;
/* Beside a task whose service-level clock is at risk. */
export const atRisk = "At risk";
export const isOverdue = "target missed";
export const isDueNow = "due now";
export const isDue = (when: ReactNode) => sentence`due ${when}`;
export const unread = "Unread";
export const waitingForRequester = "Waiting for requester";
export const overdue = "Overdue";
export const recentlyResolved = "Recently resolved";
export const noPersonNamed = (name: string) => `No one is called “${name}”. Check the spelling.`;
export const noTaskHasTheTag = (tag: string) => `No task you can access has the tag “${tag}”.`;
export const exported = (list: string, sort: string) => `${list} (by ${sort})`;
export const exportedAllOpen = (sort: string) => `all open tasks (by ${sort})`;
/** Header row of an exported list. */
export const headings = [
  "Number",
  "Title",
  "Status",
  "Requester",
  "Assignee",
  "Team",
  "Organization",
  "Type",
  "Priority",
  "Tags",
  "Due",
  "Created",
  "Updated",
  "Address",
];
/** `count`: "128", "1,000+". */
export const tasksFound = (count: string) => `${count} tasks`;
export const requestsFound = (count: string) => `${count} requests`;
export const oneTask = "1 task";
export const oneRequest = "1 request";
export const me = "Me";
export const unassigned = "Unassigned";
export const open = "Open";
export const done = "Done";
export const any = "Any";
