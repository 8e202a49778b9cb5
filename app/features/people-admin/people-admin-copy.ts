/** Product copy. docs/decisions/0020 says how to add to it. */

export const merge = "Merge";
export const mergeInto = "Merge into";
export const mergeIntoHint =
  "The name or email address of the person to keep. You can review the changes before merging.";
export const reviewChanges = "Review changes";
export const cancel = "Cancel";
export const willBeMergedInto = (source: string, target: string) =>
  `${source} will be merged into ${target}. This can't be undone.`;
const counted = (count: number, one: string, many: string) =>
  count > 1000 ? `More than 1,000 ${many}` : `${count} ${count === 1 ? one : many}`;
export const requestsWillMove = (requests: number, name: string) =>
  `${counted(requests, "request", "requests")} will move to ${name}.`;
export const tasksWillBeAssigned = (tasks: number, name: string) =>
  `${counted(tasks, "task", "tasks")} will be assigned to ${name}.`;
export const activityWillShowName = (messages: number, name: string) =>
  `${counted(messages, "message", "messages")} and all other activity on tasks will show the name ${name}.`;
export const alsoGetsAddresses = (name: string, addresses: string) =>
  `${name} also gets ${addresses}. Only confirmed addresses work for signing in.`;
export const signsInWithOtherPassword = (name: string) =>
  `${name} will sign in with the password of the other account.`;
export const keepsPassword = (name: string) =>
  `The other account is signed out and can no longer sign in. ${name}'s own password, if any, keeps working.`;
export const draftsMoveToo = (name: string) => `Drafts move too. ${name} keeps their name, role and teams.`;
export const mergePeople = "Merge people";
export const keepBoth = "Keep both";
export const mergePerson = (name: string) => `Merge ${name}`;
export const peopleMerged = "People merged";
export const personIsGone = "That person no longer exists. Choose another person.";
export const sameAccount = "A person can't be merged into themselves. Choose another person.";
export const signedInAsThisPerson = "You're signed in as this person. Merge the other account into this one instead.";
export const otherIsDisabled = "That account is disabled. Enable it first, or merge the other way round.";
export const otherHasFewerPermissions =
  "That account has fewer permissions than this one. Merge the other way round, or change its role first.";
export const tooManyAddresses = (addresses: number) =>
  `A person can have at most ${addresses} addresses, and these two together have more. Remove some first.`;
export const people = "people";
export const anonymisedPerson = (id: number) => `Anonymised person ${id}`;
export const theirMessages = "Their messages";

/* Results of disabling an account. `count` is formatted, `12` or `1,000+`; `one` selects the singular. */
export const isDisabled = (name: string) => `${name}'s account is disabled.`;
export const isDisabledTasksGoTo = (name: string, heir: string) =>
  `${name}'s account is disabled. Their open tasks go to ${heir} within a few minutes.`;
export const isDisabledTasksUnassigned = (name: string) =>
  `${name}'s account is disabled. Their open tasks become unassigned within a few minutes.`;
export const tasksUnassigned = (one: boolean, count: string) =>
  one ? `${count} open task is now unassigned.` : `${count} open tasks are now unassigned.`;
export const inaccessibleTasksUnassigned = (one: boolean, count: string, heir: string) =>
  one
    ? `${count} open task that ${heir} can't access is now unassigned.`
    : `${count} open tasks that ${heir} can't access are now unassigned.`;
export const tasksWentTo = (one: boolean, count: string, heir: string) =>
  one ? `${count} open task went to ${heir}.` : `${count} open tasks went to ${heir}.`;
