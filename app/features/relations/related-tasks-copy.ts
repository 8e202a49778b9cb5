/* Copy that every task page needs. The rest is in relations-copy. */

export const answerOrResolveSubTasks = "Reply to or resolve sub-tasks together";

export const subTasksDone = (done: number, all: number) =>
  all === 1 ? `${done} of 1 sub-task done` : `${done} of ${all} sub-tasks done`;

export const linkToOtherTasks = "Link to other tasks";

export const merge = "Merge";

export const newSubTask = "New sub-task";

export const relatedTasks = "Related tasks";

export const split = "Split";

export const links = "Links";

export const mergedIntoThisTask = "Merged into this task";

export const subTaskOf = "Sub-task of";

export const subTasks = "Sub-tasks";

export const unmerge = "Unmerge";

export const wasMergedIntoThis = (number: string, title: string) => `${number} ${title} was merged into this`;
