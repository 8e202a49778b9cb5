/** What people read here; docs/decisions/0020 says how to add to it. */

export const statusStaysFieldsMissing = (name: string) =>
  `Status stays ${name}: fields are missing that a resolved task needs.`;
export const fieldWasChanged = (label: string) => `${label} was changed since and stays as it is.`;
export const statusStays = (is: string, was: string) => `Status stays ${is}: it cannot become ${was} again.`;
