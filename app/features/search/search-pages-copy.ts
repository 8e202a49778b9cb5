import type { ReactNode } from "react";
import { allOf } from "~/lib/text";
import { sentence } from "~/ui/sentence";

/* Copy of the search and explanation pages. Separate because lists don't need it. */
export const taskNumber = "Task number";
export const explain = "Explain";
export const yes = "Yes:";
export const no = "No:";
export const allOfThese = "All of these";
export const anyOfThese = "Any of these";
export const noneOfThis = "Not this";
export const whatIsExplained = "Shows term by term whether a search finds a task, and what the task has.";
export const backToSearch = "Back to search";
export const theSearchFindsIt = "The search finds it";
export const theSearchDoesNotFindIt = "The search does not find it";
export const nothingIsAsked = "The search is empty, so it finds every task you can see.";
export const whyASearchFindsATask = "Search explanation";
export const noSuchTask = "There is no task with this number, or you can't see it. Check the number.";
export const foundByMerged = "It was merged into another task: only “is:merged” finds it.";
export const foundBySpam = "It is marked as spam: only “is:spam” finds it.";
export const foundByTrashed = "It is in the trash: only “is:trashed” finds it.";
export const listsLeaveItOut = (status: string) =>
  `Task lists leave it out because its status is ${status}. They show open tasks unless you add “status:”, “is:” or a number.`;
export const inTheTitle = "the title";
export const inWhatEverybodyReads = "the public conversation";
export const inLabels = "its tags, names, and fields";
export const inNotes = "internal notes and their files";
export const thisIs = (id: number) => `This is #${id}.`;
export const noLettersInIt = "It has neither letters nor digits, and was left out.";
export const foundIn = (places: readonly string[]) => `Found in ${allOf(places)}.`;
export const notIn = ([first, ...others]: readonly string[]) =>
  `${others.reduce((said, place) => `${said}, nor in ${place}`, `Not in ${first}`)}.`;
export const neverSaid = "never";
export const nobody = "nobody";
export const somebody = "someone";
export const none = "none";
export const ordersWhatIsFound = "This only sets the order of results.";
export const notToldOnThatSide = "You see this task as a requester, and this isn't shown to requesters.";
export const itsStatus = (status: string) => `Its status is ${status}.`;
export const itsAssignee = (name: string) => `Assignee: ${name}.`;
export const itsRequester = (name: string) => `Requester: ${name}.`;
export const madeBy = (name: string) => `Created by ${name}.`;
export const messagesAreBy = (names: string) => `Messages you can read are from ${names}.`;
export const inCopyAre = (names: string) => `In copy: ${names}.`;
export const watchedBy = (names: string) => `Watched by ${names}.`;
export const itsTeam = (team: string) => `Team: ${team}.`;
export const itsOrganization = (organization: string) => `Organization: ${organization}.`;
export const itsType = (type: string) => `Type: ${type}.`;
export const itCameBy = (channel: string) => `Channel: ${channel}.`;
export const itsTags = (tags: string) => `Tags: ${tags}.`;
export const itsPriority = (priority: string) => `Priority: ${priority}.`;
export const createdAt = (time: string) => `Created: ${time}.`;
export const updatedAt = (time: string) => `Updated: ${time}.`;
export const resolvedAt = (time: string) => `Resolved: ${time}.`;
export const closedAt = (time: string) => `Closed: ${time}.`;
export const lastAnswered = (time: string) => `Last answered: ${time}.`;
export const dueOn = (day: string) => `Due: ${day}.`;
export const snoozedUntil = (day: string) => `Snoozed until: ${day}.`;
export const reopenedTimes = (times: number) => `Times reopened: ${times}.`;
export const itsRating = (rating: string) => `Rating: ${rating}.`;
export const partOf = (id: number) => `Part of #${id}.`;
export const partOfNone = "Not part of a task you work on.";
export const linkedTo = (numbers: string) => `Linked to ${numbers}.`;
export const linkedToNone = "Not linked to a task you work on.";
export const lookedForInTitle = "Searched in the title.";
export const lookedForInWhatEverybodyReads = "Searched in the public conversation.";
export const lookedForInNotes = "Searched in internal notes and their files.";
export const lookedForInFiles = "Searched in file names.";
export const lookedForIn = (field: string) => `Searched in ${field}.`;
export const fieldIsEmpty = (field: string) => `${field}: empty.`;
export const fieldIs = (field: string, value: string) => `${field}: ${value}.`;
export const lastAskedAndAnswered = (asked: string, answered: string) =>
  `Last asked: ${asked}. Last answered: ${answered}.`;
/** What a task with and without a flag is said to have. */
export const FLAGS = {
  "is:merged": ["It was merged into another task.", "It was not merged."],
  "is:spam": ["It is marked as spam.", "It is not marked as spam."],
  "is:trashed": ["It is in the trash.", "It is not in the trash."],
  "is:child": ["It is part of another task.", "It is part of no other task."],
  "is:parent": ["It has sub-tasks.", "It has no sub-tasks."],
  "is:unread": ["You haven't read all of it.", "You have read all of it."],
  "is:confidential": ["Confidential: yes.", "Confidential: no."],
  "has:link": ["Links: yes.", "Links: no."],
  "has:draft": ["You have a draft in it.", "You have no draft in it."],
  "has:note": ["Internal notes: yes.", "Internal notes: no."],
  "has:attachment": ["Files: yes.", "Files: no."],
  "has:checklist": ["Checklist: yes.", "Checklist: no."],
} as const;

export const meansBothWords = "tasks with both words, anywhere; the last one can be a prefix";
export const theWordsInThisOrder = "the words in this order";
export const eitherParenthesesKeepThingsTogether = "either word; parentheses group terms";
export const notThis = "not this";
export const wordsThatBeginLikeThis = "words that start with this";
export const meansStatus = "also done, any, or a status such as waiting";
export const meansState = "also open, done, unanswered; is:unread for what is new to you";
export const meansUnassigned = "has no assignee; also overdue, snoozed";
export const nameOrAddress = "a name or email address, me, none or any; also requester:";
export const meansTeam = "tasks in your teams; also the name of a team";
export const meansInCopy = "a person in copy, by name or address";
export const alsoIsWatchedWatcherTakes = "also is:watched; watcher: takes a name or email address";
export const meansTag = "any of these; tag:net/* matches every tag with that prefix";
export const alsoToday202603092026 = "also today, 2026-03-09, 2026-03, 2026-03-01..2026-03-15";
export const meansUpdated = "not updated for 14 days; also resolved: and closed:, with m, h, d or w";
export const meansDue = "due within four hours, or overdue; also snooze:";
export const meansRating = "how the requester rated the solution; also good and none";
export const meansTitle = "only in the title; also body:, and file: for file names";
export const meansSubTasks =
  "sub-tasks of 42; also linked:42, is:child, is:parent, has:link, is:merged, is:spam, is:trashed";
export const meansFiles = "has files attached; has:draft for your own drafts";
export const alsoDueLinkNoteRating = "also due, link, note, rating";
export const meansOrganization = "tasks from an organization; also none, any";
export const onlyInInternalNotes = "only in internal notes";
export const meansSort = "also created, number, relevance; add -asc for ascending order";
export const meansUrgency = "most urgent first; also priority, due";
export const peopleAlsoRoleStateOrg = "people; also role:, state:, org:, is:unverified";
export const howToSearch = "How to search";
export const meansField = (label: string) =>
  `in the field ${label}. Its name works too, in quotation marks if it has spaces. Numbers and dates take >, >=, <, <= or 10..20; none and any work too.`;
export const tryFewerWords = (link: (words: string) => ReactNode) =>
  sentence`Try fewer words, or only the start of a word. If you know a task's number, see ${link("why it isn't listed")}.`;
export const nothingFound = "Nothing found";
export const people = "People";
export const thereAreMorePeople = "There are more people. Add a word to find the right one.";
export const organizations = "Organizations";
export const thereAreMoreOrganizations = "There are more organizations. Add a word to find the right one.";
export const tasks = "Tasks";
export const noTasksFound = "No tasks found";
export const whyHereOrNot = "Explain these results";
export const note = "Note:";
export const firstPage = "First page";
export const atCharacter = (message: string, place: number) => `${message} (At character ${place}.)`;
export const twoWords = "printer jam";
export const aPhrase = '"remote access"';
export const eitherWord = "vpn OR wifi";
export const task42 = "task 42";
export const meansPriority = "low, normal, high, urgent, with >, >=, < or <=";
