import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Actions } from "~/features/actions/actions";
import { applyActions } from "~/features/actions/apply-actions.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { ruleOfForm } from "~/features/rules/check-rule.server";
import { rehearse } from "~/features/rules/rehearsal/rehearse.server";
import { NEW_RULE, type RuleFields } from "~/features/rules/rules";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";
import { checksum } from "./desk";

const change = (db: Db, who: Viewer, taskId: number, actions: Actions, now: number) =>
  inTransaction(db, (tx) => applyActions(tx, who, { taskId }, actions, now));

async function rehearsed(db: Db, fields: Partial<RuleFields>, now: number) {
  const made = await ruleOfForm(db, { ...NEW_RULE, name: "Trial", ...fields }, now);
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const { runs, tasks, listed } = await rehearse(db, made.rule, now);
  return {
    runs,
    tasks,
    listed: listed.map(({ at, task, did }) => `${(at - NOON) / HOUR_MS}h #${task?.id}: ${did.join("; ")}`),
  };
}

onEachDatabase("rehearsal (service-levels 4.4, B11-5)", (test) => {
  test("checks the condition against each task's state at the time and writes nothing", async ({ db }) => {
    const [ada, ben] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Ben" })];
    const { id, requester } = await aTask(db, { priority: "normal", tags: ["vpn"] });
    const at = (hours: number) => NOON + hours * HOUR_MS;
    await change(db, ada, id, { priority: "urgent" }, at(1));
    await change(db, ada, id, { assignee: ben.id, addTags: ["net"] }, at(2));
    await change(db, ada, id, { priority: "low", removeTags: ["vpn"] }, at(3));
    await replyToTask(db, requester, id, { body: "Hello?", requestKey: aKey() }, at(4));
    await replyToTask(db, ben, id, { body: "Yes?", requestKey: aKey() }, at(5));
    await change(db, ada, id, { status: "resolved" }, at(6));
    const now = at(10);
    const before = await checksum(db);

    const tag = { action1: "add_tag", value1: "seen" };
    expect(await rehearsed(db, { ...tag, trigger: "changed", query: "priority:urgent" }, now)).toEqual({
      ...{ runs: 2, tasks: 1 },
      listed: [`2h #${id}: Add tags: seen`, `1h #${id}: Add tags: seen`],
    });
    expect(await rehearsed(db, { ...tag, trigger: "changed", query: "tag:vpn assignee:Ben" }, now)).toMatchObject({
      listed: [`2h #${id}: Add tags: seen`],
    });
    expect(
      await rehearsed(db, { ...tag, trigger: "created", query: "priority:normal is:unassigned" }, now),
    ).toMatchObject({
      listed: [`0h #${id}: Add tags: seen`],
    });
    expect(await rehearsed(db, { ...tag, trigger: "created", query: "priority:low" }, now)).toMatchObject({ runs: 0 });
    const reply = { action1: "reply", value1: "Hold on." };
    expect(await rehearsed(db, { ...reply, trigger: "message", query: "is:unanswered" }, now)).toMatchObject({
      listed: [`4h #${id}: Send reply: Hold on.`],
    });
    // A no-op: the priority is already low.
    const low = { action1: "priority", value1: "low" };
    expect(await rehearsed(db, { ...low, trigger: "changed", query: "priority:low" }, now)).toMatchObject({ runs: 0 });
    expect(await checksum(db)).toBe(before);
  });

  test("replays the times of a schedule", async ({ db }) => {
    const ada = await anAgent(db);
    const { id } = await aTask(db, { assignee: ada });
    await change(db, ada, id, { status: "waiting_requester" }, NOON + DAY_MS);
    const now = NOON + 20 * DAY_MS;
    const before = await checksum(db);
    const resolve = { action1: "status", value1: "Resolved" };
    const schedule = { trigger: "schedule", schedule: "daily at 09:00" };
    expect(await rehearsed(db, { ...resolve, ...schedule, query: "status:waiting updated:<7d" }, now)).toEqual(
      expect.objectContaining({ tasks: 1 }),
    );
    const create = { action1: "create", value1: "Check the backup" };
    expect(await rehearsed(db, { ...create, ...schedule }, now)).toMatchObject({ runs: 30, tasks: 0 });
    expect(await checksum(db)).toBe(before);
  });
});
