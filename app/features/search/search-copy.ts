import type { ReactNode } from "react";
import { allOf } from "~/lib/text";
import { sentence } from "~/ui/sentence";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const search = "Search";
export const searchFor = (code: ReactNode) => sentence`Search for ${code}`;
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
export const eitherCompareOrRange = (key: string, compare: string) =>
  `“${key}:” takes either ${compare} or a range with “..”, not both.`;
export const rangeEndsBefore = (key: string) => `The range after “${key}:” ends before it begins.`;
export const isNoDate = (text: string) => `“${text}” is not a date.`;
export const findsPeople = (key: string) => `“${key}” finds people, not tasks.`;
export const fieldFindsPeople = (key: string) => `“${key}:” finds people, not tasks.`;
export const noServiceLevelsYet = "You can't search by service level yet.";
export const onlyForAgents = (words: string) => `“${words}” is only available to agents.`;
export const queryTooLong = (most: string) => `A query has at most ${most} characters. Make it shorter.`;
export const tooDeep = (most: number) => `Parentheses can be nested at most ${most} deep.`;
export const emptyParenthesesWereLeftOut = "Empty parentheses were left out.";
export const tooManyTerms = (most: number) => `A query has at most ${most} terms. Leave some out.`;
export const closingLeftOut = "A closing parenthesis without an opening one was left out.";
export const parenthesisNeverClosed = "A parenthesis is never closed; it was read as closing at the end.";
export const noField = (key: string) => `“${key}:” is not a field and was searched as text.`;
export const quoteNeverClosed = "A quote is never closed; everything after it was read as one phrase.";
export const noSortingByServiceLevel = "You can't sort by service level yet.";
export const sortingOnlyForAgents = (by: string) => `Sorting by ${by} is only available to agents.`;
export const noLettersLeftOut = (text: string) => `“${text}” has no letters and no digits, and was left out.`;
export const foundByMerged = "It was merged into another task: only “is:merged” finds it.";
export const foundBySpam = "It is marked as spam: only “is:spam” finds it.";
export const foundByTrashed = "It is in the trash: only “is:trashed” finds it.";
export const findsTasks = (wrong: string) => `“${wrong}” finds tasks, not people.`;
export const severalFields = (name: string, keys: string) => `Several fields are called “${name}”. Use ${keys}.`;
export const noSuchField = (name: string) => `There is no field “${name}”.`;
export const noSuchFieldMeant = (name: string, meant: string) =>
  `There is no field “${name}”. Did you mean “field.${meant}:”?`;
export const notCompared = (key: string, compare: string) => `“${key}:” cannot be compared with ${compare}.`;
export const nothingToLookFor = (key: string) => `“${key}:” needs a value after it.`;
export const noLetterToLookFor = (key: string) => `“${key}:” needs a letter or digit after it.`;
export const takesFewerDigits = (key: string, most: number) => `“${key}:” takes a number of at most ${most} digits.`;
export const takesANumber = (key: string, typed: string) =>
  `“${key}:” takes a number such as 12 or 3.5, not “${typed}”.`;
export const takesADate = (key: string, typed: string) =>
  `“${key}:” takes a date such as 2026-03-09, a range such as 2026-03-01..2026-03-31, or the time left such as <7d, not “${typed}”.`;
export const takesAPastDate = (key: string, typed: string) =>
  `“${key}:” takes a date such as 2026-03-09, 2026-03 or last-week, a range such as 2026-03-01..2026-03-31, or an age such as >14d, not “${typed}”.`;
export const takesAFutureDate = (key: string, typed: string) =>
  `“${key}:” takes a date such as 2026-03-09, today or this-week, a range such as 2026-03-01..2026-03-31, or the time left such as <4h, not “${typed}”.`;
export const takesAWholeNumber = (key: string, typed: string) => `“${key}:” takes a whole number, not “${typed}”.`;
export const takesATask = (key: string, typed: string) => `“${key}:” takes a task number, not “${typed}”.`;
export const takesYesOrNo = (key: string, typed: string) => `“${key}:” takes yes or no, not “${typed}”.`;
export const takesASort = (keys: string, typed: string) =>
  `“sort:” takes ${keys}, with -asc or -desc if you like, not “${typed}”.`;
export const takes = (key: string, choices: string, typed: string) => `“${key}:” takes ${choices}, not “${typed}”.`;
export const doesNotKnow = (key: string, typed: string) => `“${key}:” does not know “${typed}”.`;
export const doesNotKnowMeant = (key: string, typed: string, meant: string) =>
  `“${key}:” does not know “${typed}”. Did you mean “${meant}”?`;
export const doesNotKnowTakes = (key: string, typed: string, choices: string) =>
  `“${key}:” does not know “${typed}”. It takes ${choices}.`;
export const valuesOnBothSides = (key: string) => `The range after “${key}:” needs a value on both sides of “..”.`;
export const numbersOnBothSides = (key: string) =>
  `The range after “${key}:” needs a whole number on both sides of “..”.`;
export const datesOnBothSides = (key: string) => `The range after “${key}:” needs a date on both sides of “..”.`;
export const listsLeaveItOut = (status: string) =>
  `Task lists leave it out because its status is ${status}. They show open tasks unless you add “status:”, “is:” or a number.`;
export const noSuchTeam = (name: string) => `There is no team “${name}”.`;
export const noSuchOrganization = (name: string) => `There is no organization “${name}”.`;
export const noSuchStatusMeant = (typed: string, meant: string) =>
  `There is no status “${typed}”. Did you mean “${meant}”?`;
export const noSuchStatus = (typed: string, choices: string) =>
  `There is no status “${typed}”. Use ${choices}, or open, done, any.`;
/** By the word before the colon. */
export const noSuchOneOf = {
  type: (typed: string, choices: string) => `There is no type “${typed}”. Use ${choices}.`,
  channel: (typed: string, choices: string) => `There is no channel “${typed}”. Use ${choices}.`,
};
export const exclamationIsNotNot = (key: string, typed: string) =>
  `“!” does not mean “not”. Put a minus before it: “-${key}:${typed}”.`;
export const sortOrdersTheWholeList =
  "“sort:” orders the whole list, so it can't be used in parentheses, with OR or after -.";
export const onlyOneSort = "Use only one “sort:”.";
export const searchedAsTextBlank = (name: string) =>
  `“${name}:” was searched as text. To use it as a field, write the value right after “${name}:”, without a space.`;
export const searchedAsTextEmpty = (name: string) =>
  `“${name}:” was searched as text. To use it as a field, add a value after “${name}:”.`;
export const noFieldMeant = (key: string, meant: string) =>
  `“${key}:” is not a field and was searched as text. Did you mean “${meant}:”?`;
export const needsSomethingAfter = (sign: string) => `“${sign}” needs something after it and was left out.`;
export const needsSomethingOnBothSides = (sign: string) => `“${sign}” needs something on both sides and was left out.`;
export const noSitesYet = "You can't search by site yet.";
export const noUndeliveredMailYet = "You can't search for undelivered mail yet.";
export const notSearchedByYet = (key: string) => `You can't search by “${key}:” yet.`;
export const atCharacter = (message: string, place: number) => `${message} (At character ${place}.)`;
export const nobodyIsCalled = (name: string) => `Nobody is called “${name}”.`;
export const nobodyIsCalledMeant = (name: string, meant: string) =>
  `Nobody is called “${name}”. Did you mean “${meant}”?`;

/* Examples of what can be asked. */
export const twoWords = "printer jam";
export const aPhrase = '"remote access"';
export const eitherWord = "vpn OR wifi";
export const task42 = "task 42";
export const meansPriority = "low, normal, high, urgent, with >, >=, < or <=";

/* What a task has that a search asks for. */
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
export const wasNotMerged = "It was not merged.";
export const wasMerged = "It was merged into another task.";
export const isSpam = "It is marked as spam.";
export const isNotSpam = "It is not marked as spam.";
export const isInTrash = "It is in the trash.";
export const isNotInTrash = "It is not in the trash.";
export const isPartOfNone = "It is part of no other task.";
export const isPartOfAnother = "It is part of another task.";
export const hasSubTasks = "It has sub-tasks.";
export const hasNoSubTasks = "It has no sub-tasks.";
export const notAllSeen = "You haven't read all of it.";
export const allSeen = "You have read all of it.";
export const isConfidential = (is: boolean) => (is ? "Confidential: yes." : "Confidential: no.");
export const hasLinks = (has: boolean) => (has ? "Links: yes." : "Links: no.");
export const youWriteInIt = "You have a draft in it.";
export const noDraftInIt = "You have no draft in it.";
export const hasNotes = (has: boolean) => (has ? "Internal notes: yes." : "Internal notes: no.");
export const hasFiles = (has: boolean) => (has ? "Files: yes." : "Files: no.");
export const hasChecklist = (has: boolean) => (has ? "Checklist: yes." : "Checklist: no.");
