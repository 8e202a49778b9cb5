/** What people read here; docs/decisions/0020 says how to add to it. */

export const changedBySomebodyElseToo = "Conflicting changes";
export const changedThisToo = (label: string) => `${label}: someone else changed this too`;
export const changedThisTooThen = (label: string, who: string, at: string) =>
  `${label}: ${who} changed this too, ${at}`;
export const keepTheirs = "Keep theirs";
export const cannotFollow = (theirs: string) => `can't follow ${theirs}`;
export const useMine = "Use mine";
export const none = "none";
export const you = "you";
export const taskdesk = "Taskdesk";
