/** Product copy. docs/decisions/0020 says how to add to it. */

export const none = "None";
export const yes = "Yes";
export const needed = "Required.";
export const requiredToResolve = "Required to resolve.";
export const showFieldsForChoices = "Update fields";
export const details = "Details";
export const saveDetails = "Save details";
export const valueTooLong = (most: string) => `Use at most ${most} characters.`;
export const chooseAnOption = "Choose an option from the list.";
export const chooseOptions = "Choose options from the list.";
export const fieldIsRequired = (label: string) => `Enter or choose a value for ${label}.`;
export const fieldsChangedMeanwhile = (fields: string) =>
  `Someone else changed ${fields}. Save again to use your values.`;
export const enterADay = "Enter a date such as 2026-03-09.";
export const enterATime = "Enter a date and time such as 2026-03-09T14:30.";
export const enterANumber = "Enter a number such as 12 or 3.5.";
export const tooManyDigits = (most: number) =>
  `That number has too many digits to store exactly. Use at most ${most} digits.`;
export const ambiguousNumber = (typed: string, whole: string, fraction: string) =>
  `“${typed}” can mean two numbers. Enter ${whole} or ${fraction}.`;
export const enterAnAddress = "Enter a link that starts with https://, http:// or mailto:.";
export const fieldTo = (label: string, value: string) => `${label} to “${value}”`;
export const fieldToEmpty = (label: string) => `${label} to empty`;
