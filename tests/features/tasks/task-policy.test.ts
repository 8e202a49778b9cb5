import fc from "fast-check";
import { expect } from "vitest";
import {
  type Asking,
  canSee,
  canSeeMessage,
  hasAgentAccess,
  type PolicyTask,
  sideOf,
} from "~/features/tasks/task-policy";
import { accessScopesOf, putAwayFor, readableBy, visibleTo, workableBy } from "~/features/tasks/task-policy.server";
import type { PutAway } from "~/features/trash/trash";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask } from "../../support/factories";

onEachDatabase("task visibility", (test) => {
  test("is the same in SQL and in memory, for tasks and messages", async ({ db }) => {
    const people = [
      await anAdmin(db),
      await anAgent(db),
      await anAgent(db),
      await aRequester(db),
      await aRequester(db),
    ];
    const ids = people.map(({ id }) => id);
    const [, member, other, , copied] = ids as [number, number, number, number, number];
    const teams = await db
      .insertInto("team")
      .values([
        { name: "Staff", is_default: 0, visibility: "open" },
        { name: "Payroll", is_default: 0, visibility: "members" },
      ])
      .returning(["id", "visibility"])
      .execute();
    await db
      .insertInto("team_member")
      .values(teams.map(({ id }) => ({ team_id: id, user_id: member })))
      .execute();
    const organizations = await db
      .insertInto("organization")
      .values(["harbour", "museum"].map((name) => ({ name, name_key: name, created_at: 1, updated_at: 1 })))
      .returning("id")
      .execute();

    const tasks: (PolicyTask & { id: number })[] = [];
    const messages: { id: number; task_id: number; kind: "public" | "internal"; send_after: number | null }[] = [];
    for (const requester of people) {
      for (const team of teams) {
        for (const confidential of [0, 1] as const) {
          for (const assignee of [null, other]) {
            const { id } = await aTask(db, { requester });
            const organization_id =
              tasks.length % 2 === 0 ? (organizations[tasks.length % 4 === 0 ? 0 : 1]?.id ?? 0) : null;
            const row = { team_id: team.id, confidential, assignee_id: assignee, organization_id };
            await db.updateTable("task").set(row).where("id", "=", id).execute();
            const inCopy = tasks.length % 3 === 0 ? [copied, other] : [];
            for (const user_id of inCopy) {
              await db.insertInto("participant").values({ task_id: id, user_id, added_at: 1 }).execute();
            }
            tasks.push({
              id,
              requester_id: requester.id,
              participants: inCopy,
              team: { open: team.visibility === "open", members: [member] },
              merged_into: null,
              put_away: null,
              ...row,
            });
            const text = { body: "n", body_html: "n", body_text: "n", channel: "web", created_at: 1 } as const;
            const by = { task_id: id, author_id: member, side: "agent" } as const;
            await db
              .insertInto("message")
              .values([
                { ...by, ...text, kind: "internal" },
                { ...by, ...text, kind: "public", send_after: 5 },
              ])
              .execute();
          }
        }
      }
    }
    const [into, ...others] = tasks as [(typeof tasks)[number], ...typeof tasks];
    for (const task of others.slice(0, 5)) {
      task.merged_into = into.id;
      await db.updateTable("task").set({ merged_into: into.id }).where("id", "=", task.id).execute();
    }
    // Spreads trash, spam and permanent deletion over every kind of task.
    for (const [index, task] of others.slice(5).entries()) {
      task.put_away = [null, null, "trash", null, "spam", null, "deleted"][index % 7] as PutAway | "deleted" | null;
      await db
        .updateTable("task")
        .set({ put_away: task.put_away as PutAway })
        .where("id", "=", task.id)
        .execute();
    }
    messages.push(
      ...(await db.selectFrom("message").select(["id", "task_id", "kind", "send_after"]).orderBy("id").execute()),
    );

    const asking: fc.Arbitrary<Asking> = fc.record(
      {
        id: fc.oneof(fc.constantFrom(...ids), fc.integer({ min: -5, max: 9_999 })),
        role: fc.constantFrom("requester", "agent", "admin"),
        state: fc.constantFrom("active", "disabled", "anonymised", "merged"),
        sharedOrganizationId: fc.constantFrom(...organizations.map(({ id }) => id), 9_999),
      },
      { requiredKeys: ["id", "role", "state"] },
    );
    await fc.assert(
      fc.asyncProperty(asking, async (someone) => {
        const numbers = async (condition: ReturnType<typeof visibleTo>) =>
          (await db.selectFrom("task").select("id").where(condition).orderBy("id").execute()).map(({ id }) => id);
        const those = (rule: (asking: Asking, task: PolicyTask) => boolean) =>
          tasks.filter((task) => rule(someone, task)).map(({ id }) => id);
        expect(await numbers(visibleTo(someone))).toEqual(those(canSee));
        expect(await numbers(workableBy(someone))).toEqual(those(hasAgentAccess));
        const away = (task: PolicyTask, ...kinds: string[]) =>
          kinds.includes(task.put_away ?? "") && hasAgentAccess(someone, { ...task, put_away: null });
        expect(await numbers(putAwayFor(someone))).toEqual(those((_, task) => away(task, "trash", "spam")));
        const [working] = await accessScopesOf(db, someone, ["spam"]);
        if (working?.works) {
          expect(await numbers(working.rows)).toEqual(
            those((asking, task) => hasAgentAccess(asking, task) || away(task, "spam")),
          );
        }
        const sights = await accessScopesOf(db, someone);
        const seen = await Promise.all(sights.map(({ rows }) => numbers(rows)));
        expect(seen.flat().sort((a, b) => a - b)).toEqual(those(canSee)); // each task in exactly one scope
        for (const [index, { works }] of sights.entries()) {
          if (works) expect(seen[index]).toEqual(those(hasAgentAccess));
        }

        const read = await db
          .selectFrom("message")
          .innerJoin("task", "task.id", "message.task_id")
          .select("message.id")
          .where(visibleTo(someone))
          .where(readableBy(someone))
          .orderBy("message.id")
          .execute();
        const readable = messages.filter((message) =>
          tasks.some((task) => task.id === message.task_id && canSeeMessage(someone, task, message)),
        );
        expect(read).toEqual(readable.map(({ id }) => ({ id })));
      }),
      { numRuns: 100 },
    );
  });

  test("organization sharing leaves out confidential tasks and those of members-only teams (B6)", () => {
    const colleague: Asking = { id: 7, role: "requester", sharedOrganizationId: 3 };
    const at = (open: boolean, confidential: 0 | 1, participants: number[] = []): PolicyTask => ({
      ...{ requester_id: 1, assignee_id: null, merged_into: null, put_away: null, organization_id: 3 },
      ...{ confidential, participants, team: { open, members: [] } },
    });
    const seen = [at(true, 0), at(true, 1), at(false, 0), at(false, 1)].map((task) => canSee(colleague, task));
    expect(seen).toEqual([true, false, false, false]);
    expect(canSee(colleague, at(false, 1, [7]))).toBe(true);
  });

  test("an agent who is requester or in copy writes as the requester unless assigned (B4)", () => {
    const agent = (id: number) => ({ id, role: "agent" as const });
    const task = { requester_id: 1, assignee_id: null, in_copy: 0 as const };
    expect(sideOf(agent(1), task)).toBe("requester");
    expect(sideOf(agent(1), { ...task, assignee_id: 1 })).toBe("agent");
    expect(sideOf(agent(2), task)).toBe("agent");
    expect(sideOf(agent(2), { ...task, in_copy: 1 })).toBe("requester");
    expect(sideOf(agent(2), { ...task, in_copy: 1, assignee_id: 2 })).toBe("agent");
    expect(sideOf({ id: 3, role: "requester" }, { ...task, requester_id: 3 })).toBe("requester");
  });
});
