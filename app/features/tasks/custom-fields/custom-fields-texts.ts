/** What people read here; docs/decisions/0020 says how to add to it. */

export const none = "None";
export const yes = "Yes";
export const needed = "Needed.";
export const neededToResolve = "Needed to resolve.";
export const showTheFieldsForTheseChoices = "Show the fields for these choices";
export const details = "Details";
export const saveDetails = "Save details";
