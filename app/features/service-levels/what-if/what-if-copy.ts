/** Copy of trying out a calendar or policy. docs/decisions/0020 says how to add to it. */

export const tryIt = "Try it on the last 90 days";
export const result = "Result on the last 90 days";
export const nothingWritten = "Nothing was saved. Tasks are replayed as if this change had always applied.";
export const tasksReplayed = (tasks: string) => (tasks === "1" ? "1 task has clocks." : `${tasks} tasks have clocks.`);
export const noTasks = "No task has a clock in the last 90 days, with or without this change.";
export const nothingDiffers = "Every task would have the same outcome.";
export const tasksDiffer = (tasks: string) =>
  tasks === "1" ? "1 task would have a different outcome." : `${tasks} tasks would have a different outcome.`;
export const firstListed = (listed: number) => `The newest ${listed} are listed.`;
export const clock = "Clock";
export const before = "Now";
export const after = "With this change";
export const task = "Task";
export const outcome = "Outcome";
export const differingTasks = "Tasks with a different outcome";
export const attainment = "Targets met";
export const noneDecided = "none yet";
export const metOf = (percent: number, met: string, decided: string) => `${percent}% (${met} of ${decided})`;
export const change = (metric: string, from: string, to: string) => `${metric}: ${from} → ${to}`;
export const outcomes = { met: "met", breached: "breached", running: "running", none: "no clock" } as const;
