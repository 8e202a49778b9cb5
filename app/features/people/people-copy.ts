/** User-facing copy; docs/decisions/0020 explains how to add to it. */

export const inCopy = "In copy";
export const removeFromCopy = (name: string) => `Remove ${name} from copy`;
export const addPeople = "Add people";
export const namesOrAddressesHint = "Names or email addresses, separated by commas.";
export const emailLabel = "Email address";
export const addPerson = "Add person";
export const peopleLabel = "People";
export const watchers = "Watchers";
export const unwatch = "Unwatch";
export const watch = "Watch";
export const addAWatcher = "Add a watcher";
export const agentLabel = "Agent";
export const addWatcher = "Add watcher";
export const noPeopleFound = "No people found";
export const notChosenFromList = (typed: string) =>
  `“${typed}” wasn't chosen from the list. Choose a person from the list.`;
export const keepChosen = (chosen: string) => `Keep ${chosen}`;
export const chooseAPerson = "Choose a person from the list.";
export const leave = "Leave";
export const addAPerson = "Add a person";
export const inCopyHint = "People in copy can read this request and reply to it.";
export const cannotJoin = (name: string) => `${name}'s account is disabled. Choose someone else.`;
export const hasNoAccess = (name: string) => `${name} has no access to this task. Choose someone else.`;
export const enterNameOrAddress = "Enter a name or an email address.";
export const tooManyInCopy = (most: number) => `At most ${most} people can be in copy. Remove a person first.`;
export const invalidEmail = "That isn't an email address. Enter one such as ada@example.org.";
export const enterAnEmail = "Enter an email address.";
export const isWriting = (names: string) => `${names} is writing a message.`;
export const areWriting = (names: string) => `${names} are writing messages.`;
export const isViewing = (names: string) => `${names} is viewing this task.`;
export const areViewing = (names: string) => `${names} are viewing this task.`;
export const notAddedBackFull = (name: string, most: number) =>
  `${name} wasn't added back: ${most} people are already in copy. Remove someone first.`;
export const notAddedBackDisabled = (name: string) => `${name} wasn't added back: the account is disabled.`;
export const notAddedBackOwnRequest = (name: string) => `${name} wasn't added back: this is their own request.`;
export const notAddedBackNoAccess = (name: string) => `${name} wasn't added back: they have no access to this task.`;
export const unmute = "Unmute";
export const mute = "Mute";
