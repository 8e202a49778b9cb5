import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const search = "Search";
export const searchFor = (code: ReactNode) => sentence`Search for ${code}`;
export const meansBothWords = "tasks with both words, anywhere; the last one may be only the beginning of a word";
export const theWordsInThisOrder = "the words in this order";
export const eitherParenthesesKeepThingsTogether = "either; parentheses keep things together";
export const notThis = "not this";
export const wordsThatBeginLikeThis = "words that begin like this";
export const meansStatus = "also done, any, or a status such as waiting";
export const meansState = "also open, done, unanswered; is:unread for what is new to you";
export const meansUnassigned = "nobody has taken it; also overdue, snoozed";
export const nameOrAddress = "a name or an e-mail address, me, none or any; so too requester:";
export const meansTeam = "tasks of your teams; a name for those of one";
export const meansInCopy = "a person in copy, by name or address";
export const alsoIsWatchedWatcherTakes = "also is:watched; watcher: takes a colleague";
export const meansTag = "one of these; tag:net/* for all that begin so";
export const alsoToday202603092026 = "also today, 2026-03-09, 2026-03, 2026-03-01..2026-03-15";
export const meansUpdated = "not touched for 14 days; also resolved: and closed:, with m, h, d or w";
export const meansDue = "due within four hours, or overdue; so too snooze:";
export const meansRating = "what the requester said of the solution; also good and none";
export const meansTitle = "only in the title; so too body: and, for names of files, file:";
export const meansSubTasks =
  "sub-tasks of 42; so too linked:42, is:child, is:parent, has:link, is:merged, is:spam, is:trashed";
export const meansFiles = "there are files; has:draft for what you are writing";
export const alsoDueLinkNoteRating = "also due, link, note, rating";
export const meansOrganization = "tasks of an organization; also none, any";
export const onlyInInternalNotes = "only in internal notes";
export const meansSort = "also created, number, relevance; with -asc the other way round";
export const meansUrgency = "what needs somebody first; also priority, due";
export const peopleAlsoRoleStateOrg = "people; also role:, state:, org:, is:unverified";
export const howToSearch = "How to search";
export const meansField = (label: string) =>
  `in the field ${label}. Its name works too, in quotation marks if it has spaces. Numbers and dates take >, >=, <, <= or 10..20; none and any work as well.`;
export const tryFewerWords = (link: (words: string) => ReactNode) =>
  sentence`Try fewer words, or only the beginning of a word. If you miss a task whose number you know, see ${link("why it is not here")}.`;
export const nothingFound = "Nothing found";
export const people = "People";
export const thereAreMorePeople = "There are more people. Add a word to find the right one.";
export const organizations = "Organizations";
export const thereAreMoreOrganizations = "There are more organizations. Add a word to find the right one.";
export const tasks = "Tasks";
export const noTasksFound = "No tasks found";
export const whyHereOrNot = "Why is a task here, or not?";
export const note = "Note:";
export const firstPage = "First page";
export const taskNumber = "Task number";
export const explain = "Explain";
export const yes = "Yes:";
export const no = "No:";
export const allOfThese = "All of these";
export const anyOfThese = "Any of these";
export const noneOfThis = "Not this";
export const whatIsExplained = "Or why it does not: each part of the search, and what the task has.";
export const backToSearch = "Back to search";
export const theSearchFindsIt = "The search finds it";
export const theSearchDoesNotFindIt = "The search does not find it";
export const nothingIsAsked = "Nothing is asked, and so every task is found that you may see.";
export const whyASearchFindsATask = "Why a search finds a task";
export const noSuchTask = "There is no task of this number, or it is not one that you see.";
