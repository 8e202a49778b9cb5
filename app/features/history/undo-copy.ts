/** What people read here; docs/decisions/0020 says how to add to it. */

export const statusStaysFieldsMissing = (name: string) =>
  `Status stays ${name}: a resolved task needs fields that are empty.`;
export const fieldWasChanged = (label: string) => `${label} has changed since and stays as it is.`;
export const statusStays = (is: string, was: string) => `Status stays ${is}: it can't go back to ${was}.`;
export const statusStaysAnswered = (status: string) =>
  `Status stays ${status}: the task has been answered, so it isn't new.`;
export const statusStaysAssigned = (status: string) =>
  `Status stays ${status}: the task now has an assignee, so it isn't new.`;
export const alreadyAsBefore = (fields: string) => `Already as before: ${fields}.`;
export const changedSinceStays = (field: string, value: string) => `${field} has changed since and stays ${value}.`;
export const changedSinceStaysEmpty = (field: string) => `${field} has changed since and stays empty.`;
export const staysFor = (field: string, why: string) => `${field} stays: ${why}`;
export const undo = "Undo";
