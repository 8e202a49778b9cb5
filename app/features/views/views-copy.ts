import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const yourViews = "Your views";
export const whyItIsThere = "Why it's included";
export const whyItIsNotThere = "Why it isn't included";
export const rowsAndColumns = "Rows and columns";
export const savedForAll = "Saved for everyone who uses this view";
export const rowsOnAPage = "Rows per page";
export const backToTheList = "Back to the list";
export const tasksOnAPage = "Rows per page";
export const inEveryListForYouAlone = "Applies to every list, only for you.";
export const columnsOf = (view: string) => `Columns of “${view}”`;
export const columnsOfListsWithoutAView = "Columns in lists without a view";
export const forYouAlone = "only for you";
export const whatPhonesShow = "Phones show only the status, the assignee and the last change.";
export const columnsForAll = "Save these columns for everyone who uses this view";
export const otherwiseForYou = "Otherwise only you see them. People who chose their own columns keep those.";
export const save = "Save";
export const usualColumns = "Reset columns";
export const cancel = "Cancel";
export const chooseOneOfTheList = "Choose an option from the list.";
export const chooseColumnsOfTheList = "Choose columns from the list.";
export const listsAsYouHaveChosen = "List display saved";
export const name = "Name";
export const query = "Query";
export const howToWriteAQuery = (link: (words: string) => ReactNode) =>
  sentence`Uses search syntax: status:open team:me. Leave empty for all open tasks. ${link("How to search")}`;
export const order = "Sort by";
export const whoHasIt = "Shared with";
export const onlyMe = "Only me";
export const theTeam = (name: string) => `Team ${name}`;
export const everyoneWhoWorksOnTasks = "All agents";
export const editView = "Edit view";
export const viewChanged = "View changed";
export const deleteView = "Delete view";
export const saveView = "Save view";
export const views = "Views";
export const newView = "New view";
export const tasks = "Tasks";
export const sidebar = "Sidebar";
export const change = "Change";
export const queryDoesNotWorkAnyMore = "query no longer works";
export const moveUpInSidebar = (name: string) => `Move ${name} up in the sidebar`;
export const moveDownInSidebar = (name: string) => `Move ${name} down in the sidebar`;
export const unpin = "Unpin";
export const unpinView = (name: string) => `Unpin ${name}`;
export const pin = "Pin";
export const pinView = (name: string) => `Pin ${name}`;
export const moveUp = (name: string) => `Move ${name} up`;
export const moveDown = (name: string) => `Move ${name} down`;
export const edit = "Edit";
export const editNamed = (name: string) => `Edit ${name}`;
export const everyone = "Everyone";
export const teamNamed = (name: string) => `Team ${name}`;
export const viewSaved = "View saved";
export const markAllAsRead = "Mark all as read";
export const trashAndSpam = "Trash and spam";
export const exportAsCsv = "Export as CSV";
export const tasksAtMost = (count: string) => `Up to ${count} tasks`;
export const newTask = "New task";
export const newRequest = "New request";
export const without = (said: string) => `Remove “${said}”`;
export const withoutTheFilter = "Remove the filter";
export const searchNeverMeets = (asked: string, chosen: string) =>
  `Your search is for ${asked} only, but the status filter says “${chosen}”, so nothing can match.`;
export const viewNeverMeets = (view: string, asked: string, chosen: string) =>
  `The view “${view}” is for ${asked} only, but the status filter says “${chosen}”, so nothing can match.`;
export const onlyTasksOf = (only: string) => `${only} tasks`;
export const nothingMatchesAll = "Nothing matches your filters. Remove one to see more.";
export const whatComesInIsListed = "New ones will appear here.";
export const noTasksHere = "No tasks here";
export const noRequestsHere = "No requests here";
export const allOpen = "All open";
export const allViews = "All views";
export const enoughViews = (limit: number) => `You've reached the limit of ${limit} views. Delete one first.`;
export const chooseTheTeamItIsFor = "Choose a team to share it with.";
export const viewIsGone = "This view was deleted or isn't shared with you.";
export const giveItAName = "Enter a name.";
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const queryAtMost = (most: number) => `A query has at most ${most} characters.`;
export const chooseAnOrder = "Choose a sort order.";
export const chooseWhoHasIt = "Choose who to share it with.";
export const cutHere = (most: string) => `The export stops here: a file has at most ${most} tasks. Narrow the list.`;
export const viewDeleted = (name: string) => `View ${name} deleted`;
export const viewBroughtBack = "View restored";
export const sidebarIsFull = (count: number) => `The sidebar has room for ${count} views. Unpin one first.`;
export const undo = "Undo";
export const aTeam = "A team";
export const everyoneSees = "Everyone";
export const myOpenTasks = "My open tasks";
export const unassignedInMyTeams = "Unassigned in my teams";
export const unread = "Unread";
export const waitingForRequester = "Waiting for requester";
export const overdue = "Overdue";
export const recentlyResolved = "Recently resolved";
export const nobodyIsCalled = (name: string) => `Nobody is called “${name}”.`;
export const noTaskHasTheTag = (tag: string) => `No task you can access has the tag “${tag}”.`;
export const exported = (list: string, sort: string) => `${list} (by ${sort})`;
export const exportedAllOpen = (sort: string) => `all open tasks (by ${sort})`;
/** The first row of an exported list. */
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
export const viewWasChanged = "This view has changed since you opened it, so nothing was saved. Current version:";
export const saveToReplaceIt = "Your version is still in the form. Save it to replace the newer one.";
