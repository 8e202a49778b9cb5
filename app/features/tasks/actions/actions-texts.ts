/** What people read here; docs/decisions/0020 says how to add to it. */

export const status = "Status";
export const priority = "Priority";
export const assignee = "Assignee";
export const me = "Me";
export const nobody = "Nobody";
export const team = "Team";
export const trashOrSpam = "Trash or spam";
export const spam = "Spam";
export const addTags = "Add tags";
export const removeTags = "Remove tags";
export const separateTagsWithCommasOrSpaces = "Separate tags with commas or spaces.";
export const leaveAsItIs = "Leave as it is";
export const onlyRead = "You may read this task, but you do not work on it.";
export const tooManyTags = (most: number) => `It would have more than ${most} tags.`;
export const wouldLoseAccess = "You would lose access to it. Change it on its own page.";
export const resolveOnItsPageSubTasks = "It has open sub-tasks. Resolve it on its own page.";
export const resolveOnItsPageItems = "It has unticked items. Resolve it on its own page.";
export const resolveOnItsPageBoth = "It has open sub-tasks and unticked items. Resolve it on its own page.";
export const chooseAStatus = "Choose a status.";
export const chooseAPriority = "Choose a priority.";
export const chooseOneOfTheList = "Choose one of the list.";
export const tagAddedAndRemoved = (tag: string) =>
  `You're adding and removing the tag “${tag}”. Choose one of the two.`;
export const putAwayAlone = "What is put away is not changed or answered as well. Leave the rest as it is.";
/* What is to become of tasks, as a list has it. */
export const statusIs = (status: string) => `Status ${status}`;
export const priorityIs = (priority: string | undefined) => `Priority ${priority}`;
export const assigneeIsMe = "Assignee me";
export const assigneeIsNobody = "Assignee nobody";
export const assigneeIs = (name: string) => `Assignee ${name}`;
export const assigneeIsGone = "Assignee who is not there any more";
export const teamIs = (team: string) => `Team ${team}`;
export const teamIsGone = "Team that is not there any more";
export const addsTags = (tags: string) => `add tags ${tags}`;
export const removesTags = (tags: string) => `remove tags ${tags}`;
export const restore = "Restore";

export const cannotBecome = (is: string, other: string) => `${is} cannot become ${other}.`;
export const neededToBeResolved = (fields: string) => `To be resolved it needs ${fields}.`;
