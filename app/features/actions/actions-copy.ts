/** Product copy. docs/decisions/0020 says how to add to it. */

export const status = "Status";
export const priority = "Priority";
export const assignee = "Assignee";
export const me = "Me";
export const unassigned = "Unassigned";
export const team = "Team";
export const trashOrSpam = "Trash or spam";
export const spam = "Spam";
export const type = "Type";
export const dueIn = "Due in";
export const dueInHint = "A duration from now, such as 4h or 2d. Enter “none” to remove the due date.";
export const chooseAType = "Choose a type.";
export const enterATimeFromNow = "Enter a duration such as 4h, 2d or 1w, or none.";
export const addTags = "Add tags";
export const removeTags = "Remove tags";
export const setFields = "Set fields";
export const setFieldsHint =
  "One per line: the field's label or key, a colon and the value, such as Location: Berlin. Without a value, the field is cleared.";
export const addParticipants = "Add people in copy";
export const addWatchers = "Add watchers";
export const peopleHint = "Separate names or email addresses with commas.";
export const tooManyFields = "That's too long. Set fewer fields.";
export const tooManyPeople = "That list is too long. Enter fewer names or addresses.";
export const noSuchField = (name: string) => `There's no custom field “${name}”. Check the spelling.`;
export const nameAField = "Enter the field's label or key, a colon and the value.";
export const enterYesOrNo = "Enter yes or no.";
export const inLine = (line: string, message: string) => `“${line}”: ${message}`;
export const enterPeople = "Enter names or email addresses, separated by commas.";
export const tagsHint = "Separate tags with commas or spaces.";
export const leaveAsItIs = "No change";
export const readOnlyTask = "You can read this task but not change it.";
export const tooManyTags = (most: number) => `This task would have more than ${most} tags. Remove some first.`;
export const wouldLoseAccess = "You'd lose access to this task. Open it to make this change.";
export const resolveOnItsPageSubTasks = "This task has open sub-tasks. Open it to resolve it.";
export const resolveOnItsPageItems = "This task has unticked checklist items. Open it to resolve it.";
export const resolveOnItsPageBoth = "This task has open sub-tasks and unticked checklist items. Open it to resolve it.";
export const chooseAStatus = "Choose a status.";
export const chooseAPriority = "Choose a priority.";
export const chooseFromList = "Choose an option from the list.";
export const tagAddedAndRemoved = (tag: string) =>
  `You're adding and removing the tag “${tag}”. Delete it from one of the two fields.`;
export const trashOrSpamAlone =
  "You can't combine moving to trash or marking as spam with other changes or a reply. Clear the other choices.";
/* Actions as list items. */
export const statusIs = (status: string) => `Status: ${status}`;
export const priorityIs = (priority: string | undefined) => `Priority: ${priority}`;
export const assigneeIsMe = "Assignee: me";
export const assigneeIsNone = "Assignee: none";
export const assigneeIs = (name: string) => `Assignee: ${name}`;
export const assigneeIsGone = "Assignee: no longer exists";
export const assigneeRotates = "Assignee: round robin";
export const assigneeLeastLoaded = "Assignee: fewest open tasks";
export const typeIs = (type: string) => `Type: ${type}`;
export const dueIsIn = (duration: string) => `Due: in ${duration}`;
export const dueIsNone = "Due: none";
export const snoozeIs = (duration: string) => `Snooze: ${duration}`;
export const fieldIs = (field: string, value: string) => `${field}: ${value || "none"}`;
export const addsParticipants = (names: string) => `Add people in copy: ${names}`;
export const addsWatchers = (names: string) => `Add watchers: ${names}`;
export const teamIs = (team: string) => `Team: ${team}`;
export const teamIsGone = "Team: no longer exists";
export const addsTags = (tags: string) => `Add tags: ${tags}`;
export const removesTags = (tags: string) => `Remove tags: ${tags}`;
export const restore = "Restore";

export const statusCannotChange = (is: string, other: string) =>
  `The status can't change from ${is} to ${other}. Choose another status.`;
export const fieldsNeededToResolve = (fields: string) => `Fill in ${fields} to resolve this task.`;
