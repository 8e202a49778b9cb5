import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { countTasks } from "~/features/reports/count-tasks.server";
import { rateTask } from "~/features/tasks/rating/rate-task.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskChange } from "~/features/tasks/task-schema";
import { PRIORITY_KEYS } from "~/features/tasks/tasks";
import { moveToTrashOrSpam, restoreTask } from "~/features/trash/move-to-trash.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { aKey } from "../../support/factories";
import { anOrganization, aSearchablePerson, aSearchableTask, aSearchableTeam } from "../../support/search-desk";
import { forAllPriorities, runClockJobs, storeCalendar, storePolicy } from "../service-levels/desk";

type ReportedDesk = { viewers: Viewer[]; agents: Viewer[]; admin: Viewer; tasks: { id: number; requester: Viewer }[] };

const TASKS = 160;
const TYPES = ["incident", "request", "question"];
const TAGS = [[], [], ["vpn"], ["wifi"], ["vpn", "net/core"]];

/** Counts until no changed task is left. */
export async function countAll(db: Db, now: number): Promise<void> {
  while (await inTransaction(db, (tx) => countTasks(tx, now)));
}

/**
 * Half a year of a desk: an open and a members-only team, confidential tasks, tasks of two organizations, and
 * everything a report counts. The first viewer is an admin; each of the others sees different tasks.
 */
export async function aReportedDesk(db: Db, random: () => number, now: number): Promise<ReportedDesk> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const [acme, globex] = [await anOrganization(db, "Acme, Ltd"), await anOrganization(db, 'The "Globex" group')];
  const person = (name: string, role: Viewer["role"]) =>
    aSearchablePerson(db, { name, role, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.org` });
  const admin = await person("Ada", "admin");
  const agents = [await person("Bo", "agent"), await person("Bo Lee", "agent"), await person("Cy", "agent")];
  const requesters = [await person("Rita", "requester"), await person("Rob", "requester")];
  const { id: desk } = await db.selectFrom("team").select("id").orderBy("id").executeTakeFirstOrThrow();
  const closed = await aSearchableTeam(db, "Personnel (HR)", { closed: true, members: [agents[0]?.id ?? 0] });
  const network = await aSearchableTeam(db, "Network", { members: [agents[1]?.id ?? 0] });
  const calendar = await storeCalendar(db);
  const targets = {
    ...forAllPriorities({ first: 4_000, next: 2_000, resolution: 6_000 }),
    urgent: { first: 200, resolution: 900 },
  };
  await storePolicy(db, { calendar, query: "", targets });

  const tasks: ReportedDesk["tasks"] = [];
  for (let number = 0; number < TASKS; number++) {
    const createdAt = now - Math.floor(random() * 170 * DAY_MS);
    const requester = pick([...requesters, agents[2] as Viewer]);
    const id = await aSearchableTask(db, {
      ...{ title: `${pick(["Printer", "Mail", "Badge"])} ${number}`, requester: requester.id, createdAt },
      ...{ team: pick([desk, closed, network]), organization: pick([acme, globex, null]), tags: pick(TAGS) },
      ...{
        assignee: pick([null, ...agents.map((agent) => agent.id)]),
        type: pick(TYPES),
        priority: pick([1, 2, 3, 4]),
      },
      confidential: random() < 0.15 ? 1 : 0,
    });
    tasks.push({ id, requester });
  }
  const made = { viewers: [admin, ...agents], agents, admin, tasks };
  for (const task of tasks) {
    const { created_at } = await db
      .selectFrom("task")
      .select("created_at")
      .where("id", "=", task.id)
      .executeTakeFirstOrThrow();
    let at = created_at;
    for (let step = 0; step < 5; step++) {
      at += Math.floor(random() * 6 * DAY_MS * (step + 1) * 0.4);
      if (at < now) await anything(db, made, random, task, at);
    }
  }
  await runClockJobs(db, now);
  return made;
}

/** Applies some changes of the last hour. */
export async function changeReportedDesk(db: Db, desk: ReportedDesk, random: () => number, now: number): Promise<void> {
  for (let number = 0; number < 12; number++) {
    const task = desk.tasks[Math.floor(random() * desk.tasks.length)];
    if (task) await anything(db, desk, random, task, now - Math.floor(random() * HOUR_MS));
  }
}

/** Applies a random event to a task; often a no-op, because it can't happen to this one. */
async function anything(
  db: Db,
  { admin, agents, tasks }: Pick<ReportedDesk, "admin" | "agents" | "tasks">,
  random: () => number,
  task: ReportedDesk["tasks"][number],
  at: number,
): Promise<void> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const { id, requester } = task;
  const change = async (wanted: Partial<TaskChange>) => {
    const row = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
    const form = { change: { ...wanted, ...row } as TaskChange, was: {}, confirmed: true, evenIfShutOut: true };
    return changeTask(db, admin, id, form, at);
  };
  const reply = (who: Viewer) =>
    replyToTask(db, who, id, { body: `Text ${random()}.`, requestKey: aKey(), anyway: true }, at);
  const steps: (() => Promise<unknown>)[] = [
    () => reply(pick(agents)),
    () => reply(requester),
    () => change({ status: "resolved" }),
    () => change({ status: "resolved" }),
    () => change({ status: pick(["in_progress", "waiting_requester", "closed", "cancelled"]) }),
    () => change({ priority: pick(PRIORITY_KEYS) }),
    () => change({ assignee: pick([null, ...agents.map((agent) => agent.id)]) }),
    () => change({ type: pick(TYPES), tags: pick(TAGS) }),
    () => change({ confidential: random() < 0.5 }),
    () => rateTask(db, requester, id, { value: "good", comment: "" }, at),
    () => rateTask(db, requester, id, { value: pick(["good", "bad"]), comment: "" }, at),
    () => moveToTrashOrSpam(db, admin, id, { to: pick(["trash", "spam"]) }, at),
    () => restoreTask(db, admin, id, at),
  ];
  if (random() < 0.03) {
    const into = pick(tasks).id;
    const rows = await db.selectFrom("task").select(["id", "version"]).where("id", "in", [id, into]).execute();
    const versionOf = (of: number) => rows.find((row) => row.id === of)?.version ?? 0;
    const merge = { source: id, into, version: versionOf(id), intoVersion: versionOf(into), keepsRequester: true };
    if (into !== id) await mergeTasks(db, admin, merge, at);
    return;
  }
  await pick(steps)();
}
