import { afterEach, expect } from "vitest";
import type { Db } from "~/db/types";
import { editEntry } from "~/features/catalogue/entries.server";
import { STATUSES } from "~/features/catalogue/statuses.server";
import { sendReplyNow, withdrawReply } from "~/features/conversation/sending/held-replies.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { undoChange } from "~/features/history/undo-change.server";
import { mergeTasks } from "~/features/relations/merge.server";
import { readCatalogue, resetCatalogue } from "~/features/tasks/catalogue.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskChange } from "~/features/tasks/task-schema";
import { PRIORITY_KEYS } from "~/features/tasks/tasks";
import { moveToTrashOrSpam, restoreTask } from "~/features/trash/move-to-trash.server";
import type { Viewer } from "~/features/users/users";
import { MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aTask, NOON } from "../../support/factories";
import { tryEveryCase } from "../../support/generated";
import { changeCalendar, changePolicy, differences, runClockJobs, storeCalendar, storePolicy } from "./desk";
import { seededRandom } from "./generated-histories";

afterEach(resetCatalogue);

/** Tasks per desk; their histories share its policies. */
const TASKS = 25;
const HISTORIES = tryEveryCase ? 10_000 : 150;
const DESKS = Array.from({ length: HISTORIES / TASKS }, (_, number) => number);
const STEPS = TASKS * 9;
const TARGETS = [5, 20, 60, 120, 480, undefined];
const QUERIES = ["", "priority:>=high", "priority:normal,low type:incident", "assignee:none", "tag:vip", "status:open"];
const seed = Number(process.env.GENERATED_SEED ?? 1) * 7_919;

class Desk {
  readonly tasks: { id: number; requester: Viewer }[] = [];
  readonly random: () => number;
  now = NOON;
  done = 0;

  constructor(
    private readonly db: Db,
    private readonly people: { admin: Viewer; agents: Viewer[] },
    private readonly ids: { calendars: number[]; policies: number[] },
    number: number,
  ) {
    this.random = seededRandom(seed + number);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T;
  }

  targets = () =>
    Object.fromEntries(
      PRIORITY_KEYS.map((key) => [
        key,
        { first: this.pick(TARGETS), next: this.pick(TARGETS), resolution: this.pick(TARGETS) },
      ]),
    );

  async step() {
    this.now +=
      Math.floor(this.random() * 40) * MINUTE_MS + (this.random() < 0.2 ? Math.floor(this.random() * 999) : 0);
    const { db, now } = this;
    const steps = Object.values(this.steps);
    if (this.tasks.length < TASKS && this.random() < 0.3) {
      const assignee = this.random() < 0.5 ? this.pick(this.people.agents) : undefined;
      const tags = this.random() < 0.3 ? ["vip"] : [];
      this.tasks.push(
        await aTask(db, { at: now, priority: this.pick(PRIORITY_KEYS), tags, ...(assignee && { assignee }) }),
      );
    } else if (this.tasks.length > 0) {
      const made = await this.pick(steps)(this.pick(this.tasks));
      if ((made as { ok?: boolean } | undefined)?.ok !== false) this.done++;
    }
    if (this.random() < 0.3) await runClockJobs(db, now);
  }

  private async change(id: number, change: Partial<TaskChange>) {
    const { version } = await this.db
      .selectFrom("task")
      .select("version")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const wanted = { change: { ...change, version } as TaskChange, was: {}, confirmed: true, evenIfShutOut: true };
    return changeTask(this.db, this.people.admin, id, wanted, this.now);
  }

  private heldIn = (task_id: number) =>
    this.db
      .selectFrom("message")
      .select(["id", "author_id"])
      .where("task_id", "=", task_id)
      .where("send_after", "is not", null)
      .executeTakeFirst();

  private async held(id: number, act: (who: Viewer, message: number) => Promise<unknown>) {
    const message = await this.heldIn(id);
    const who = this.people.agents.find((agent) => agent.id === message?.author_id);
    return message && who ? act(who, message.id) : { ok: false };
  }

  private steps: Record<string, (task: { id: number; requester: Viewer }) => Promise<unknown>> = {
    reply: ({ id }) => {
      const text = { body: `Answer ${this.random()}.`, requestKey: aKey(), anyway: true };
      return replyToTask(this.db, this.pick(this.people.agents), id, text, this.now);
    },
    hold: ({ id }) => {
      const text = { body: `Answer ${this.random()}.`, requestKey: aKey(), anyway: true };
      return replyToTask(this.db, this.pick(this.people.agents), id, text, this.now, { windowMs: MINUTE_MS });
    },
    send: ({ id }) => this.held(id, (who, message) => sendReplyNow(this.db, who, id, message, this.now)),
    withdraw: ({ id }) =>
      this.held(id, (who, message) =>
        withdrawReply(this.db, who, id, message, { body: "", fields: {} } as never, this.now),
      ),
    ask: ({ id, requester }) => {
      const text = { body: `Question ${this.random()}?`, requestKey: aKey(), anyway: true };
      return replyToTask(this.db, requester, id, text, this.now);
    },
    priority: ({ id }) => this.change(id, { priority: this.pick(PRIORITY_KEYS) }),
    status: ({ id }) =>
      this.change(id, {
        status: this.pick(["in_progress", "waiting_requester", "on_hold", "resolved", "closed", "cancelled"]),
      }),
    resolve: ({ id }) => this.change(id, { status: "resolved" }),
    reopen: ({ id }) => this.change(id, { status: "in_progress" }),
    people: ({ id }) =>
      this.change(id, { assignee: this.pick([null, ...this.people.agents.map((agent) => agent.id)]) }),
    type: ({ id }) => this.change(id, { type: this.pick(["incident", "task", "question"]) }),
    tags: ({ id }) => this.change(id, { tags: this.pick([[], ["vip"]]) }),
    away: ({ id }) => moveToTrashOrSpam(this.db, this.people.admin, id, { to: this.pick(["trash", "spam"]) }, this.now),
    back: ({ id }) => restoreTask(this.db, this.people.admin, id, this.now),
    merge: async ({ id }) => {
      const into = this.pick(this.tasks).id;
      const versions = await this.db
        .selectFrom("task")
        .select(["id", "version"])
        .where("id", "in", [id, into])
        .execute();
      const versionOf = (of: number) => versions.find((one) => one.id === of)?.version ?? 0;
      const merge = { source: id, into, version: versionOf(id), intoVersion: versionOf(into), keepsRequester: true };
      return mergeTasks(this.db, this.people.admin, merge, this.now);
    },
    undo: async ({ id }) => {
      const last = await this.db
        .selectFrom("change_set")
        .select(["id", "task_id"])
        .where("task_id", "=", id)
        .where("undone_at", "is", null)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      if (!last) return { ok: false };
      return undoChange(this.db, this.people.admin, { taskId: last.task_id, changeSetId: last.id }, this.now);
    },
    policy: async () => {
      if (this.random() < 0.7) return;
      const calendar = this.pick(this.ids.calendars);
      const text = { query: this.pick(QUERIES), calendar, targets: this.targets() };
      await changePolicy(this.db, this.pick(this.ids.policies), text, this.now);
    },
    calendar: async () => {
      if (this.random() < 0.7) return;
      const text = { hours: this.pick(["09:00-17:00", "08:00-12:00, 13:00-20:00"]), alwaysOpen: this.random() < 0.5 };
      await changeCalendar(this.db, this.pick(this.ids.calendars), text, this.now);
    },
    pausing: async () => {
      if (this.random() < 0.7) return;
      const was = (await STATUSES.list(this.db)).find(({ key }) => key === "on_hold")?.fields;
      if (!was) return;
      const mine = { ...was, pausesResolution: !was.pausesResolution };
      await editEntry(this.db, this.people.admin, STATUSES, { key: "on_hold", was, mine }, this.now);
      await readCatalogue(this.db);
    },
  };
}

onEachDatabase("domain B18-9: generated histories of a desk", (test) => {
  test.for(DESKS)("desk %d stores the same clocks as a recomputation", { timeout: 120_000 }, async (number, { db }) => {
    const people = { admin: await anAdmin(db), agents: [await anAgent(db), await anAgent(db)] };
    const calendars = [
      await storeCalendar(db),
      await storeCalendar(db, { zone: "America/New_York", alwaysOpen: number % 2 === 0 }),
    ];
    const ids = { calendars, policies: [] as number[] };
    const desk = new Desk(db, people, ids, number);
    for (const query of ["priority:>=high", ""]) {
      const calendar = desk.pick(calendars);
      ids.policies.push(await storePolicy(db, { query, calendar, targets: desk.targets(), at: desk.pick([0, NOON]) }));
    }
    for (let step = 0; step < STEPS; step++) {
      await desk.step();
      if (step % 75 === 74) {
        await runClockJobs(db, desk.now);
        expect(await differences(db, desk.now), `step ${step}`).toEqual([]);
      }
    }
    expect(desk.done).toBeGreaterThan(STEPS / 4);
    const rows = await db.selectFrom("clock").selectAll().execute();
    expect(rows.length).toBeGreaterThanOrEqual(TASKS);
    // Each breach is recorded once.
    const told = await db.selectFrom("event").select("id").where("field", "=", "clock_breached").execute();
    expect(told.length).toBe(rows.filter(({ told_breach }) => told_breach !== null).length);
  });
});
