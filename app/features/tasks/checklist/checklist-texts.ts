/** What people read here; docs/decisions/0020 says how to add to it. */

export const change = "Change";
export const words = "Words";
export const saveItem = "Save item";
export const moveUp = "Move up";
export const moveDown = "Move down";
export const remove = "Remove";
export const checklist = "Checklist";
export const itemsDone = (done: number, count: number) => `${done} of ${count} done`;
export const newItem = "New item";
export const addItem = "Add item";
export const writeWhatIsToBeDone = "Write what is to be done.";
export const itemAtMost = (most: number) => `An item has at most ${most} characters.`;
export const checklistIsFull = (text: string) => `The checklist is full, so “${text}” stays removed.`;
export const itemIsGone = "Somebody has removed that item of the checklist.";
export const itemWasChanged = (text: string) => `“${text}” was changed since.`;
export const itemWasTicked = (text: string) => `“${text}” was ticked since, and stays.`;
export const somebody = "Somebody";
/* What was taken back: each follows "Taken back:". */
export const theTickAt = (item: string) => `the tick at “${item}”`;
export const isTicked = (item: string) => `“${item}” is ticked`;
export const theItem = (item: string) => `“${item}”`;
