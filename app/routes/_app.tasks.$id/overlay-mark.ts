/** Marks the address of forms in a page over a task, so that their answers lead back to the task. */
export const OVER = "over=task";
