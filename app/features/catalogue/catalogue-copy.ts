/** Product copy. docs/decisions/0020 says how to add to it. */

export const name = "Name";
export const order = "Order";
export const notOffered = "Retired";
export const key = "Key";
export const whatKeysAre = {
  statuses:
    "Identifies the status in searches and imports. Can't be changed later. Leave empty to make one from the name for requesters.",
  types: "Identifies the type in searches and imports. Can't be changed later. Leave empty to make one from the name.",
  fields:
    "Identifies the field in searches and imports. Can't be changed later. Leave empty to make one from the name.",
};
export const entry = { statuses: "Status", types: "Type", fields: "Field" };
export const entries = { statuses: "Statuses", types: "Types", fields: "Fields" };
export const newEntry = { statuses: "New status", types: "New type", fields: "New field" };
export const saveEntry = {
  statuses: "Save status",
  types: "Save type",
  fields: "Save field",
};
export const createEntry = {
  statuses: "Create status",
  types: "Create type",
  fields: "Create field",
};
export const up = "Up";
export const down = "Down";
export const offered = "Available";
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
  statuses: "Tasks keep a retired status, but it can't be set on others.",
  types: "Tasks keep a retired type, but it can't be set on others.",
  fields: "Retired fields don't appear on forms. Tasks keep their values.",
};
export const offerNoLonger = {
  statuses: "Retire status",
  types: "Retire type",
  fields: "Retire field",
};
export const offerAgain = {
  statuses: "Restore status",
  types: "Restore type",
  fields: "Restore field",
};
export const deleteEntry = {
  statuses: "Delete status",
  types: "Delete type",
  fields: "Delete field",
};
export const standsBelowTheField = "Shown below the field.";
export const kindStays = "Can't be changed once tasks have values in this field.";
export const onlyWhereItIsShown = "Applies only when the field is shown.";
export const alwaysShown = "Always shown";
export const optionExample = "As it appears in the list, such as Roof.";
export const whatIsNotOffered =
  "Tasks keep options that are no longer available. To delete an unused option, clear its name.";
export const moreOptions = "More options";
export const optionsOneALine = (most: number) => `For a list: one option per line, at most ${most}.`;
export const placeOf = (label: string) => `Position of ${label}`;
export const nameOf = (label: string) => `Name of ${label}`;
export const withoutATickAll = "Leave unticked to use it for every type.";
export const whatFieldsAre = "Extra details your desk records on tasks, such as a location, a device or a cost.";
export const noFieldsYet = "No fields yet";
export const whatRequestersAreTold = "Shown to requesters instead of the name. Leave empty to use the name.";
export const whatCategoriesDecide = "Sets how tasks in this status behave. Can't be changed later.";
export const whatAwaitingFinds = "Matched by awaiting: in searches. Also sets the wording requesters see.";
export const colourOfItsMark = "Colour of the status mark. Its name and shape also tell it apart.";
export const onlyWhereWaiting = "Applies only to statuses in the Waiting category.";
export const whatDefaultsAre =
  "Tasks that move to this category automatically get this status. Each category has one default.";
export const isDefault = "Default";
export const requestersChooseByIt = "Helps requesters choose the right type.";
export const otherwiseOnlyAgents = "If unticked, only agents can create tasks of this type.";
export const theDefaultTeam = "The default team";
export const unlessAnotherIsChosen = "Used unless another is chosen.";
export const normal = "Normal";
export const whatTemplatesAre =
  "Pre-fills the description of new tasks, for example with headings or a list. Markdown works.";
export const fieldsOfItsTasks = "Fields for this type";
export const internal = "Internal";
export const enoughEntries = {
  statuses: (limit: number) => `You've reached the limit of ${limit} statuses. Delete an unused one first.`,
  types: (limit: number) => `You've reached the limit of ${limit} types. Delete an unused one first.`,
  fields: (limit: number) => `You've reached the limit of ${limit} fields. Delete an unused one first.`,
};
export const meansSomethingElse = (key: string) => `“${key}” already has a meaning in searches. Use another key.`;
export const cannotBeDeletedFor = (name: string, user: string) =>
  `${name} can't be deleted: ${user}. You can retire it instead.`;
export const chooseOneOfTheList = "Choose an option from the list.";
export const labelAtMost = (most: number) => `A label has at most ${most} characters.`;
export const helpAtMost = (most: number) => `The help has at most ${most} characters.`;
export const valueAtMost = (most: number) => `A value has at most ${most} characters.`;
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const requesterNameAtMost = (most: number) => `The name for requesters has at most ${most} characters.`;
export const descriptionAtMost = (most: string) => `A description has at most ${most} characters.`;
export const teamAtMost = (most: number) => `A team has at most ${most} characters.`;
export const titleAtMost = (most: number) => `A title has at most ${most} characters.`;
export const optionsUnreadable = "These options couldn't be read. Reload the page and try again.";
export const optionsAtMost = (most: number) => `A field has at most ${most} options.`;
export const optionAtMost = (most: number) => `An option has at most ${most} characters.`;
export const twoOptionsHaveTheSameName = "Two options have the same name. Rename one of them.";
export const enterALabel = "Enter a label.";
export const chooseAnotherField = "Choose a different field from the list.";
export const enterAValue = "Enter a value.";
export const kindIsSettled = "Tasks have values in this field, so its kind can't change. Create a new field instead.";
export const enterAnOption = "Enter at least one available option.";
export const optionsInUse = (names: string) => `In use: ${names}. Keep the name and untick Available instead.`;
export const chooseFromTheList = "Choose from the list.";
export const enterAName = "Enter a name.";
export const categoryStays = "A status can't change category. Create a new status instead.";
export const everyCategoryHasADefault =
  "Every category needs a default. Make another status in it the default instead.";
export const isTheDefaultOf = (name: string, category: string) =>
  `${name} is the default for ${category}. Make another status the default first.`;
export const setAfterAReply = (teams: string, name: string) =>
  `A reply sets ${name} in ${teams}. Choose another status there first.`;
export const oneTypeAtLeast =
  "Requesters need at least one type to choose from. Make another type available to them first.";
export const noSuchTeam = "That team no longer exists. Choose another one.";
export const isThereNow = (name: string) => `${name} created`;
export const saved = (name: string) => `${name} saved`;
export const itIsNow = (value: string) => `It is now “${value}”. Save again to replace that with yours.`;
export const changedMeanwhile = "Someone else changed this in the meantime, so nothing was saved.";
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
export const giveItAKey = (text: string) => `Enter a key: none can be made from “${text}”.`;
export const whatKeysAreMadeOf = "Start with a letter and use at most 30 lowercase letters (a–z), digits and _.";
export const enterOneOf = (choices: string) => `Enter one of these values: ${choices}.`;
export const movedUp = (name: string) => `${name} moved up`;
export const movedDown = (name: string) => `${name} moved down`;
export const isOfferedAgain = (name: string) => `${name} restored`;
export const isOfferedNoLonger = (name: string) => `${name} retired. Tasks that use it keep it.`;
export const isDeleted = (name: string) => `${name} deleted`;
export const isBack = (name: string) => `${name} restored`;
export const undo = "Undo";

/* Reasons an entry can't be deleted; each follows a colon. */
export const tasksHaveValuesInIt = "tasks have values in it";
export const othersDependOnIt = (labels: string) => `fields depend on it (${labels})`;
export const macrosWriteIt = (label: string) => `macros use the value of ${label}`;
export const tasksHaveIt = "tasks have it";
export const macrosSetIt = "macros set it";
export const repliesSetIt = "replies waiting to be sent set it";
export const historyTellsOfIt = "the history of tasks mentions it";
export const tasksAreGivenIt = "a bulk change uses it";
export const fieldsAreShownByIt = "fields depend on it";

/* Field kinds and field messages. */
export const shortText = "Short text";
export const longText = "Long text";
export const number = "Number";
export const yesOrNo = "Yes or no";
export const oneOfAList = "Single choice";
export const severalOfAList = "Multiple choice";
export const day = "Date";
export const dayAndTime = "Date and time";
export const person = "Person";
export const link = "Link";
export const onlyWhoWorksOnIt = "Agents only";
export const requestersReadIt = "Requesters can read it";
export const requestersFillItIn = "Requesters can fill it in";
export const never = "Never";
export const whenMade = "When a task is created";
export const whenResolved = "When a task is resolved";
export const is = "is";
export const isNot = "is not";
export const isFilledIn = "is filled in";
export const allTypes = "All";
export const optionNotOffered = (label: string) => `${label} (retired)`;
export const none = "none";
export const yes = "yes";
export const no = "no";

/* Categories, who is awaited, colours. */
export const categoryNew = "New";
export const categoryActive = "In progress";
export const categoryWaiting = "Waiting";
export const categoryResolved = "Resolved";
export const categoryClosed = "Closed";
export const us = "Us";
export const theRequester = "The requester";
export const somebodyElse = "Third party";
export const nobody = "Nobody";
export const thatOfItsCategory = "Category colour";
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
export const helpLabel = "Help";
export const kindLabel = "Kind";
export const optionsLabel = "Options";
export const typesLabel = "Types";
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
