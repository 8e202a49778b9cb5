/** Product copy. docs/decisions/0020 says how to add to it. */

export const moveToTrash = "Move to trash";
export const markAsSpam = "Mark as spam";
export const movedToTrash = (id: number) => `#${id} moved to the trash`;
export const markedAsSpam = (id: number) => `#${id} marked as spam`;
export const onlyLeadsMoveToTrash = "Only admins and leads of this task's team can move it to the trash.";
export const onlyLeadsRestore = "Only admins and leads of this task's team can restore it from the trash or from spam.";
/* Undone changes. Each follows "Undone:". */
export const theMarkAsSpam = "the spam mark";
export const theMoveToTrash = "the move to the trash";
