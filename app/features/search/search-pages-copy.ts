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
export const noneOfThese = "Not this";
export const explanationIntro = "Shows, term by term, whether a search finds a task and why.";
export const backToSearch = "Back to search";
export const searchFindsIt = "The search finds it";
export const searchMissesIt = "The search doesn't find it";
export const emptySearchFindsAll = "The search is empty, so it finds every task you can see.";
export const searchExplanation = "Search explanation";
export const noSuchTask = "There's no task with this number, or you can't see it. Check the number.";
export const needsMergedFilter = "It was merged into another task: only “is:merged” finds it.";
export const needsSpamFilter = "It is marked as spam: only “is:spam” finds it.";
export const needsTrashedFilter = "It is in the trash: only “is:trashed” finds it.";
export const hiddenFromLists = (status: string) =>
  `Task lists leave it out because its status is ${status}. They show open tasks unless you add “status:”, “is:” or a number.`;
export const inTitle = "the title";
export const inPublicConversation = "the public conversation";
export const inTagsAndFields = "its tags, names, and fields";
export const inNotes = "internal notes and their files";
export const isThisTask = (id: number) => `This is #${id}.`;
export const noLettersOrDigits = "It has no letters or digits, so it was ignored.";
export const foundIn = (places: readonly string[]) => `Found in ${allOf(places)}.`;
export const notFoundIn = ([first, ...others]: readonly string[]) =>
  `${others.reduce((said, place) => `${said}, nor in ${place}`, `Not in ${first}`)}.`;
export const never = "never";
export const nobody = "nobody";
export const someone = "someone";
export const none = "none";
export const onlySortsResults = "This only sets the order of results.";
export const notShownToRequesters = "You see this task as a requester, and this isn't shown to requesters.";
export const statusIs = (status: string) => `Its status is ${status}.`;
export const assigneeIs = (name: string) => `Assignee: ${name}.`;
export const requesterIs = (name: string) => `Requester: ${name}.`;
export const createdBy = (name: string) => `Created by ${name}.`;
export const messagesFrom = (names: string) => `Messages you can read are from ${names}.`;
export const peopleInCopy = (names: string) => `In copy: ${names}.`;
export const watchedBy = (names: string) => `Watched by ${names}.`;
export const teamIs = (team: string) => `Team: ${team}.`;
export const organizationIs = (organization: string) => `Organization: ${organization}.`;
export const typeIs = (type: string) => `Type: ${type}.`;
export const channelIs = (channel: string) => `Channel: ${channel}.`;
export const tagsAre = (tags: string) => `Tags: ${tags}.`;
export const priorityIs = (priority: string) => `Priority: ${priority}.`;
export const createdAt = (time: string) => `Created: ${time}.`;
export const updatedAt = (time: string) => `Updated: ${time}.`;
export const resolvedAt = (time: string) => `Resolved: ${time}.`;
export const closedAt = (time: string) => `Closed: ${time}.`;
export const lastAnswered = (time: string) => `Last answered: ${time}.`;
export const dueOn = (day: string) => `Due: ${day}.`;
export const snoozedUntil = (day: string) => `Snoozed until: ${day}.`;
export const timesReopened = (times: number) => `Times reopened: ${times}.`;
export const ratingIs = (rating: string) => `Rating: ${rating}.`;
export const partOf = (id: number) => `Sub-task of #${id}.`;
export const notPartOfAny = "Not a sub-task of a task you work on.";
export const linkedTo = (numbers: string) => `Linked to ${numbers}.`;
export const notLinkedToAny = "Not linked to a task you work on.";
export const searchedInTitle = "Searched in the title.";
export const searchedInConversation = "Searched in the public conversation.";
export const searchedInNotes = "Searched in internal notes and their files.";
export const searchedInFileNames = "Searched in file names.";
export const searchedInField = (field: string) => `Searched in ${field}.`;
export const fieldIsEmpty = (field: string) => `${field}: empty.`;
export const fieldIs = (field: string, value: string) => `${field}: ${value}.`;
export const lastAskedAndAnswered = (asked: string, answered: string) =>
  `Last asked: ${asked}. Last answered: ${answered}.`;
/** What a task with and without a flag is said to have. */
export const FLAGS = {
  "is:merged": ["It was merged into another task.", "It was not merged."],
  "is:spam": ["It is marked as spam.", "It is not marked as spam."],
  "is:trashed": ["It is in the trash.", "It is not in the trash."],
  "is:child": ["It is a sub-task.", "It is not a sub-task."],
  "is:parent": ["It has sub-tasks.", "It has no sub-tasks."],
  "is:unread": ["You haven't read all of it.", "You have read all of it."],
  "is:confidential": ["Confidential: yes.", "Confidential: no."],
  "is:undelivered": ["Some of its emails weren't delivered.", "None of its emails failed."],
  "has:link": ["Links: yes.", "Links: no."],
  "has:draft": ["You have a draft in it.", "You have no draft in it."],
  "has:note": ["Internal notes: yes.", "Internal notes: no."],
  "has:attachment": ["Files: yes.", "Files: no."],
  "has:checklist": ["Checklist: yes.", "Checklist: no."],
} as const;

export const meansBothWords = "tasks with both words, anywhere; the last one can be a prefix";
export const meansPhrase = "the words in this order";
export const meansEitherWord = "either word; parentheses group terms";
export const meansExcluded = "not this";
export const meansPrefix = "words that start with this";
export const meansStatus = "also done, any, or a status such as waiting";
export const meansState = "also open, done, unanswered; is:unread for tasks with something new to you";
export const meansUnassigned = "has no assignee; also overdue, snoozed, undelivered";
export const meansAssignee = "a name or email address, me, none or any; also requester:";
export const meansTeam = "tasks in your teams; also the name of a team";
export const meansInCopy = "a person in copy, by name or address";
export const meansWatched = "also is:watched; watcher: takes a name or email address";
export const meansTag = "any of these; tag:net/* matches every tag with that prefix";
export const meansCreated = "also today, 2026-03-09, 2026-03, 2026-03-01..2026-03-15";
export const meansUpdated = "not updated for 14 days; also resolved: and closed:. Units: m, h, d, w";
export const meansDue = "due within four hours, or overdue; also snooze:";
export const meansRating = "how the requester rated the solution; also good and none";
export const meansTitle = "only in the title; also body:, and file: for file names";
export const meansSubTasks =
  "sub-tasks of 42; also linked:42, is:child, is:parent, has:link, is:merged, is:spam, is:trashed";
export const meansFiles = "has files attached; has:draft for your own drafts";
export const meansChecklist = "also due, link, note, rating";
export const meansOrganization = "tasks from an organization; also none, any";
export const meansNote = "only in internal notes";
export const meansSort = "also created, number, relevance; add -asc for ascending order";
export const meansUrgency = "most urgent first; also priority, due";
export const meansPeople = "people; also role:, state:, org:, is:unverified";
export const howToSearch = "How to search";
export const meansField = (label: string) =>
  `in the ${label} field. You can also use its name, in quotation marks if it has spaces. Numbers and dates take >, >=, <, <= or 10..20; none and any work too.`;
export const tryFewerWords = (link: (words: string) => ReactNode) =>
  sentence`Try fewer words, or only the start of a word. If you know a task's number, see ${link("why it isn't listed")}.`;
export const nothingFound = "Nothing found";
export const people = "People";
export const morePeople = "More people match. Add a word to narrow the search.";
export const organizations = "Organizations";
export const moreOrganizations = "More organizations match. Add a word to narrow the search.";
export const tasks = "Tasks";
export const noTasksFound = "No tasks found";
export const explainResults = "Explain these results";
export const note = "Note:";
export const firstPage = "First page";
export const atCharacter = (message: string, place: number) => `${message} The error is at character ${place}.`;
export const twoWords = "printer jam";
export const aPhrase = '"remote access"';
export const eitherWord = "vpn OR wifi";
export const task42 = "task 42";
export const meansPriority = "low, normal, high, urgent, with >, >=, < or <=";
