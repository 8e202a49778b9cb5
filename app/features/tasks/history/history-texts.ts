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
export const and = "and";
export const madeSeveralChanges = "made several changes:";
export const undidTheirOwn = "undid their own change:";
export const undidWhatDid = (name: string) => `undid a change by ${name}:`;
export const imported = "imported";
export const bulkChange = "bulk change";
export const undoneBy = (name: string) => `undone by ${name}`;
export const partlyUndoneBy = (name: string) => `partly undone by ${name}`;
