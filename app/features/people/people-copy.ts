/** User-facing copy; docs/decisions/0020 explains how to add to it. */

export const inCopy = "In copy";
export const takeOutOfCopy = (name: string) => `Remove ${name} from copy`;
export const putInCopy = "Add people";
export const namesOrAddressesDividedByCommas = "Names or email addresses, separated by commas.";
export const who = "Who";
export const add = "Add";
export const watchers = "Watchers";
export const unwatch = "Unwatch";
export const watch = "Watch";
export const addAColleague = "Add a colleague";
export const nobodyFound = "Nobody found";
export const wasNotChosen = (typed: string) => `“${typed}” was not chosen from the list.`;
export const keepChosen = (chosen: string) => `Keep ${chosen}`;
export const chooseSomebodyFromTheList = "Choose a person from the list.";
export const leave = "Leave";
export const putSomebodyInCopy = "Add a person";
export const whatInCopyMeans = "Enter their email address. They can read and reply to everything you can.";
export const merge = "Merge";
export const isTheSamePersonAs = "Merge into";
export const nameOrAddress = "A name or email address. That person stays. You review the changes before merging.";
export const goOn = "Continue";
export const cancel = "Cancel";
export const becomesAPartOf = (source: string, target: string) =>
  `${source} will be merged into ${target}. This can’t be undone.`;
const counted = (count: number, one: string, many: string) =>
  count > 1000 ? `More than 1,000 ${many}` : `${count} ${count === 1 ? one : many}`;
export const requestsWillBeTheirs = (requests: number, name: string) =>
  `${counted(requests, "request", "requests")} will move to ${name}.`;
export const assignedWillBeTheirs = (tasks: number, name: string) =>
  `${counted(tasks, "task", "tasks")} will be assigned to ${name}.`;
export const tracesWillBearTheName = (messages: number, name: string) =>
  `${counted(messages, "message", "messages")} and all other activity on tasks will show the name ${name}.`;
export const knownByToo = (name: string, addresses: string) =>
  `${name} also gets ${addresses}. Only confirmed addresses work for signing in.`;
export const signsInWithOtherPassword = (name: string) =>
  `${name} will sign in with the password of the other account.`;
export const passwordStays = (name: string) =>
  `${name} keeps their password. The other account is signed out and its password stops working.`;
export const draftsMoveToo = (name: string) => `Drafts move too. ${name} keeps their name, role and teams.`;
export const mergeThem = "Merge people";
export const keepBoth = "Keep both";
export const mergePerson = (name: string) => `Merge ${name}`;
export const theyAreOnePersonNow = "People merged";
export const personIsGone = "That person no longer exists.";
export const sameAccount = "That is the same account. Choose another.";
export const signedInAsThisPerson = "You are signed in as this person. Merge the other one into you.";
export const otherIsDisabled = "That account is disabled. Enable it first, or merge the other way round.";
export const otherMayDoLess =
  "That account has fewer permissions than this one. Merge the other way round, or change its role first.";
export const tooManyAddresses = (addresses: number) =>
  `A person can have at most ${addresses} addresses, and together they have more. Remove some first.`;
export const hasNoAccess = (name: string) => `${name} has no access to this task.`;
export const enterNameOrAddress = "Enter a name or an email address.";
export const inCopyAtMost = (most: number) => `At most ${most} people can be in copy.`;
export const thatIsNotAnEMail = "That is not an email address.";
export const enterAnEMailAddress = "Enter an email address.";
export const isWriting = (names: string) => `${names} is writing in this task.`;
export const areWriting = (names: string) => `${names} are writing in this task.`;
export const isViewing = (names: string) => `${names} is viewing this task.`;
export const areViewing = (names: string) => `${names} are viewing this task.`;
export const staysOutFull = (name: string, most: number) =>
  `${name} wasn't added back: ${most} people are already in copy.`;
export const staysOutDisabled = (name: string) => `${name} wasn't added back: the account is disabled.`;
export const staysOutOwnRequest = (name: string) => `${name} wasn't added back: this is their own request.`;
export const staysOutNoAccess = (name: string) => `${name} wasn't added back: they have no access to this task.`;
export const anonymisedPerson = (id: number) => `Anonymised person ${id}`;
export const whatTheyWrote = "Their messages";

/* Results of disabling an account. `count` is formatted, `12` or `1,000+`; `one` selects the singular. */
export const isDisabled = (name: string) => `${name} is disabled.`;
export const isDisabledTasksGoTo = (name: string, heir: string) =>
  `${name} is disabled. Their open tasks go to ${heir} within a few minutes.`;
export const isDisabledTasksBecomeNobodys = (name: string) =>
  `${name} is disabled. Their open tasks become unassigned within a few minutes.`;
export const tasksAreNobodys = (one: boolean, count: string) =>
  one ? `${count} open task is now unassigned.` : `${count} open tasks are now unassigned.`;
export const tasksShutOutAreNobodys = (one: boolean, count: string, heir: string) =>
  one
    ? `${count} open task that ${heir} can't access is now unassigned.`
    : `${count} open tasks that ${heir} can't access are now unassigned.`;
export const tasksWentTo = (one: boolean, count: string, heir: string) =>
  one ? `${count} open task went to ${heir}.` : `${count} open tasks went to ${heir}.`;
export const people = "people";
export const unmute = "Unmute";
export const mute = "Mute";
