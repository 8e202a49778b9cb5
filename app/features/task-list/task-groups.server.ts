import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { type AccessScope, accessScopesOf } from "~/features/tasks/task-policy.server";
import { isOpen, PRIORITIES, statuses } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { zoneOf } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { todayIn } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import type { TaskFilter } from "./list-order.server";
import type { Grouping } from "./task-groups";
import { idsIn, type ListTasks, wholeList } from "./task-list.server";
import * as say from "./task-list-copy";
import type { Sort } from "./task-sort-and-cursor";

/**
 * A group of a list: tasks that also match these conditions.
 *
 * due   only tasks with or without a due day
 * sort  its own order; the list's without it
 */
export type Group = {
  key: string;
  name: string;
  filter?: TaskFilter;
  where?: (sight: Pick<AccessScope, "works">) => RawBuilder<SqlBool>;
  due?: "some" | "none";
  sort?: Sort;
};

/** Groups by person; tasks of further people share the last group. */
const MOST_PEOPLE = 100;

const NONE = sql<SqlBool>`1 = 0`;
const ALL = sql<SqlBool>`1 = 1`;

/** Tasks that the viewer only sees from the requester's side: the values they would be grouped by are hidden. */
const UNKNOWN: Group = { key: "unknown", name: say.requestsYouFollow, where: ({ works }) => (works ? NONE : ALL) };

/**
 * The groups of a list in display order; some may be empty. A group's filter replaces the list's own, so groups that the
 * list's filter excludes are left out. Each is read by the indexes of its own filter, so a page costs at
 * most one query more for each group before its end.
 */
export async function groupsOf(
  db: Db,
  viewer: Viewer,
  by: Grouping,
  list: Pick<ListTasks, "filter" | "where" | "hidden" | "sights">,
  now: number,
): Promise<Group[]> {
  const { filter = {} } = list;
  switch (by) {
    case "status":
      return statuses()
        .filter(({ key }) => mayHaveStatus(filter.status, key))
        .map(({ key, name }) => ({ key, name, filter: { status: key } }));
    case "priority":
      return [
        ...PRIORITIES.filter(({ key }) => filter.priority === undefined || filter.priority === key)
          .map(({ key, name }) => ({ key, name, filter: { priority: key } }))
          .reverse(),
        UNKNOWN,
      ];
    case "due":
      return dueGroups(todayIn(zoneOf(viewer), now));
    case "assignee":
      return assigneeGroups(await assigneesIn(db, viewer, list)).filter(
        ({ key }) => key !== "nobody" || filter.assignee === undefined || filter.assignee === "none",
      );
  }
}

const mayHaveStatus = (asked: TaskFilter["status"], key: string) => {
  if (asked === "any") return true;
  if (asked === undefined || asked === "open") return isOpen(key);
  return asked === "done" ? !isOpen(key) : asked === key;
};

function dueGroups(today: number): Group[] {
  const between = (from: number | null, to: number | null): Pick<Group, "due" | "where"> => ({
    due: "some",
    where: ({ works }) =>
      works
        ? sql<SqlBool>`(${sql.join(
            [
              ...(from === null ? [] : [sql`task.due_at >= ${from}`]),
              ...(to === null ? [] : [sql`task.due_at < ${to}`]),
            ],
            sql` and `,
          )})`
        : NONE,
  });
  const tomorrow = today + DAY_MS;
  const nextWeek = today + 7 * DAY_MS;
  return [
    { key: "overdue", name: say.overdue, ...between(null, today) },
    { key: "today", name: say.dueToday, ...between(today, tomorrow) },
    { key: "week", name: say.dueInSevenDays, ...between(tomorrow, nextWeek) },
    { key: "later", name: say.dueLater, ...between(nextWeek, null) },
    { key: "none", name: say.noDueDay, due: "none", where: ({ works }) => (works ? sql`task.due_at is null` : ALL) },
  ];
}

function assigneeGroups(people: readonly { id: number; name: string }[]): Group[] {
  const known = people.slice(0, MOST_PEOPLE);
  const ids = known.map(({ id }) => id);
  const others: Group = {
    key: "others",
    name: say.otherAssignees,
    where: ({ works }) =>
      works && ids.length > 0
        ? sql`(task.assignee_id is not null and task.assignee_id not in (${sql.join(ids)}))`
        : NONE,
  };
  return [
    { key: "nobody", name: terms.unassigned, filter: { assignee: "none" } },
    ...known.map(({ id, name }) => ({ key: String(id), name, filter: { assignee: id } })),
    ...(people.length > MOST_PEOPLE ? [others] : []),
    UNKNOWN,
  ];
}

/** People with tasks in the list, by name; one more than there are groups. */
async function assigneesIn(db: Db, viewer: Viewer, { hidden, ...list }: Parameters<typeof groupsOf>[3]) {
  const sights = list.sights ?? (await accessScopesOf(db, viewer, hidden));
  const sight = sights.find(({ works }) => works);
  if (!sight) return [];
  const tasks = idsIn(db, viewer, list, wholeList(list, sight)).where(
    sql<SqlBool>`task.assignee_id = ${sql.ref("user.id")}`,
  );
  return db
    .selectFrom("user")
    .select(["id", "name"])
    .where("role", "in", ["agent", "admin"])
    .where(({ exists }) => exists(tasks))
    .orderBy("name_key")
    .orderBy("id")
    .limit(MOST_PEOPLE + 1)
    .execute();
}
