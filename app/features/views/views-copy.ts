/** Product copy. docs/decisions/0020 says how to add to it. */
export const yourViews = "Your views";
export const whyIncluded = "Why it's included";
export const whyNotIncluded = "Why it isn't included";
export const rowsAndColumns = "Rows and columns";
export const rowsPerPage = "Rows per page";
export const views = "Views";
export const markAllAsRead = "Mark all as read";
export const trashAndSpam = "Trash and spam";
export const exportAsCsv = "Export as CSV";
export const exportLimitHint = (count: string) => `Up to ${count} tasks`;
export const newTask = "New task";
export const newRequest = "New request";
export const removeFilterNamed = (said: string) => `Remove “${said}”`;
export const removeTheFilter = "Remove the filter";
export const searchContradictsStatus = (asked: string, chosen: string) =>
  `Your search is for ${asked} only, but the status filter says “${chosen}”, so nothing can match.`;
export const viewContradictsStatus = (view: string, asked: string, chosen: string) =>
  `The view “${view}” is for ${asked} only, but the status filter says “${chosen}”, so nothing can match.`;
export const tasksOfKind = (only: string) => `${only} tasks`;
export const nothingMatchesFilters = "Nothing matches your filters. Remove one to see more.";
export const newOnesAppearHere = "New ones will appear here.";
export const noTasksHere = "No tasks here";
export const noRequestsHere = "No requests here";
export const allOpen = "All open";
export const allViews = "All views";
export const viewLimitReached = (limit: number) => `You've reached the limit of ${limit} views. Delete one first.`;
export const chooseATeam = "Choose a team to share it with.";
export const viewIsGone = "This view was deleted or isn't shared with you.";
export const exportStopsHere = (most: string) =>
  `The export stops here: a file can have at most ${most} tasks. Narrow the list.`;
export const myOpenTasks = "My open tasks";
export const unassignedInMyTeams = "Unassigned in my teams";
export const unread = "Unread";
export const waitingForRequester = "Waiting for requester";
export const overdue = "Overdue";
export const recentlyResolved = "Recently resolved";
export const noPersonNamed = (name: string) => `Nobody is called “${name}”.`;
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
