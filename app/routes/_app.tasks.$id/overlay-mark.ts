/** Marks the URLs of forms in a page over a task, so that their responses lead back to the task. */
export const OVER = "over=task";
