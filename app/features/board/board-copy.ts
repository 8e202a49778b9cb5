import { formatNumber } from "~/lib/numbers";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const searchTasks = "Search tasks";
export const boardOf = (name: string) => `${name}: board`;
export const cardsShown = (count: number, goesOn: boolean) =>
  goesOn ? `${formatNumber(count)}+` : formatNumber(count);
export const noTasks = "No tasks";
export const showAll = (status: string) => `All tasks in ${status}`;
export const moveTo = (id: number) => `Move #${id} to`;
export const move = "Move";
export const moveEllipsis = "Move to…";
