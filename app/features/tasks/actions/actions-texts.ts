/** What people read here; docs/decisions/0020 says how to add to it. */

export const status = "Status";
export const priority = "Priority";
export const assignee = "Assignee";
export const me = "Me";
export const nobody = "Nobody";
export const team = "Team";
export const trash = "Trash";
export const addTags = "Add tags";
export const removeTags = "Remove tags";
export const separateTagsWithCommasOrSpaces = "Separate tags with commas or spaces.";
export const leaveAsItIs = "Leave as it is";
export const onlyRead = "You may read this task, but you do not work on it.";
export const tooManyTags = (most: number) => `It would have more than ${most} tags.`;
export const wouldLoseAccess = "You would lose access to it. Change it on its own page.";
export const resolveOnItsPage = (left: string) => `It has ${left}. Resolve it on its own page.`;
export const chooseAStatus = "Choose a status.";
export const chooseAPriority = "Choose a priority.";
export const chooseOneOfTheList = "Choose one of the list.";
export const tagAddedAndRemoved = "A tag cannot be added and removed at once.";
export const putAwayAlone = "What is put away is not changed or answered as well. Leave the rest as it is.";
