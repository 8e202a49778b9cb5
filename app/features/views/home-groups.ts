import * as say from "./views-copy";

/** Most tasks per group. */
export const HOME_ROWS = 7;

/** Open tasks whose next step is the assignee's. */
const NEEDS_ME = "awaiting:us OR is:unanswered OR is:overdue OR is:unread";

const mine = (query: string) => String(new URLSearchParams({ assignee: "me", status: "open", q: query }));

/** The groups of an agent's home page, which never overlap. `search` is the list of all its tasks, as in a URL. */
export const HOME_GROUPS = {
  waiting: {
    ...{ title: say.waitingForMe, nothing: say.nothingIsWaitingForYou },
    search: mine(`-is:snoozed (${NEEDS_ME})`),
  },
  others: { title: say.myOtherOpenTasks, nothing: "", search: mine(`is:snoozed OR -(${NEEDS_ME})`) },
  unassigned: {
    ...{ title: say.unassignedInMyTeams, nothing: say.nothingUnassignedInYourTeams },
    search: "q=team:me&assignee=none&status=open",
  },
} as const;

export type HomeGroupKey = keyof typeof HOME_GROUPS;

export const UNASSIGNED_ELSEWHERE = "q=-team:me&assignee=none&status=open";

/** Most tasks in the line of those at risk. */
export const AT_RISK_ROWS = 5;

const MINE_OR_FREE = "(assignee:me OR team:me assignee:none)";

/**
 * Matches tasks with a running clock that has breached or warns. `sla:breached` would also find those answered late.
 */
const LATE_OR_WARNING = ["sla-due:0m", ...["first", "next", "resolve"].map((key) => `sla.${key}:warning`)].join(" OR ");

/** The list of the agent's open tasks, and their teams' unassigned ones, that are about to miss a target or have. */
export const AT_RISK = String(
  new URLSearchParams({ status: "open", q: `${MINE_OR_FREE} (${LATE_OR_WARNING})`, sort: "sla-asc" }),
);

type Group<Task> = { key: HomeGroupKey; tasks: Task[]; count: number };

/** The groups after the viewer takes a task: it moves to the top of the tasks that await them. */
export function afterTaking<Task extends { id: number }, G extends Group<Task>>(groups: readonly G[], id: number): G[] {
  const taken = groups.find(({ key }) => key === "unassigned")?.tasks.find((task) => task.id === id);
  if (!taken) return [...groups];
  return groups.map((group) => {
    if (group.key === "waiting") return { ...group, tasks: [taken, ...group.tasks], count: group.count + 1 };
    if (group.key !== "unassigned") return group;
    return { ...group, tasks: group.tasks.filter((task) => task !== taken), count: group.count - 1 };
  });
}
