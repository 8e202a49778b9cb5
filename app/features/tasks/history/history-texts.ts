/** What people read here; docs/decisions/0020 says how to add to it. */

export const historyOfMerged = (of: number) => `History of #${of}, merged into this`;
export const history = "History";
export const historyOf = (taskId: number) => `History of #${taskId}`;
export const whichListsItIsIn = "Which lists it is in";
export const showEarlier = "Show earlier";
export const showTheNewest = "Show the newest";
export const undo = "Undo";
export const somebody = "Somebody";
export const taskdesk = "Taskdesk";
export const and = " and ";
export const madeSeveralChanges = "made several changes:";
export const undid = (change: string) => `undid ${change}: `;
export const bulkChange = " (bulk change)";
export const undoneBy = (undone: string, name: string) => ` (${undone} by ${name})`;
