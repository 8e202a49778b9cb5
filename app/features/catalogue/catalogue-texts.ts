/** What people read here; docs/decisions/0020 says how to add to it. */

export const name = "Name";
export const order = "Order";
export const notOffered = "Not offered";
export const key = "Key";
export const whatKeysAre = {
  statuses:
    "What queries and imports call it. It stays as it is, whatever the status is called later. Empty: made of what requesters read.",
  types:
    "What queries and imports call it. It stays as it is, whatever the type is called later. Empty: made of the name.",
  fields:
    "What queries and imports call it. It stays as it is, whatever the field is called later. Empty: made of the name.",
};
export const entry = { statuses: "Status", types: "Type", fields: "Field" };
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
export const cancel = "Cancel";
export const up = "Up";
export const down = "Down";
export const offered = "Offered";
export const cannotBeDeleted = {
  statuses: (used: string) => `This status cannot be deleted: ${used}.`,
  types: (used: string) => `This type cannot be deleted: ${used}.`,
  fields: (used: string) => `This field cannot be deleted: ${used}.`,
};
export const canBeDeleted = {
  statuses: "Nothing uses this status: it can be deleted.",
  types: "Nothing uses this type: it can be deleted.",
  fields: "Nothing uses this field: it can be deleted.",
};
export const offerNoLonger = {
  statuses: "Offer this status no longer",
  types: "Offer this type no longer",
  fields: "Offer this field no longer",
};
export const offerAgain = {
  statuses: "Offer this status again",
  types: "Offer this type again",
  fields: "Offer this field again",
};
export const deleteEntry = {
  statuses: "Delete status",
  types: "Delete type",
  fields: "Delete field",
};
export const standsBelowTheField = "Stands below the field.";
export const kindStays = "It stays once tasks have values in the field.";
export const onlyWhereItIsShown = "Only where it is shown.";
export const alwaysShown = "Always shown";
export const type = "Type";
export const optionExample = "As it stands in the list, such as Roof.";
export const whatIsNotOffered =
  "What is not offered any more stays with tasks that have it. One without a name goes, if no task has it.";
export const moreOptions = "More options";
export const optionsOneALine = (most: number) => `For a list: one in a line, at most ${most}.`;
export const placeOf = (label: string) => `Place of ${label}`;
export const nameOf = (label: string) => `Name of ${label}`;
export const withoutATickAll = "Without a tick, all of them have it.";
export const field = "Field";
export const fields = "Fields";
export const notOfferedFields = "A field that is not offered is on no form. Tasks keep what they have in it.";
export const newField = "New field";
export const kind = "Kind";
export const types = "Types";
export const whoSeesIt = "Who sees it";
export const needed = "Needed";
export const whatFieldsAre = "What your desk wants to know of a task beside the usual: a place, a device, a cost.";
export const noFieldsYet = "No fields yet";
export const whatRequestersAreTold = "What those who asked are told instead. Empty: the same.";
export const whatCategoriesDecide = "Decides what the product does with its tasks. It stays once the status is there.";
export const whatAwaitingFinds = "What awaiting: finds in queries, and what requesters read.";
export const colourOfItsMark = "Of its mark. Word and shape tell it from others without it.";
export const onlyWhereWaiting = "Of statuses in the category Waiting; the others are settled.";
export const whatDefaultsAre =
  "Tasks that come into the category by themselves take it. There is exactly one of each category.";
export const status = "Status";
export const statuses = "Statuses";
export const notOfferedStatuses =
  "A status that is not offered stays with the tasks that have it. No other task is given it.";
export const newStatus = "New status";
export const category = "Category";
export const requestersRead = "Requesters read";
export const whoHasToAct = "Who has to act";
export const isDefault = "Default";
export const requestersChooseByIt = "Requesters choose by it.";
export const otherwiseOnlyAgents = "Otherwise only people who work on tasks make tasks of this type.";
export const theDefaultTeam = "The default team";
export const unlessAnotherIsChosen = "Unless another is chosen.";
export const normal = "Normal";
export const whatTemplatesAre =
  "Stands in an empty form of this type: what to ask for, as headings or a list. Markdown works.";
export const notOfferedTypes =
  "A type that is not offered stays with the tasks that have it. No other task is given it.";
export const fieldsOfItsTasks = "Fields of its tasks";
export const newType = "New type";
export const description = "Description";
export const team = "Team";
export const priority = "Priority";
export const internal = "Internal";
export const enoughDeleteOne = {
  statuses: (limit: number) => `There are ${limit} statuses already, and no more fit. Delete one that nobody uses.`,
  types: (limit: number) => `There are ${limit} types already, and no more fit. Delete one that nobody uses.`,
  fields: (limit: number) => `There are ${limit} fields already, and no more fit. Delete one that nobody uses.`,
};
export const meansSomethingElse = (key: string) => `“${key}” means something else in queries. Take another key.`;
export const cannotBeDeletedFor = (name: string, user: string) =>
  `${name} cannot be deleted: ${user}. It can be offered no longer.`;
export const enoughAlready = {
  statuses: (limit: number) => `There are ${limit} statuses already, and no more fit.`,
  types: (limit: number) => `There are ${limit} types already, and no more fit.`,
  fields: (limit: number) => `There are ${limit} fields already, and no more fit.`,
};
export const chooseOneOfTheList = "Choose one of the list.";
export const labelAtMost = (most: string) => `A label has at most ${most} characters.`;
export const helpAtMost = (most: string) => `The help has at most ${most} characters.`;
export const valueAtMost = (most: string) => `A value has at most ${most} characters.`;
export const nameAtMost = (most: string) => `A name has at most ${most} characters.`;
export const requesterNameAtMost = (most: string) => `What requesters read has at most ${most} characters.`;
export const descriptionAtMost = (most: string) => `A description has at most ${most} characters.`;
export const teamAtMost = (most: string) => `A team has at most ${most} characters.`;
export const titleAtMost = (most: string) => `A title has at most ${most} characters.`;
export const optionsUnreadable = "These options could not be read. Reload the page and try again.";
export const optionsAtMost = (most: number) => `A field has at most ${most} options.`;
export const optionAtMost = (most: number) => `An option has at most ${most} characters.`;
export const twoOptionsHaveTheSameName = "Two options have the same name.";
export const enterALabel = "Enter a label.";
export const chooseAnotherField = "Choose another field of the list.";
export const enterAValue = "Enter a value.";
export const anotherFieldHasThisLabel = "Another field has this label.";
export const kindIsSettled = "Tasks have values in this field, so its kind stays.";
export const enterAnOption = "Enter one option at least that is offered.";
export const optionsInUse = (names: string) =>
  `In use: ${names}. Keep the name, and take the tick away so that it is not offered.`;
export const chooseFromTheList = "Choose from the list.";
export const enterAName = "Enter a name.";
export const anotherStatusHasThisName = "Another status has this name.";
export const categoryStays = "The category of a status stays.";
export const everyCategoryHasADefault = "Every category has a default. Make another status of it the default instead.";
export const isTheDefaultOf = (name: string, category: string) =>
  `${name} is the default of the category ${category}. Make another one the default first.`;
export const setAfterAReply = (teams: string, name: string) =>
  `${teams} set ${name} after a reply. Choose another status there first.`;
export const oneTypeAtLeast = "Requesters have to be offered one type at least.";
export const anotherTypeHasThisName = "Another type has this name.";
export const noSuchTeam = "There is no such team any more. Choose another one.";
export const isThereNow = (name: string) => `${name} is there now`;
export const saved = (name: string) => `${name} saved`;
export const itIsNow = (value: string) => `It is now “${value}”. Save again to replace that with yours.`;
export const changedMeanwhile = "Somebody else changed this meanwhile. Nothing was saved.";
export const keyIsTaken = {
  statuses: (key: string) => `Another status has the key “${key}”.`,
  types: (key: string) => `Another type has the key “${key}”.`,
  fields: (key: string) => `Another field has the key “${key}”.`,
};
export const giveItAKey = (text: string) => `Give it a key: none can be made of “${text}”.`;
export const whatKeysAreMadeOf = "A key begins with a small letter a to z, and has up to 30 of them, digits and _.";
export const enterOneOf = (choices: string) => `Enter one of its values: ${choices}.`;
export const movedUp = (name: string) => `${name} moved up`;
export const movedDown = (name: string) => `${name} moved down`;
export const isOfferedAgain = (name: string) => `${name} is offered again`;
export const isOfferedNoLonger = (name: string) => `${name} is offered no longer; what has it keeps it`;
export const isDeleted = (name: string) => `${name} deleted`;
export const isBack = (name: string) => `${name} is back`;
export const undo = "Undo";

/* Why something cannot be deleted: each follows a colon. */
export const tasksHaveValuesInIt = "tasks have values in it";
export const othersDependOnIt = (labels: string) => `${labels} depend on it`;
export const macrosWriteIt = (label: string) => `macros write what ${label} says`;
export const tasksHaveIt = "tasks have it";
export const macrosSetIt = "macros set it";
export const repliesSetIt = "replies that are about to be sent set it";
export const historyTellsOfIt = "the history of tasks tells of it";
export const tasksAreGivenIt = "many tasks were or are to be given it";
export const fieldsAreShownByIt = "fields are shown by it";

/* Kinds of fields, and what fields say. */
export const shortText = "Short text";
export const longText = "Long text";
export const number = "Number";
export const yesOrNo = "Yes or no";
export const oneOfAList = "One of a list";
export const severalOfAList = "Several of a list";
export const day = "Day";
export const dayAndTime = "Day and time";
export const person = "Person";
export const link = "Link";
export const onlyWhoWorksOnIt = "Only people who work on the task";
export const requestersReadIt = "Requesters read it, too";
export const requestersFillItIn = "Requesters fill it in, too";
export const never = "Never";
export const whenMade = "When a task is made";
export const whenResolved = "When a task is resolved";
export const is = "is";
export const isNot = "is not";
export const isFilledIn = "is filled in";
export const allTypes = "All";
export const optionNotOffered = (label: string) => `${label} (not offered)`;
export const none = "none";
export const yes = "yes";
export const no = "no";

/* Categories, who has to act, colours. */
export const categoryNew = "New";
export const categoryActive = "In progress";
export const categoryWaiting = "Waiting";
export const categoryResolved = "Resolved";
export const categoryClosed = "Closed";
export const us = "Us";
export const theRequester = "The requester";
export const somebodyElse = "Somebody else";
export const nobody = "Nobody";
export const thatOfItsCategory = "That of its category";
export const orange = "Orange";
export const blue = "Blue";
export const green = "Green";
export const amber = "Amber";
export const red = "Red";
export const grey = "Grey";

/* What an icon shows. */
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

/* Names of the fields of a form. */
export const nameLabel = "Name";
export const labelLabel = "Label";
export const helpLabel = "Help";
export const kindLabel = "Kind";
export const optionsLabel = "Options";
export const typesLabel = "Types that have it";
export const visibilityLabel = "Who sees it";
export const requiredLabel = "Needed";
export const conditionFieldLabel = "Shown only if";
export const conditionLabel = "Condition";
export const valueLabel = "Value";
export const requesterNameLabel = "Requesters read";
export const categoryLabel = "Category";
export const awaitsLabel = "Who has to act";
export const pausesLabel = "The time to resolve stands still";
export const colourLabel = "Colour";
export const defaultLabel = "Default of its category";
export const descriptionLabel = "Description";
export const iconLabel = "Icon";
export const portalLabel = "Offered to requesters";
export const teamLabel = "Team";
export const priorityLabel = "Priority";
export const requesterSetsLabel = "Requesters choose the priority";
export const titleTemplateLabel = "Title to begin with";
export const bodyTemplateLabel = "Description to begin with";
