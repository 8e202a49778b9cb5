/** What people read here; docs/decisions/0020 says how to add to it. */

export const inCopy = "In copy";
export const takeOutOfCopy = (name: string) => `Take ${name} out of copy`;
export const putInCopy = "Put in copy";
export const namesOrAddressesDividedByCommas = "Names or addresses, divided by commas.";
export const who = "Who";
export const add = "Add";
export const watchers = "Watchers";
export const unwatch = "Unwatch";
export const watch = "Watch";
export const addAColleague = "Add a colleague";
export const nobodyFound = "Nobody found";
export const wasNotChosen = (typed: string) => `“${typed}” was not chosen from the list.`;
export const keepChosen = (chosen: string) => `Keep ${chosen}`;
export const chooseSomebodyFromTheList = "Choose somebody from the list.";
export const leave = "Leave";
export const putSomebodyInCopy = "Put somebody in copy";
export const whatInCopyMeans = "An e-mail address. They read and answer what you read and answer.";
export const merge = "Merge";
export const isTheSamePersonAs = "Is the same person as";
export const nameOrAddress = "A name or an e-mail address. That person stays; you see what will happen before it does.";
export const goOn = "Go on";
export const cancel = "Cancel";
export const becomesAPartOf = (source: string, target: string) =>
  `${source} becomes a part of ${target}. This cannot be taken back.`;
const counted = (count: number, one: string, many: string) =>
  count > 1000 ? `More than 1,000 ${many}` : `${count} ${count === 1 ? one : many}`;
export const requestsWillBeTheirs = (requests: number, name: string) =>
  `${counted(requests, "request", "requests")} will be ${name}’s.`;
export const assignedWillBeTheirs = (tasks: number, name: string) =>
  `${counted(tasks, "task", "tasks")} will be assigned to ${name}.`;
export const tracesWillBearTheName = (messages: number, name: string) =>
  `${counted(messages, "message", "messages")}, and all other traces on tasks, will bear the name ${name}.`;
export const knownByToo = (name: string, addresses: string) =>
  `${name} also gets ${addresses}. Only confirmed addresses work for signing in.`;
export const signsInWithOtherPassword = (name: string) =>
  `${name} will sign in with the password of the other account.`;
export const passwordStays = (name: string) =>
  `The password of ${name} stays; the other account's is gone, and whoever is signed in with it is signed out.`;
export const draftsMoveToo = (name: string) => `Drafts move, too. Name, role and teams of ${name} stay as they are.`;
export const mergeThem = "Merge them";
export const keepBoth = "Keep both";
export const mergePerson = (name: string) => `Merge ${name}`;
export const theyAreOnePersonNow = "They are one person now";
export const yourAccountMayNotDoThat = "Your account may not do that.";
export const personIsGone = "That person is not here any more.";
export const sameAccount = "That is the same account. Choose another.";
export const signedInAsThisPerson = "You are signed in as this person. Merge the other one into you.";
export const otherIsDisabled = "That account is disabled. Enable it first, or merge the other way round.";
export const otherMayDoLess =
  "That account may do less than this one: merge the other way round, or change its role first.";
export const tooManyAddresses = (addresses: number) =>
  `Together they have more addresses than the ${addresses} a person may have. Remove some first.`;
export const hasNoAccess = (name: string) => `${name} has no access to this task.`;
export const worksNoMore = "This person does not work on tasks any more. Choose somebody else.";
export const onlyLeadsMakePublic = "Only a lead of the team or an admin makes a task public in the team again.";
export const enterNameOrAddress = "Enter a name or an e-mail address.";
export const inCopyAtMost = (most: number) => `At most ${most} people can be in copy.`;
export const thatIsNotAnEMail = "That is not an e-mail address.";
export const enterAnEMailAddress = "Enter an e-mail address.";
export const isWriting = (names: string) => `${names} is writing in this task.`;
export const areWriting = (names: string) => `${names} are writing in this task.`;
export const isViewing = (names: string) => `${names} is viewing this task.`;
export const areViewing = (names: string) => `${names} are viewing this task.`;
export const isNotInTeamOfConfidential = (name: string) =>
  `${name} is not in the team of this confidential task. Choose somebody who is.`;
export const isNotInTeamOfItsOwn = (name: string) =>
  `${name} is not in the task's team, which keeps to itself. Choose somebody who is.`;
export const staysOutFull = (name: string, most: number) => `${name} stays out: ${most} people are in copy already.`;
export const staysOutDisabled = (name: string) => `${name} stays out: the account is disabled.`;
export const staysOutOwnRequest = (name: string) => `${name} stays out: this is their own request.`;
export const staysOutNoAccess = (name: string) => `${name} stays out: they have no access to this task.`;
export const anonymisedPerson = (id: number) => `Anonymised person ${id}`;
export const whatTheyWrote = "What they wrote";

/* What came of an account that was disabled; `count` as it is counted, `12` or `1,000+`, `one` where it is one. */
export const isDisabled = (name: string) => `${name} is disabled.`;
export const isDisabledTasksGoTo = (name: string, heir: string) =>
  `${name} is disabled. The open tasks go to ${heir} within the next minutes.`;
export const isDisabledTasksBecomeNobodys = (name: string) =>
  `${name} is disabled. The open tasks become nobody's within the next minutes.`;
export const tasksAreNobodys = (one: boolean, count: string) =>
  one ? `${count} open task is nobody's now.` : `${count} open tasks are nobody's now.`;
export const tasksShutOutAreNobodys = (one: boolean, count: string, heir: string) =>
  one
    ? `${count} open task that ${heir} may not work on is nobody's now.`
    : `${count} open tasks that ${heir} may not work on are nobody's now.`;
export const tasksWentTo = (one: boolean, count: string, heir: string) =>
  one ? `${count} open task went to ${heir}.` : `${count} open tasks went to ${heir}.`;
export const people = "people";
export const unmute = "Unmute";
export const mute = "Mute";
