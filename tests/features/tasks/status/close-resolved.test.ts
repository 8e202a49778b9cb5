import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { closeResolved } from "~/features/tasks/status/close-resolved.server";
import { closesAt } from "~/features/tasks/task-status";
import { onEachDatabase } from "../../../support/database";
import { aRequester, aTask, NOON } from "../../../support/factories";

const DAY = 86_400_000;
const close = (db: Db, now: number) => inTransaction(db, (tx) => closeResolved(tx, now));
const taskRow = (db: Db, id: number) =>
  db.selectFrom("task").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

onEachDatabase("auto-close (domain B3, S5)", (test) => {
  test("closes a resolved task after seven silent days and logs it as the system", async ({ db }) => {
    const { id } = await aTask(db, { status: "resolved" });
    await close(db, NOON + 7 * DAY - 1);
    expect(await taskRow(db, id)).toMatchObject({ status: "resolved", version: 1 });

    const at = NOON + 7 * DAY;
    await close(db, at);
    const closed = { status: "closed", open: 0, resolved_at: NOON, closed_at: at, updated_at: at, version: 2 };
    expect(await taskRow(db, id)).toMatchObject(closed);
    const event = await db.selectFrom("event").selectAll().where("field", "=", "status").executeTakeFirstOrThrow();
    expect(event).toMatchObject({ via: "system", actor_id: null, old_value: "Resolved", new_value: "Closed", at });

    await close(db, at + DAY);
    expect(await taskRow(db, id)).toMatchObject({ version: 2 });
  });

  test("happens exactly when closesAt() says it will", async ({ db }) => {
    const statuses = ["resolved", "in_progress", "closed", "cancelled"] as const;
    const requester = await aRequester(db);
    for (const days of [0, 1, 7, 90]) {
      await db.updateTable("team").set({ auto_close_days: days }).execute();
      for (const status of statuses) {
        for (const said of [null, NOON - DAY, NOON + 2 * DAY]) {
          const { id } = await aTask(db, { requester, status });
          await db.updateTable("task").set({ last_requester_at: said }).where("id", "=", id).execute();
          const before = { ...(await taskRow(db, id)), auto_close_days: days };
          const at = closesAt(before);
          const name = `${status}, ${days} days, said ${said}`;
          await close(db, (at ?? NOON + 400 * DAY) - (at === null ? 0 : 1));
          expect((await taskRow(db, id)).version, `${name}: not yet`).toBe(1);
          if (at !== null) await close(db, at);
          expect((await taskRow(db, id)).status, name).toBe(at === null ? status : "closed");
        }
      }
    }
  });

  test("skips merged tasks and works through many in batches", async ({ db }) => {
    const requester = await aRequester(db);
    const target = await aTask(db, { requester });
    const merged = await aTask(db, { requester, status: "resolved" });
    await db.updateTable("task").set({ merged_into: target.id }).where("id", "=", merged.id).execute();
    for (let n = 0; n < 101; n++) await aTask(db, { requester, status: "resolved" });
    expect(await close(db, NOON + 8 * DAY)).toBe(true);
    expect(await close(db, NOON + 8 * DAY)).toBe(false);
    const left = await db.selectFrom("task").select("id").where("status", "=", "resolved").execute();
    expect(left).toEqual([{ id: merged.id }]);
  });
});
