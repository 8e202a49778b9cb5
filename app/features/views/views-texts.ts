import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const yourViews = "Your views";
export const whyItIsThere = "Why it is there";
export const whyItIsNotThere = "Why it is not there";
export const rowsAndColumns = "Rows and columns";
export const savedForAll = "Saved for all who use this view";
export const rowsOnAPage = "Rows on a page";
export const backToTheList = "Back to the list";
export const tasksOnAPage = "Tasks on a page";
export const inEveryListForYouAlone = "In every list, for you alone.";
export const columnsOf = (view: string) => `Columns of “${view}”`;
export const columnsOfListsWithoutAView = "Columns of lists without a view";
export const forYouAlone = "for you alone";
export const whatPhonesShow = "A phone shows the status, the assignee and when the task was changed.";
export const columnsForAll = "These columns for all who use this view";
export const otherwiseForYou = "Otherwise for you alone. Who has chosen columns of their own for it keeps those.";
export const save = "Save";
export const usualColumns = "Usual columns";
export const cancel = "Cancel";
export const chooseOneOfTheList = "Choose one of the list.";
export const chooseColumnsOfTheList = "Choose columns of the list.";
export const listsAsYouHaveChosen = "Lists are shown as you have chosen";
export const name = "Name";
export const query = "Query";
export const howToWriteAQuery = (link: (words: string) => ReactNode) =>
  sentence`As in the search box: status:open team:me. Empty for all open tasks. ${link("How to search")}`;
export const order = "Order";
export const whoHasIt = "Who has it";
export const onlyMe = "Only me";
export const theTeam = (name: string) => `The team ${name}`;
export const everyoneWhoWorksOnTasks = "Everyone who works on tasks";
export const editView = "Edit view";
export const viewChanged = "View changed";
export const deleteView = "Delete view";
export const saveView = "Save view";
export const views = "Views";
export const newView = "New view";
export const tasks = "Tasks";
export const sidebar = "Sidebar";
export const change = "Change";
export const queryDoesNotWorkAnyMore = "query does not work any more";
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
export const tasksAtMost = (count: string) => `${count} tasks at most`;
export const newTask = "New task";
export const newRequest = "New request";
export const without = (said: string) => `Without “${said}”`;
export const withoutTheFilter = "Without the filter";
export const searchNeverMeets = (asked: string, chosen: string) =>
  `Your search is for ${asked} only, but the status filter says “${chosen}”, so nothing can match.`;
export const viewNeverMeets = (view: string, asked: string, chosen: string) =>
  `The view “${view}” is for ${asked} only, but the status filter says “${chosen}”, so nothing can match.`;
export const onlyTasksOf = (only: string) => `${only} tasks`;
export const nothingMatchesAll = "Nothing matches all of this. Take a filter away.";
export const whatComesInIsListed = "What comes in will be listed here.";
export const noTasksHere = "No tasks here";
export const noRequestsHere = "No requests here";
export const allOpen = "All open";
export const allViews = "All views";
export const enoughViews = (limit: number) => `There are ${limit} such views already. Delete one first.`;
export const chooseTheTeamItIsFor = "Choose the team it is for.";
export const viewIsGone = "This view is not there any more, or not for you.";
export const giveItAName = "Give it a name.";
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const queryAtMost = (most: number) => `A query has at most ${most} characters.`;
export const chooseAnOrder = "Choose an order.";
export const chooseWhoHasIt = "Choose who has it.";
export const cutHere = (most: string) => `Cut here: a file has at most ${most} tasks. Narrow the list.`;
export const viewDeleted = (name: string) => `View ${name} deleted`;
export const viewBroughtBack = "View brought back";
export const sidebarIsFull = (count: number) => `The sidebar has room for ${count} views. Take one out first.`;
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
export const noTaskHasTheTag = (tag: string) => `No task that you work on has the tag “${tag}”.`;
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
export const viewWasChanged = "This view was changed since you opened it, so nothing was saved. It now reads:";
export const saveToReplaceIt = "Your version is still in the form. Save it to replace the newer one.";
