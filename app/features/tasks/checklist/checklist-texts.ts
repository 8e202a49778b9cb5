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
