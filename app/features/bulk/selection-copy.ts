/** Product copy that every list needs. docs/decisions/0020 says how to add to it. */

export const changeTasks = "Change tasks";
export const selectedCount = (count: number) => `${count} selected`;
export const clearSelection = "Clear selection";
