import { afterEach, expect } from "vitest";
import { findSession } from "~/features/auth/session-queries.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { catalogueFor, loadCatalogue, readCatalogue, resetCatalogue } from "~/features/tasks/catalogue.server";
import { closeResolved } from "~/features/tasks/status/close-resolved.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { isStatusKey, offeredStatuses, SHIPPED, statuses, statusOf, types } from "~/features/tasks/tasks";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { cookieOf } from "../../support/session";

// The process caches the catalogue by version, so the next database must load its own.
afterEach(resetCatalogue);

onEachDatabase("domain B2: statuses and types", (test) => {
  test("are in the database exactly as shipped", async ({ db }) => {
    await db.updateTable("catalogue").set({ version: 1 }).execute();
    await readCatalogue(db);
    expect(statuses().map(({ formerNames: _, ...status }) => status)).toEqual(SHIPPED.statuses);
    expect(types()).toEqual(SHIPPED.types);
  });

  test("are sent to browsers only once customized, and to requesters only in requester wording", async ({ db }) => {
    await readCatalogue(db);
    expect(catalogueFor({ role: "agent" })).toBeNull();
    await db
      .updateTable("status")
      .set({ name: "Parked inside", requester_name: "Parked" })
      .where("key", "=", "on_hold")
      .execute();
    await db.updateTable("catalogue").set({ version: 1 }).execute();
    await readCatalogue(db);
    expect(catalogueFor({ role: "agent" })?.catalogue).toContain("Parked inside");
    expect(catalogueFor({ role: "requester" })?.catalogue).not.toMatch(/Parked inside|"Task"/);
    expect(catalogueFor({ role: "requester" })?.catalogue).toContain("Parked");
  });

  test("are reloaded when a session brings a newer catalogue version", async ({ db }) => {
    const cookie = (await cookieOf(db, await anAgent(db))).split("=")[1] ?? "";
    await db.updateTable("status").set({ name: "Taken in" }).where("key", "=", "new").execute();
    await db.updateTable("catalogue").set({ version: 7 }).execute();
    const session = await findSession(db, cookie, Date.now());
    expect(session?.catalogueVersion).toBe(7);
    await loadCatalogue(db, session?.catalogueVersion ?? 0);
    expect(statusOf("new").name).toBe("Taken in");
  });

  test("that are deleted or retired stay known, but no task can move to one", async ({ db }) => {
    const [ada, gone] = [await anAgent(db), await aTask(db, { status: "on_hold" })];
    await db.updateTable("status").set({ enabled: 0, deleted_at: NOON }).where("key", "=", "on_hold").execute();
    await db.updateTable("status").set({ enabled: 0 }).where("key", "=", "cancelled").execute();
    await db.updateTable("catalogue").set({ version: 1 }).execute();
    await readCatalogue(db);
    expect(statusOf("on_hold").category).toBe("waiting");
    expect(isStatusKey("on_hold")).toBe(true);
    expect(statuses().map(({ key }) => key)).not.toContain("on_hold");
    expect(statuses().map(({ key }) => key)).toContain("cancelled");
    expect(offeredStatuses().map(({ key }) => key)).not.toContain("cancelled");
    const { id } = await aTask(db);
    for (const status of ["on_hold", "cancelled"]) {
      const changed = await changeTask(db, ada, id, { change: { status, version: 1 }, was: { status: "new" } }, NOON);
      expect(changed).toMatchObject({ ok: false, why: "invalid_move" });
    }
    const titled = {
      change: { title: "It is still here", status: "on_hold", version: 1 },
      was: { title: "Printer on fire", status: "on_hold" },
    };
    expect(await changeTask(db, ada, gone.id, titled, NOON)).toMatchObject({ ok: true });
  });

  test("drive automatic moves by each category's default status, whatever its name", async ({ db }) => {
    const own = [
      { key: "inbox", category: "new" as const, awaits: "us" as const },
      { key: "doing", category: "active" as const, awaits: "us" as const },
      { key: "asked", category: "waiting" as const, awaits: "requester" as const },
      { key: "fixed", category: "resolved" as const, awaits: "nobody" as const },
      { key: "filed", category: "closed" as const, awaits: "nobody" as const },
    ];
    await db.updateTable("status").set({ is_default: 0, enabled: 0 }).execute();
    for (const [position, status] of own.entries()) {
      const names = { name: status.key, requester_name: status.key };
      await db
        .insertInto("status")
        .values({ ...status, ...names, position, is_default: 1, pauses_resolution: 0, colour: "" })
        .execute();
    }
    await db.updateTable("catalogue").set({ version: 1 }).execute();
    await db.updateTable("team").set({ after_reply: "asked" }).execute();
    await readCatalogue(db);

    const [ada, rita] = [await anAdmin(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const statusNow = async () =>
      (await db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
    const says = (who: typeof ada, more: object, at: number) =>
      replyToTask(db, who, id, { body: `Word ${at}`, requestKey: aKey(), ...more }, at);
    expect(await statusNow()).toBe("inbox");
    const assigned = { change: { assignee: ada.id, version: 1 }, was: { assignee: null } };
    expect(await changeTask(db, ada, id, assigned, NOON)).toMatchObject({ ok: true });
    expect(await statusNow(), "S1").toBe("doing");
    await says(ada, {}, NOON + 1);
    expect(await statusNow(), "S4").toBe("asked");
    await says(rita, {}, NOON + 2);
    expect(await statusNow(), "S2").toBe("doing");
    await says(rita, { outcome: "solved" }, NOON + 3);
    expect(await statusNow(), "solved").toBe("fixed");
    await closeResolved(db as never, NOON + 30 * DAY_MS);
    expect(await statusNow(), "S5").toBe("filed");
    await says(rita, {}, NOON + 31 * DAY_MS);
    expect(await statusNow(), "S3").toBe("doing");
  });
});
