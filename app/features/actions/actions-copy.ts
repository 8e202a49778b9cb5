/** Product copy. docs/decisions/0020 says how to add to it. */

export const status = "Status";
export const priority = "Priority";
export const assignee = "Assignee";
export const me = "Me";
export const unassigned = "Unassigned";
export const team = "Team";
export const trashOrSpam = "Trash or spam";
export const spam = "Spam";
export const addTags = "Add tags";
export const removeTags = "Remove tags";
export const tagsHint = "Separate tags with commas or spaces.";
export const leaveAsItIs = "Leave as it is";
export const readOnlyTask = "You can read this task but not change it.";
export const tooManyTags = (most: number) => `It would have more than ${most} tags.`;
export const wouldLoseAccess = "You'd lose access to it. Open the task to change it.";
export const resolveOnItsPageSubTasks = "It has open sub-tasks. Open the task to resolve it.";
export const resolveOnItsPageItems = "Its checklist has unticked items. Open the task to resolve it.";
export const resolveOnItsPageBoth = "It has open sub-tasks and unticked checklist items. Open the task to resolve it.";
export const chooseAStatus = "Choose a status.";
export const chooseAPriority = "Choose a priority.";
export const chooseFromList = "Choose an option from the list.";
export const tagAddedAndRemoved = (tag: string) =>
  `You're adding and removing the tag “${tag}”. Choose one of the two.`;
export const trashOrSpamAlone =
  "You can't move tasks to trash or spam and also change them or reply to them. Clear the other choices.";
/* Actions as list items. */
export const statusIs = (status: string) => `Status: ${status}`;
export const priorityIs = (priority: string | undefined) => `Priority: ${priority}`;
export const assigneeIsMe = "Assignee: me";
export const assigneeIsNone = "Assignee: Unassigned";
export const assigneeIs = (name: string) => `Assignee: ${name}`;
export const assigneeIsGone = "Assignee: no longer exists";
export const teamIs = (team: string) => `Team: ${team}`;
export const teamIsGone = "Team: no longer exists";
export const addsTags = (tags: string) => `Add tags: ${tags}`;
export const removesTags = (tags: string) => `Remove tags: ${tags}`;
export const restore = "Restore";

export const statusCannotChange = (is: string, other: string) => `The status can't change from ${is} to ${other}.`;
export const fieldsNeededToResolve = (fields: string) => `It can't be resolved without ${fields}.`;
