import type { ReactNode } from "react";
import { allOf } from "~/lib/text";
import { sentence } from "~/ui/sentence";

/* Copy of the search and explanation pages. Separate because lists don't need it. */
export const taskNumber = "Number";
export const explain = "Explain";
export const yes = "Yes:";
export const no = "No:";
export const allOfThese = "All of these";
export const anyOfThese = "Any of these";
export const noneOfThese = "Not this";
export const explanationIntro = (works: boolean) =>
  works
    ? "Enter a task number to see, term by term, why the search finds that task or doesn't."
    : "Enter a request number to see, term by term, why the search finds that request or doesn't.";
export const backToSearch = "Back to search";
export const searchFindsIt = "The search finds it";
export const searchMissesIt = "The search doesn't find it";
export const emptySearchFindsAll = "The search is empty, so it finds everything you can see.";
export const searchExplanation = "Search explanation";
export const noSuchTask = "This number doesn't exist, or you can't see it. Check the number.";
export const needsMergedFilter = "It was merged into another task: only “is:merged” finds it.";
export const needsSpamFilter = "It's marked as spam: only “is:spam” finds it.";
export const needsTrashedFilter = "It's in the trash: only “is:trashed” finds it.";
export const hiddenFromLists = (status: string) =>
  `Lists leave it out because its status is ${status}. To include it, add “status:”, “is:” or a number.`;
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
export const someone = "someone";
export const none = "none";
export const onlySortsResults = "This only sets the order of results.";
export const onlySetsZone = "This only sets the time zone.";
export const firstAnswered = (time: string) => `Agent first replied: ${time}.`;
export const ratedAt = (time: string) => `Rated: ${time}.`;
export const wasOpen = (times: readonly string[]) => (times.length > 0 ? `Open ${allOf(times)}.` : "Never open.");
export const sinceTime = (time: string) => `since ${time}`;
export const betweenTimes = (from: string, until: string) => `from ${from} to ${until}`;
export const CLOCKS = { first: "First response", next: "Next response", resolution: "Resolution" } as const;
export const clockEnded = (how: string, time: string) => `${how}, ended ${time}`;
export const clocksEnded = (clock: string, ends: readonly string[]) =>
  ends.length > 0 ? `${clock}: ${ends.join("; ")}.` : `${clock}: no clock has ended.`;
export const notShownToRequesters = "Only agents can see this detail, and you're viewing this as its requester.";
export const statusIs = (status: string) => `Its status is ${status}.`;
export const assigneeIs = (name: string) => `Assignee: ${name}.`;
export const requesterIs = (name: string) => `Requester: ${name}.`;
export const createdBy = (name: string) => `Creator: ${name}.`;
export const messagesFrom = (names: string) => `Authors of messages you can read: ${names}.`;
export const peopleInCopy = (names: string) => `In copy: ${names}.`;
export const watchedBy = (names: string) => `Watchers: ${names}.`;
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
export const lastAnswered = (time: string) => `Agent last replied: ${time}.`;
export const dueOn = (day: string) => `Due: ${day}.`;
export const snoozedUntil = (day: string) => `Snoozed until: ${day}.`;
export const serviceLevelIs = (level: string) => `Service level: ${level}.`;
export const serviceLevelDue = (time: string) => `Next service-level target due: ${time}.`;
export const firstResponse = "First response";
export const nextResponse = "Next response";
export const resolution = "Resolution";
export const clockIs = (metric: string, state: string) => `${metric}: ${state}.`;
export const timesReopened = (times: number) => `Times reopened: ${times}.`;
export const ratingIs = (rating: string) => `Rating: ${rating}.`;
export const partOf = (id: number) => `Sub-task of #${id}.`;
export const notPartOfAny = "Not a sub-task of a task you can access as an agent.";
export const linkedTo = (numbers: string) => `Linked to ${numbers}.`;
export const notLinkedToAny = "Not linked to a task you can access as an agent.";
export const searchedInTitle = "Searched in the title.";
export const searchedInConversation = "Searched in the public conversation.";
export const searchedInNotes = "Searched in internal notes and their files.";
export const searchedInFileNames = "Searched in file names.";
export const searchedInField = (field: string) => `Searched in ${field}.`;
export const fieldIsEmpty = (field: string) => `${field}: empty.`;
export const fieldIs = (field: string, value: string) => `${field}: ${value}.`;
export const lastAskedAndAnswered = (asked: string, answered: string) =>
  `Requester last wrote: ${asked}. Agent last replied: ${answered}.`;
/** Descriptions of a task with and without each flag. */
export const FLAGS = {
  "is:merged": ["It was merged into another task.", "It wasn't merged."],
  "is:spam": ["It's marked as spam.", "It isn't marked as spam."],
  "is:trashed": ["It's in the trash.", "It isn't in the trash."],
  "is:child": ["It's a sub-task.", "It isn't a sub-task."],
  "is:parent": ["It has sub-tasks.", "It has no sub-tasks."],
  "is:one-touch": ["Resolved with a single reply.", "Not resolved with a single reply."],
  "is:unread": ["You haven't read all of it.", "You have read all of it."],
  "is:confidential": ["It's confidential.", "It isn't confidential."],
  "is:undelivered": ["Some of its emails failed.", "None of its emails failed."],
  "has:link": ["It has linked tasks.", "It has no linked tasks."],
  "has:draft": ["You have a draft on it.", "You don't have a draft on it."],
  "has:note": ["It has internal notes.", "It has no internal notes."],
  "has:attachment": ["It has files.", "It has no files."],
  "has:checklist": ["It has a checklist.", "It has no checklist."],
} as const;

export const meansBothWords = "both words, anywhere; the last one can be a prefix";
export const meansPhrase = "this exact phrase";
export const meansEitherWord = "either word; parentheses group terms";
export const meansExcluded = "excludes results with this word";
export const meansPrefix = "words that start with this";
export const meansStatus = "not resolved, closed or cancelled; also done, any, or a status such as waiting";
export const meansAwaiting = "waiting for your desk's reply; also requester, third_party and nobody";
export const meansMine =
  "assigned to you; also open, done, unanswered. is:unread finds tasks with updates you haven't read";
export const meansMyRequests =
  "requested by you; also open, done, unanswered. is:unread finds requests with updates you haven't read";
export const meansUnassigned = "has no assignee; also overdue, snoozed, undelivered";
export const meansAssignee = "a name or email address, me, none or any; also requester:";
export const meansTeam = "tasks in your teams; also the name of a team";
export const meansInCopy = "you're in copy; also the name or email address of a person in copy";
export const meansWatched = "marked confidential; also watched. watcher: takes a name or email address";
export const meansTag = "any of these; tag:net/* matches every tag with that prefix";
export const meansCreated = "created last week; also today, 2026-03-09, 2026-03, 2026-03-01..2026-03-15";
export const meansUpdated = "not updated for 14 days; also resolved: and closed:. Units: m, h, d, w";
export const meansDue = "due within four hours, or overdue; also snooze:";
export const meansRating = "how the requester rated the solution; also good and none";
export const meansResolved = "last resolved in that period; also closed:, answered:, rated:";
export const meansReopened = "reopened at least once; is:one-touch finds tasks resolved with a single reply";
export const meansClockEnded =
  "first-response target met in that period; also breached.next:, retargeted.resolve: and other combinations";
export const meansBacklog = "open at the end of that day; zone:Europe/Berlin sets the time zone";
export const meansTitle = "only in the title; also body:, and file: for file names";
export const meansSubTasks =
  "sub-tasks of #42; also linked:42, is:child, is:parent, has:link, is:merged, is:spam, is:trashed";
export const meansFiles = "has files attached; has:draft for your own drafts";
export const meansChecklist = "has a checklist; also due, link, note, rating";
export const meansOrganization = "tasks from an organization; also none, any";
export const meansNote = "only in internal notes";
export const meansSort = "sorted by last update; also created, number, relevance. Add -asc for ascending order";
export const meansUrgency = "needs attention first; also priority, due";
export const meansPeople = "finds people, not tasks; also role:, state:, org:, is:unverified";
export const howToSearch = "How to search";
export const meansField = (label: string) =>
  `this value in the ${label} field. You can write the field's name instead of its key; quote a name with spaces. Number and date fields take >, >=, <, <= or 10..20. Every field takes none and any.`;
export const tryFewerWords = (link: (words: string) => ReactNode) =>
  sentence`Try fewer words, or only the start of a word. If you know the number of a missing result, see ${link("why it isn't listed")}.`;
export const nothingFound = "Nothing found";
export const people = "People";
export const morePeople = "More people match. Add a word to narrow the search.";
export const organizations = "Organizations";
export const moreOrganizations = "More organizations match. Add a word to narrow the search.";
export const tasks = "Tasks";
export const requests = "Requests";
export const recentlyViewed = "Recently viewed";
export const noTasksFound = "No tasks found";
export const noRequestsFound = "No requests found";
export const explainResults = "Explain these results";
export const note = "Note:";
export const firstPage = "First page";
export const atCharacter = (message: string, place: number) => `${message} The error is at character ${place}.`;
export const twoWords = "printer jam";
export const aPhrase = '"remote access"';
export const eitherWord = "vpn OR wifi";
export const task42 = "task number 42";
export const request42 = "request number 42";
export const meansPriority = "low, normal, high, urgent, with >, >=, < or <=";
