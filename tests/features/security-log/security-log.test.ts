import { expect } from "vitest";
import type { SecurityKind } from "~/features/security-log/security-kinds";
import {
  logAtMostHourly,
  logSecurity,
  readSecurityLog,
  sweepSecurityLog,
} from "~/features/security-log/security-log.server";
import { readTask } from "~/features/task-page/task-read.server";
import { editPerson, setUserState } from "~/features/users/user-changes.server";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aTask, NOON } from "../../support/factories";

const ALL = { kind: null, person: null };

onEachDatabase("domain B2 and B6: the security log", (test) => {
  test("is read newest first, paged both ways, and filtered by kind and person", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const log = (kind: SecurityKind, actorId: number, userId: number | null, at: number) =>
      logSecurity(db, { kind, actorId, userId }, at);
    for (let n = 0; n < 5; n++) await log("signed_in", n % 2 === 0 ? root.id : ada.id, null, NOON + Math.floor(n / 2));
    await log("role_changed", root.id, ada.id, NOON + 9);
    const first = await readSecurityLog(db, ALL, null, 4);
    expect(first.previous).toBeNull();
    expect(first.events.map(({ what }) => what)).toEqual(["Role changed", "Signed in", "Signed in", "Signed in"]);
    const second = await readSecurityLog(db, ALL, first.next && { before: first.next }, 4);
    expect([second.events.length, second.next]).toEqual([2, null]);
    const back = await readSecurityLog(db, ALL, second.previous && { after: second.previous }, 4);
    expect(back.events).toEqual(first.events);

    const ofAda = await readSecurityLog(db, { kind: null, person: ada.id });
    expect(ofAda.events.map(({ what, actor }) => `${what} ${actor?.id === ada.id}`)).toEqual([
      ...["Role changed false", "Signed in true", "Signed in true"],
    ]);
    expect((await readSecurityLog(db, { kind: "role_changed", person: root.id })).events).toHaveLength(1);
  });

  test("is kept for 400 days", async ({ db }) => {
    const { id } = await anAdmin(db);
    await logSecurity(db, { kind: "signed_in", actorId: id }, NOON);
    await logSecurity(db, { kind: "signed_in", actorId: id }, NOON + 1);
    expect(await sweepSecurityLog(db, NOON + 400 * DAY_MS + 1)).toBe(false);
    expect((await readSecurityLog(db, ALL)).events.map(({ at }) => at)).toEqual([NOON + 1]);
  });

  test("records changed roles and accounts", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const was = { name: ada.name, email: ada.email, role: "agent" as const };
    await editPerson(db, root, ada.id, { was, mine: { ...was, role: "admin" } }, NOON);
    await editPerson(
      db,
      root,
      ada.id,
      { was: { ...was, role: "admin" }, mine: { ...was, name: "A", role: "admin" } },
      NOON,
    );
    await setUserState(db, root, ada.id, "disabled", NOON + 1);
    const { events } = await readSecurityLog(db, { kind: null, person: ada.id });
    expect(events.map(({ what, details }) => [what, ...details.flat()])).toEqual([
      ["Account disabled"],
      ["Role changed", "Role", "Agent → Admin"],
    ]);
  });

  test("marks restricted tasks for admins, and records that one was opened once an hour", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const { id: team } = await db
      .insertInto("team")
      .values({ name: "HR", is_default: 0, visibility: "members" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("team_member").values({ team_id: team, user_id: ada.id }).execute();
    const [open, secret, others] = [
      await aTask(db),
      await aTask(db, { confidential: true, evenIfShutOut: true }),
      await aTask(db, { team, requester: ada }),
    ];
    const restricted = async (who: typeof root, { id }: { id: number }) => {
      const page = await readTask(db, who, id, NOON);
      return page?.as === "agent" && page.restricted === true;
    };
    expect([await restricted(root, open), await restricted(root, secret), await restricted(root, others)]).toEqual([
      ...[false, true, true],
    ]);
    expect([await restricted(ada, secret), await restricted(ada, others)]).toEqual([false, false]);

    const opened = { kind: "restricted_task_opened", actorId: root.id, taskId: secret.id } as const;
    for (const at of [NOON, NOON + 1, NOON + HOUR_MS]) await logAtMostHourly(db, opened, at);
    expect((await readSecurityLog(db, ALL)).events.map(({ at, task }) => [at, task])).toEqual([
      [NOON + HOUR_MS, secret.id],
      [NOON, secret.id],
    ]);
  });
});
