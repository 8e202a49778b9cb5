/** What people read here; docs/decisions/0020 says how to add to it. */

export const change = "Edit";
export const words = "Text";
export const saveItem = "Save item";
export const moveUp = "Move up";
export const moveDown = "Move down";
export const remove = "Remove";
export const checklist = "Checklist";
export const itemsDone = (done: number, count: number) => `${done} of ${count} done`;
export const newItem = "New item";
export const addItem = "Add item";
export const writeWhatIsToBeDone = "Enter what needs doing.";
export const itemAtMost = (most: number) => `An item has at most ${most} characters.`;
export const checklistIsFull = (text: string) => `The checklist is full, so “${text}” stays removed.`;
export const itemIsGone = "That checklist item has been removed.";
export const itemWasChanged = (text: string) => `“${text}” has changed since then.`;
export const itemWasTicked = (text: string) => `“${text}” has been ticked since then, so it stays.`;
export const somebody = "Someone";
/* Undone changes: each follows the lead-in of the undo toast. */
export const theTickAt = (item: string) => `the tick on “${item}”`;
export const isTicked = (item: string) => `“${item}” is ticked`;
export const theItem = (item: string) => `“${item}”`;
