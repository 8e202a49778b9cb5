/** What people read here; docs/decisions/0020 says how to add to it. */

export const none = "None";
export const yes = "Yes";
export const needed = "Needed.";
export const neededToResolve = "Needed to resolve.";
export const showTheFieldsForTheseChoices = "Show the fields for these choices";
export const details = "Details";
export const saveDetails = "Save details";
export const charactersAtMost = (most: string) => `At most ${most} characters fit here.`;
export const chooseOneOfTheList = "Choose one of the list.";
export const chooseFromTheList = "Choose from the list.";
export const fieldIsNeeded = (label: string) => `${label} is needed.`;
export const fieldsChangedMeanwhile = (fields: string) =>
  `Somebody else has changed ${fields} meanwhile. Save again to keep yours.`;
