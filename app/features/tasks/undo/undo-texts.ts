/** What people read here; docs/decisions/0020 says how to add to it. */

export const statusStaysFieldsMissing = (name: string) =>
  `Status stays ${name}: fields are missing that a resolved task needs.`;
export const fieldWasChanged = (label: string) => `${label} was changed since and stays as it is.`;
export const statusStays = (is: string, was: string) => `Status stays ${is}: it cannot become ${was} again.`;
export const statusStaysAnswered = (status: string) =>
  `Status stays ${status}: the task was answered, and is not new any more.`;
export const statusStaysAssigned = (status: string) =>
  `Status stays ${status}: the task has an assignee now, and is not new.`;
export const alreadyAsBefore = (fields: string) => `Already as before: ${fields}.`;
export const changedSinceStays = (field: string, value: string) => `${field} was changed since and stays ${value}.`;
export const changedSinceStaysEmpty = (field: string) => `${field} was changed since and stays empty.`;
export const staysFor = (field: string, why: string) => `${field} stays: ${why}`;
export const undo = "Undo";
