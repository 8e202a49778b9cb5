import * as say from "./undo-copy";

/** Where a change is taken back, with POST. */
export const undoAddress = (taskId: number, changeSetId: number) => `/tasks/${taskId}/undo/${changeSetId}`;

/**
 * What the button of a toast needs to take a change back; nothing when nothing was changed. One toast tells of a task's
 * last change; those before are taken back from the history.
 */
export const undoButton = (taskId: number, changeSetId: number | null) =>
  changeSetId === null
    ? {}
    : { action: { label: say.undo, post: undoAddress(taskId, changeSetId) }, about: `change of ${taskId}` };
