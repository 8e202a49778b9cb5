import { DIMENSIONS, type Dimension, type Measure } from "./reports";

/**
 * A task's data for reports: its current groups, and its dated facts. Merged, deleted and spam tasks have no facts.
 */
export type CountedTask = {
  team: number;
  confidential: 0 | 1;
  assignee: number | null;
  type: string;
  organization: number | null;
  tags: readonly string[];
  facts: readonly Fact[];
};

/** `minutes` of a duration; `author` of a message. Times in UTC milliseconds. */
export type Fact = { measure: Measure; at: number; minutes?: number; author?: number };

const NONE = "";

/** The items of a dimension that a fact counts for. A message counts for its author. */
export function itemsOf(task: CountedTask, fact: Fact, dimension: Dimension): readonly string[] {
  switch (dimension) {
    case "team":
      return [String(task.team)];
    case "agent":
      return [String((fact.measure === "message" ? fact.author : task.assignee) ?? NONE)];
    case "type":
      return [task.type];
    case "organization":
      return [String(task.organization ?? NONE)];
    case "tag":
      return task.tags.length > 0 ? task.tags : [NONE];
  }
}

/** Calls `add` for everything that a task counts for in a dimension. */
export function eachItem(
  task: CountedTask,
  add: (fact: Fact, dimension: Dimension, item: string) => void,
  dimensions: readonly Dimension[] = DIMENSIONS,
) {
  for (const fact of task.facts)
    for (const dimension of dimensions) for (const item of itemsOf(task, fact, dimension)) add(fact, dimension, item);
}
