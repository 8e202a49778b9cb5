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
