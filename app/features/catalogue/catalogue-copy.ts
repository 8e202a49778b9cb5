/** Product copy. docs/decisions/0020 says how to add to it. */

export const templates = "Templates";
export const preview = "Preview";
export const agentsSee = "Agents see";
export const requestersSee = "Requesters see";
export const newStatusName = "New status";
export const display = "Display";
export const name = "Name";
export const order = "Order";
export const notOffered = "Retired";
export const key = "Key";
export const keyHint = {
  statuses:
    "Identifies the status in searches and imports. Can't be changed later. Leave empty to generate a key from “Name for requesters”.",
  types:
    "Identifies the type in searches and imports. Can't be changed later. Leave empty to generate a key from “Name”.",
  fields:
    "Identifies the field in searches and imports. Can't be changed later. Leave empty to generate a key from “Label”.",
};
export const entry = { statuses: "Status", types: "Type", fields: "Field" };
export const entries = { statuses: "Statuses", types: "Types", fields: "Fields" };
export const newEntry = { statuses: "New status", types: "New type", fields: "New field" };
export const saveEntry = {
  statuses: "Save status",
  types: "Save type",
  fields: "Save field",
};
export const addEntry = {
  statuses: "Add status",
  types: "Add type",
  fields: "Add field",
};
export const available = "Available";
export const availability = "Availability";
export const cannotBeDeleted = {
  statuses: (used: string) => `This status can't be deleted: ${used}.`,
  types: (used: string) => `This type can't be deleted: ${used}.`,
  fields: (used: string) => `This field can't be deleted: ${used}.`,
};
export const canBeDeleted = {
  statuses: "Nothing uses this status, so you can delete it.",
  types: "Nothing uses this type, so you can delete it.",
  fields: "Nothing uses this field, so you can delete it.",
};
export const whatRetiringDoes = {
  statuses: "Tasks keep a retired status, but you can't set it on other tasks.",
  types: "Tasks keep a retired type, but you can't set it on other tasks.",
  fields: "Retired fields don't appear on forms. Tasks keep their values.",
};
export const retireEntry = {
  statuses: "Retire status",
  types: "Retire type",
  fields: "Retire field",
};
export const restoreEntry = {
  statuses: "Restore status",
  types: "Restore type",
  fields: "Restore field",
};
export const deleteEntry = {
  statuses: "Delete status",
  types: "Delete type",
  fields: "Delete field",
};
export const helpHint = "Shown below the field.";
export const kindHint = "Can't be changed once tasks have values in this field.";
export const requiredHint = "Applies only when the field is shown.";
export const noCondition = "No condition";
export const conditionValueHint = "The value as it appears in the chosen field, such as Roof.";
export const retiredOptionsHint =
  "Tasks keep options that are no longer available. To delete an unused option, clear its name.";
export const moreOptions = "New options";
export const optionsHint = (most: number) => `For single or multiple choice: one option per line, at most ${most}.`;
export const positionOf = (label: string) => `Position of ${label}`;
export const nameOf = (label: string) => `Name of ${label}`;
export const typesHint = "Leave unticked to use it for every type.";
export const aboutFields = "Extra details your desk records on tasks, such as a location, a device or a cost.";
export const noFieldsYet = "No fields yet";
export const requesterNameHint = "Shown to requesters instead of the name. Leave empty to use the name.";
export const categoryHint = "Sets how tasks in this status behave. Can't be changed later.";
export const waitingOnHint =
  "Searches with “awaiting:” and this value find tasks in this status. With “The requester”, requesters see them under “Waiting for you” and get reminders.";
export const colourHint = "Colour of the status icon.";
export const pausesHint = "Applies only to statuses in the Waiting category.";
export const defaultHint = "Tasks moved to this category get this status automatically. Each category has one default.";
export const defaultMark = "Default";
export const descriptionHint = "Helps requesters choose the right type.";
export const portalHint = "If unticked, only agents can create tasks of this type.";
export const defaultTeam = "Default team";
export const usedByDefaultHint = "Default for new tasks of this type.";
export const defaultPriority = "Default (Normal)";
export const bodyTemplateHint =
  "Pre-fills the description of new tasks, for example with headings or a list. Markdown works.";
export const fieldsForType = "Fields for this type";
export const enoughEntries = {
  statuses: (limit: number) => `You've reached the limit of ${limit} statuses. Delete an unused status first.`,
  types: (limit: number) => `You've reached the limit of ${limit} types. Delete an unused type first.`,
  fields: (limit: number) => `You've reached the limit of ${limit} fields. Delete an unused field first.`,
};
export const keyIsReserved = (key: string) => `“${key}” already has a meaning in searches. Use another key.`;
export const retireInstead = (name: string, user: string) =>
  `${name} can't be deleted: ${user}. You can retire it instead.`;
export const chooseAnOption = "Choose an option from the list.";
export const labelTooLong = (most: number) => `A label can have at most ${most} characters.`;
export const helpTooLong = (most: number) => `The help text can have at most ${most} characters.`;
export const valueTooLong = (most: number) => `A value can have at most ${most} characters.`;
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const requesterNameTooLong = (most: number) => `The name for requesters can have at most ${most} characters.`;
export const descriptionTooLong = (most: string) => `A description can have at most ${most} characters.`;
export const teamTooLong = (most: number) => `A team's name can have at most ${most} characters.`;
export const titleTooLong = (most: number) => `A title can have at most ${most} characters.`;
export const optionsUnreadable = "These options couldn't be read. Reload the page and try again.";
export const tooManyOptions = (most: number) => `A field can have at most ${most} options. Remove some.`;
export const optionTooLong = (most: number) => `An option can have at most ${most} characters.`;
export const duplicateOptionNames = "Two options have the same name. Rename one of them.";
export const enterALabel = "Enter a label.";
export const chooseAnotherField =
  "A field can't depend on itself or on a deleted field. Choose a different field from the list.";
export const enterAValue = "Enter a value.";
export const kindCannotChange = "Tasks have values in this field, so its type can't change. Add a new field instead.";
export const enterAnOption = "Enter at least one option that isn't retired.";
export const optionsInUse = (names: string) =>
  `In use: ${names}. To retire an option, keep its name and untick Available.`;
export const chooseFromTheList = "Choose task types from the list.";
export const enterAName = "Enter a name.";
export const categoryCannotChange = "A status can't change category. Add a new status instead.";
export const categoryNeedsDefault = "Every category needs a default status. Make another status the default instead.";
export const isCategoryDefault = (category: string) =>
  `This is the default status for the ${category} category. To retire it, make another status the default.`;
export const setByReply = (teams: string, name: string) =>
  `${name} is the status after a reply in ${teams}. Choose another status there first.`;
export const lastTypeForRequesters =
  "Requesters need at least one type to choose from. Make another type available to them first.";
export const noSuchTeam = "That team no longer exists. Choose another one.";
export const entryAdded = (name: string) => `${name} added`;
export const entrySaved = (name: string) => `${name} saved`;
export const currentValue = (value: string) => `It's now “${value}”. Save again to replace it with yours.`;
export const changedMeanwhile = {
  statuses: "Someone else changed this status while you were editing. Nothing was saved.",
  types: "Someone else changed this type while you were editing. Nothing was saved.",
  fields: "Someone else changed this field while you were editing. Nothing was saved.",
};
export const nameIsTaken = {
  statuses: "Another status already has this name. Choose a different one.",
  types: "Another type already has this name. Choose a different one.",
  fields: "Another field already has this label. Choose a different one.",
};
export const keyIsTaken = {
  statuses: (key: string) => `Another status already has the key “${key}”. Use another key.`,
  types: (key: string) => `Another type already has the key “${key}”. Use another key.`,
  fields: (key: string) => `Another field already has the key “${key}”. Use another key.`,
};
export const enterAKey = (text: string) => `“${text}” has no letters a–z to make a key from. Enter a key.`;
export const keyFormat =
  "That key isn't valid. Start with a letter and use only a–z, digits and underscores, up to 30 characters.";
export const enterOneOf = (choices: string) => `Enter one of these values: ${choices}.`;
export const movedUp = (name: string) => `${name} moved up`;
export const movedDown = (name: string) => `${name} moved down`;
export const entryRestored = (name: string) => `${name} restored`;
export const entryRetired = (name: string) => `${name} retired. Tasks that use it keep it.`;
export const entryDeleted = (name: string) => `${name} deleted`;
export const undo = "Undo";

/* Reasons an entry can't be deleted; each follows a colon. */
export const tasksHaveValues = "tasks have values in it";
export const namedFieldsDependOnIt = (labels: readonly string[]) =>
  `${labels.length === 1 ? "another field depends" : "other fields depend"} on it (${labels.join(", ")})`;
export const macrosUseValue = (label: string) => `macros use the value of ${label}`;
export const tasksUseIt = "tasks use it";
export const tasksInTrashUseIt = "tasks in the trash or in spam use it";
export const macrosSetIt = "macros set it";
export const pendingRepliesSetIt = "replies waiting to be sent set it";
export const historyMentionsIt = "task history mentions it";
export const bulkChangeUsesIt = "a bulk change uses it";
export const fieldsDependOnIt = "custom fields depend on it";

/* Field kinds and field messages. */
export const shortText = "Short text";
export const longText = "Long text";
export const number = "Number";
export const yesOrNo = "Yes or no";
export const singleChoice = "Single choice";
export const multipleChoice = "Multiple choice";
export const date = "Date";
export const dateAndTime = "Date and time";
export const person = "Person";
export const link = "Link";
export const agentsOnly = "Agents only";
export const requestersCanRead = "Requesters can view";
export const requestersCanFillIn = "Requesters can edit";
export const never = "Never";
export const whenCreated = "When a task is created";
export const whenResolved = "When a task is resolved";
export const is = "is";
export const isNot = "is not";
export const isFilledIn = "is filled in";
export const allTypes = "All";
export const retiredOption = (label: string) => `${label} (retired)`;
export const none = "none";
export const yes = "yes";
export const no = "no";

/* Categories, the awaited party, colours. */
export const categoryNew = "New";
export const categoryActive = "In progress";
export const categoryWaiting = "Waiting";
export const categoryResolved = "Resolved";
export const categoryClosed = "Closed";
export const us = "Us";
export const theRequester = "The requester";
export const thirdParty = "A third party";
export const awaitsNoOne = "No one";
export const categoryColour = "Category colour";
export const orange = "Orange";
export const blue = "Blue";
export const green = "Green";
export const amber = "Amber";
export const red = "Red";
export const grey = "Grey";

/* Icon names. */
export const noIcon = "None";
export const warning = "Warning";
export const plus = "Plus";
export const information = "Information";
export const list = "List";
export const exclamationMark = "Exclamation mark";
export const people = "People";
export const file = "File";
export const picture = "Picture";
export const pencil = "Pencil";
export const tray = "Tray";
export const magnifyingGlass = "Magnifying glass";

/* Form field labels. */
export const nameLabel = "Name";
export const labelLabel = "Label";
export const helpLabel = "Help text";
export const kindLabel = "Field type";
export const optionsLabel = "Options";
export const typesLabel = "Task types";
export const visibilityLabel = "Visibility";
export const requiredLabel = "Required";
export const conditionFieldLabel = "Shown only if";
export const conditionLabel = "Condition";
export const valueLabel = "Value";
export const requesterNameLabel = "Name for requesters";
export const categoryLabel = "Category";
export const awaitsLabel = "Waiting on";
export const pausesLabel = "Pauses the resolution clock";
export const colourLabel = "Colour";
export const defaultLabel = "Default for its category";
export const descriptionLabel = "Description";
export const iconLabel = "Icon";
export const portalLabel = "Available to requesters";
export const teamLabel = "Team";
export const priorityLabel = "Priority";
export const requesterSetsLabel = "Requesters can set the priority";
export const titleTemplateLabel = "Title template";
export const bodyTemplateLabel = "Description template";
