/** What people read here; docs/decisions/0020 says how to add to it. */

export const name = "Name";
export const order = "Order";
export const notOffered = "Not offered";
export const key = "Key";
export const whatKeysAre = (noun: string) =>
  `What queries and imports call it. It stays as it is, whatever the ${noun} is called later. Empty: made of the name.`;
export const whatKeysOfStatusesAre = (noun: string) =>
  `What queries and imports call it. It stays as it is, whatever the ${noun} is called later. Empty: made of what requesters read.`;
export const saveEntry = (noun: string) => `Save ${noun}`;
export const createEntry = (noun: string) => `Create ${noun}`;
export const cancel = "Cancel";
export const up = "Up";
export const down = "Down";
export const offered = "Offered";
export const cannotBeDeleted = (noun: string, used: string) => `This ${noun} cannot be deleted: ${used}.`;
export const canBeDeleted = (noun: string) => `Nothing uses this ${noun}: it can be deleted.`;
export const offerNoLonger = (noun: string) => `Offer this ${noun} no longer`;
export const offerAgain = (noun: string) => `Offer this ${noun} again`;
export const deleteEntry = (noun: string) => `Delete ${noun}`;
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
export const enoughDeleteOne = (limit: number, shelf: string) =>
  `There are ${limit} ${shelf} already, and no more fit. Delete one that nobody uses.`;
export const meansSomethingElse = (key: string) => `“${key}” means something else in queries. Take another key.`;
export const cannotBeDeletedFor = (name: string, user: string) =>
  `${name} cannot be deleted: ${user}. It can be offered no longer.`;
export const enoughAlready = (limit: number, shelf: string) => `There are ${limit} ${shelf} already, and no more fit.`;
export const chooseOneOfTheList = "Choose one of the list.";
export const atMostCharacters = (what: string, most: string) => `${what} has at most ${most} characters.`;
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
