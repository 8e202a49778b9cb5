import { expect } from "vitest";
import { engineOf } from "~/db/engine.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { ruleOfForm } from "~/features/rules/check-rule.server";
import { rehearse } from "~/features/rules/rehearsal/rehearse.server";
import { NEW_RULE, RULE_LIMITS, type RuleFields } from "~/features/rules/rules";
import { runSchedules } from "~/features/rules/scheduled-rules.server";
import type { Viewer } from "~/features/users/users";
import { MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";
import { checksum, runRuleJobs, storedAction, storeRule } from "./desk";

/** Copies a task with its tags until there are `count` of them. Returns all ids in order. */
async function copies(db: Db, taskId: number, count: number): Promise<number[]> {
  const { id: _, ...task } = await db.selectFrom("task").selectAll().where("id", "=", taskId).executeTakeFirstOrThrow();
  const tags = await db.selectFrom("task_tag").select("tag").where("task_id", "=", taskId).execute();
  const ids = [taskId];
  await inTransaction(db, async (tx) => {
    while (ids.length < count) {
      const { id } = await tx.insertInto("task").values(task).returning("id").executeTakeFirstOrThrow();
      if (tags.length > 0)
        await tx
          .insertInto("task_tag")
          .values(tags.map(({ tag }) => ({ task_id: id, tag })))
          .execute();
      ids.push(id);
    }
  });
  return ids;
}

const bulk = (db: Db, who: Viewer, ids: number[]) => {
  const text = { kind: "note", body: "Storm.", windowMs: 0, origin: "https://desk.example" } as const;
  const wanted = { addTags: ["storm"], text };
  return startBulk(db, who, { tasks: { ids }, wanted, back: "/tasks", requestKey: aKey() }, NOON);
};

/** Rules that undo each other, one that triggers itself, a chain that is too deep, and too many messages. */
async function storeStorm(db: Db) {
  const tag = (query: string, added: string) =>
    storeRule(db, { name: added, query, actions: [storedAction("add_tag", added)] });
  await tag("tag:deep tag:d3 -tag:d4", "d4");
  await tag("tag:deep tag:d2 -tag:d3", "d3");
  await tag("tag:deep tag:d1 -tag:d2", "d2");
  await tag("tag:deep -tag:d1", "d1");
  const replies = Array.from({ length: 10 }, () => storedAction("reply", "Hello."));
  for (const name of ["Loud 1", "Loud 2", "Loud 3"]) await storeRule(db, { name, query: "tag:loud", actions: replies });
  const toggle = "-tag:deep -tag:loud -tag:echo";
  await storeRule(db, { name: "Up", query: `priority:normal ${toggle}`, actions: [storedAction("priority", "high")] });
  await storeRule(db, {
    name: "Down",
    query: `priority:high ${toggle}`,
    actions: [storedAction("priority", "normal")],
  });
  const echo = { trigger: "message", query: "tag:echo channel:web" } as const;
  await storeRule(db, { name: "Echo", ...echo, actions: [storedAction("reply", "Thank you.")] });
}

onEachDatabase("a storm of rules (B11, service-levels 4)", (test) => {
  test("ends: each task of a bulk change is its own chain with its own limits", { timeout: 180_000 }, async ({
    db,
  }) => {
    const many = engineOf(db) === "sqlite" ? 500 : 150;
    const ada = await anAgent(db);
    const groupOf = async (tags: string[], count: number) =>
      copies(db, (await aTask(db, { priority: "normal", tags })).id, count);
    const groups = {
      ...{ deep: await groupOf(["deep"], 5), loud: await groupOf(["loud"], 5), echo: await groupOf(["echo"], 40) },
      toggle: await groupOf([], many - 50),
    };
    const ids = Object.values(groups).flat();
    await storeStorm(db);
    expect(await bulk(db, ada, ids)).toMatchObject({ ok: true });
    await runRuleJobs(db);

    const runs = await db.selectFrom("rule_run").selectAll().orderBy("id").execute();
    const stories = (of: number[]) =>
      new Set(
        of.map((id) =>
          runs
            .filter(({ task_id }) => task_id === id)
            .map(({ rule_name, outcome, depth }) => `${rule_name} ${outcome} ${depth}`)
            .join(", "),
        ),
      );
    expect(stories(groups.toggle)).toEqual(new Set(["Up done 1, Down done 1, Up stopped 2"]));
    expect(stories(groups.echo)).toEqual(new Set(["Echo done 1, Echo stopped 2"]));
    expect(stories(groups.deep)).toEqual(new Set(["d1 done 1, d2 done 2, d3 done 3, d4 stopped 4"]));
    expect(stories(groups.loud)).toEqual(new Set(["Loud 1 done 1, Loud 2 done 1, Loud 3 stopped 1"]));
    const why = (name: string) =>
      new Set(runs.flatMap((run) => (run.outcome === "stopped" && run.rule_name === name ? run.did : [])));
    expect(why("d4")).toEqual(
      new Set([
        "Stopped to prevent a loop: rules triggered other rules 3 times in a row. Change a rule so that it doesn't trigger the next.",
      ]),
    );
    expect(why("Loud 3")).toEqual(new Set(["Stopped: this task has already had 20 automatic messages in 24 hours."]));

    expect(new Set(runs.map(({ chain }) => chain)).size).toBe(ids.length);
    expect(new Set(runs.map(({ chain, task_id }) => `${chain} ${task_id}`)).size).toBe(ids.length);
    const done = runs.filter(({ outcome }) => outcome === "done");
    expect(new Set(done.map(({ chain, task_id, rule_id }) => `${chain} ${task_id} ${rule_id}`)).size).toBe(done.length);
    const sent = await db
      .selectFrom("message")
      .select(["task_id", ({ fn }) => fn.countAll<number | string>().as("count")])
      .where("automated", "=", 1)
      .where("kind", "=", "public")
      .groupBy("task_id")
      .execute();
    expect(Math.max(...sent.map(({ count }) => Number(count)))).toBe(RULE_LIMITS.messages);
    expect(sent).toHaveLength(groups.echo.length + groups.loud.length);
    const priorities = await db.selectFrom("task").select("priority").distinct().execute();
    expect(priorities).toEqual([{ priority: 2 }]);
    expect(await db.selectFrom("rule_change").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("job").select("id").where("kind", "=", "run_rules").execute()).toEqual([]);
    expect(await db.selectFrom("rule").select("name").where("failures", ">", 0).execute()).toEqual([]);
  });

  test("processes 500 tasks per scheduled run, each once", { timeout: 180_000 }, async ({ db }) => {
    const many = engineOf(db) === "sqlite" ? 1_200 : 1_020;
    const { id } = await aTask(db, { tags: ["batch"] });
    const ids = await copies(db, id, many);
    await aTask(db, { title: "Another" });
    const rule = await storeRule(db, {
      ...{ trigger: "schedule", schedule: "every 10 minutes", nextAt: NOON, query: "tag:batch" },
      actions: [storedAction("add_tag", "done"), storedAction("priority", "high")],
    });
    // The tasks keep matching, so only their order stops the next run from taking the same ones.
    const runs: number[] = [];
    for (let run = 0; run < 3; run++) {
      const now = NOON + run * 10 * MINUTE_MS;
      while (await inTransaction(db, (tx) => runSchedules(tx, now)));
      const queued = await db.selectFrom("rule_change").select(["task_id", "chain"]).orderBy("id").execute();
      expect(queued.map(({ task_id }) => task_id)).toEqual(ids.slice(run * 500, run * 500 + 500));
      expect(new Set(queued.map(({ chain }) => chain)).size).toBe(queued.length);
      await runRuleJobs(db, now);
      runs.push(queued.length);
    }
    expect(runs).toEqual([500, 500, many - 1_000]);
    const done = await db.selectFrom("rule_run").select(["task_id", "outcome"]).orderBy("task_id").execute();
    expect(done).toEqual(ids.map((task_id) => ({ task_id, outcome: "done" })));
    expect(await db.selectFrom("rule").select("next_task").where("id", "=", rule).executeTakeFirst()).toEqual({
      next_task: 0,
    });
  });

  test("changes nothing in a rehearsal", { timeout: 120_000 }, async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Lovelace" });
    const ids = await copies(db, (await aTask(db, { tags: ["echo"] })).id, 25);
    await storeStorm(db);
    await bulk(db, ada, ids);
    await runRuleJobs(db);
    const now = NOON + 60 * MINUTE_MS;
    const before = await checksum(db);
    const people = {
      action2: "add_watcher",
      value2: "Ada Lovelace",
      action3: "add_participant",
      value3: "Ada Lovelace",
    };
    const sends = { action4: "notify", value4: "leads", action5: "webhook", value5: "https://example.org/hook" };
    const all = { action1: "reply", value1: "Hello.", ...people, ...sends, action6: "create", value6: "Follow up" };
    const trials: Partial<RuleFields>[] = [
      { ...all, trigger: "created" },
      { ...all, trigger: "changed", changedFields: "tags, priority", query: "tag:storm", newlyMet: true },
      { ...all, trigger: "message" },
      { ...all, trigger: "schedule", schedule: "daily at 09:00", query: "tag:echo" },
    ];
    for (const fields of trials) {
      const made = await ruleOfForm(db, { ...NEW_RULE, name: "Trial", ...fields }, now);
      if (!made.ok) throw new Error(JSON.stringify(made.errors));
      await rehearse(db, made.rule, now);
      expect(await checksum(db), fields.trigger).toBe(before);
    }
  });
});
