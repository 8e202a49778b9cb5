import { expect } from "vitest";
import type { Db } from "~/db/types";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { redactMessage } from "~/features/conversation/corrections/redact-message.server";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { MOST_PER_HOUR, mailNotifications } from "~/features/mail/notices/mail-notifications.server";
import { saveNoticeSettings } from "~/features/mail/notices/notice-settings.server";
import { keyIn, readSignedKey } from "~/features/mail/threading/signed-address.server";
import {
  DIGEST,
  readNotificationSettings,
  saveNotificationSettings,
  setMuted,
  stopMail,
  wantsMail,
} from "~/features/notifications/notification-settings.server";
import { markSeen } from "~/features/task-list/unread.server";
import type { MailPreferences } from "~/features/users/mail-preferences";
import { savePreferences } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON, notifyOfNewTasks } from "../../../support/factories";
import { aMailAddress } from "../../../support/mail";
import { headerIn, linkIn, queuedMail, sourceOf } from "../queued-mail";

/** Rita's task, assigned to Ada, with Bob as another agent. No notifications exist yet. */
async function aDesk(db: Db, chosen: Partial<MailPreferences> = {}) {
  await aMailAddress(db, { host: "desk.example.org" });
  const ada = await anAgent(db, { name: "Ada", email: "ada@example.org" });
  const [bob, rita] = [await anAgent(db, { name: "Bob" }), await aRequester(db, { name: "Rita [x](y)" })];
  await savePreferences(db, ada, chosen, NOON);
  const aTaskOfHers = async (title = "The *printer* is on fire") => {
    const { id } = await aTask(db, { requester: rita, assignee: ada, title });
    await notifyOfNewTasks(db, NOON + DAY_MS);
    await db.deleteFrom("notification").execute();
    return id;
  };
  const id = await aTaskOfHers();
  const text = (body: string) => ({ body, requestKey: aKey(), anyway: true, status: "keep" as const });
  const answer = (body = "It burns.", now = NOON, task = id) => replyToTask(db, rita, task, text(body), now);
  const note = (body: string, now = NOON) => addNote(db, bob, id, text(body), now);
  const mail = async (now: number) => {
    await mailNotifications(db, "test", now);
    return (await queuedMail(db, ["notification"])).filter(({ user_id }) => user_id === ada.id);
  };
  return { ada, bob, rita, id, aTaskOfHers, answer, note, mail };
}

const choose = (db: Db, who: Viewer, kind: string, was: string, level: string) =>
  saveNotificationSettings(db, who, { kinds: new Map([[kind, { was, level }]]), teams: new Map() }, NOON);

const levelOf = async (db: Db, who: Viewer, wanted: string) =>
  (await readNotificationSettings(db, who)).kinds.find(({ kind }) => kind === wanted)?.level;

onEachDatabase("B9: notifications by email", (test) => {
  test("wait five minutes and become one mail, whose answers go to the task", async ({ db }) => {
    const { ada, id, answer, note, mail } = await aDesk(db);
    await choose(db, ada, "note", "in_app", "email");
    await answer("It burns brightly, see \\[1\\].\nAnd <b>smokes</b>.");
    expect(await mail(NOON + 5 * MINUTE_MS - 1)).toEqual([]);
    await note("Who has the extinguisher?", NOON + 4 * MINUTE_MS);
    const [first, ...others] = await mail(NOON + 5 * MINUTE_MS);
    expect(others).toEqual([]);
    if (!first) throw new Error("no mail");
    expect(first).toMatchObject({ address: "ada@example.org", task_id: id, unsubscribe: "answered" });
    expect(await mail(NOON + HOUR_MS), "sent once").toHaveLength(1);
    const source = await sourceOf(db, first);
    expect(headerIn(source, "Subject")).toBe(`[#${id}] The *printer* is on fire`);
    for (const words of [
      "Rita [x](y) replied",
      "It burns brightly, see [1].",
      "Bob added a note",
      "extinguisher",
      `/tasks/${id}`,
    ]) {
      expect(source).toContain(words);
    }
    expect(source).toContain("And &lt;b&gt;smokes&lt;/b&gt;.");
    expect(readSignedKey(keyIn(headerIn(source, "Reply-To") ?? "") ?? "")).toMatchObject({
      ...{ taskId: id, userId: ada.id, kind: "note" }, // the mail has a note, so answers to it become notes
    });
    expect(headerIn(source, "Auto-Submitted")).toBe("auto-generated");
    expect(headerIn(source, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    const { key } = await linkIn(db, first);
    expect(headerIn(source, "List-Unsubscribe")).toBe(`<https://desk.example.org/api/mail/unsubscribe/${key}>`);

    await answer("Still.", NOON + HOUR_MS);
    const [, second] = await mail(NOON + 2 * HOUR_MS);
    if (!second) throw new Error("no second mail");
    const thread = await sourceOf(db, second);
    expect(headerIn(thread, "References")?.toLowerCase()).toContain(headerIn(source, "Message-ID")?.toLowerCase());
    expect(readSignedKey(keyIn(headerIn(thread, "Reply-To") ?? "") ?? "")).toMatchObject({ kind: "reply" });
  });

  test("aren't sent if the agent saw, muted, turned off or lost access to them meanwhile", async ({ db }) => {
    const cases: Record<string, (db: Db, desk: Awaited<ReturnType<typeof aDesk>>) => Promise<unknown>> = {
      seen: (db, { ada, id }) => markSeen(db, ada, id, NOON, NOON + 1),
      muted: (db, { ada, id }) => setMuted(db, ada, id, true),
      "turned off": (db, { ada }) => choose(db, ada, "answered", "email", "in_app"),
      unsubscribed: (db, { ada }) => stopMail(db, ada.id, "answered", NOON),
      "no longer accessible": async (db, { ada, id }) => {
        await db.updateTable("task").set({ confidential: 1, assignee_id: null }).where("id", "=", id).execute();
        await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
      },
      "to a former agent": (db, { ada }) =>
        db.updateTable("user").set({ role: "requester" }).where("id", "=", ada.id).execute(),
      disabled: (db, { ada }) => db.updateTable("user").set({ state: "disabled" }).where("id", "=", ada.id).execute(),
      "to an unconfirmed address": (db, { ada }) =>
        db.updateTable("user").set({ confirmed_at: null }).where("id", "=", ada.id).execute(),
      "without a desk address": (db) => db.updateTable("mail_address").set({ deleted_at: NOON }).execute(),
    };
    const desk = await aDesk(db);
    await desk.answer();
    expect(await desk.mail(NOON + HOUR_MS), "sent if nothing changes").toHaveLength(1);
    const row = await db.selectFrom("user").selectAll().where("id", "=", desk.ada.id).executeTakeFirstOrThrow();
    const team = await db.selectFrom("team_member").selectAll().where("user_id", "=", desk.ada.id).execute();
    for (const [what, lose] of Object.entries(cases)) {
      await db
        .updateTable("user")
        .set({ role: row.role, state: row.state, confirmed_at: row.confirmed_at })
        .where("id", "=", row.id)
        .execute();
      await db.deleteFrom("notification_level").execute();
      await db.deleteFrom("task_mute").execute();
      const kept = db.insertInto("team_member").values(team);
      await kept.onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing()).execute();
      await db.updateTable("task").set({ confidential: 0, assignee_id: desk.ada.id }).execute();
      await desk.answer(`${what}?`);
      await lose(db, desk);
      expect(await desk.mail(NOON + HOUR_MS), what).toHaveLength(1);
      expect(await db.selectFrom("notification").select("id").where("mail_at", "is not", null).execute(), what).toEqual(
        [],
      );
    }
  });

  test("follow each person's levels, and requesters get only the mail about their requests", async ({ db }) => {
    const { ada, rita, id, note, mail } = await aDesk(db);
    await note("In the app alone.");
    expect(await mail(NOON + HOUR_MS)).toEqual([]);
    await note("@Ada mentioned.", NOON + 1);
    expect(await mail(NOON + HOUR_MS)).toHaveLength(1);
    await replyToTask(db, ada, id, { body: "Done.", requestKey: aKey(), status: "resolved" }, NOON + 2);
    await mail(NOON + DAY_MS);
    expect((await queuedMail(db, ["notification"])).filter(({ user_id }) => user_id === rita.id)).toEqual([]);

    expect([await wantsMail(db, rita.id, "resolved"), await wantsMail(db, rita.id, "reminder")]).toEqual([true, true]);
    await choose(db, rita, "resolved", "email", "in_app");
    await stopMail(db, rita.id, "reminder", NOON);
    expect([await wantsMail(db, rita.id, "resolved"), await wantsMail(db, rita.id, "reminder")]).toEqual([
      false,
      false,
    ]);
    expect(await levelOf(db, rita, "reminder")).toBe("off");
    await choose(db, rita, "public_answer", "in_app", "email"); // always sent, so this level can't be chosen
    expect(await levelOf(db, rita, "public_answer")).toBe("in_app");
  });

  test("can be stopped per event, or all at once with the digest", async ({ db }) => {
    const { ada, answer, mail } = await aDesk(db);
    for (const event of ["answered", "answered", "nonsense", "note"]) await stopMail(db, ada.id, event, NOON);
    expect([
      await levelOf(db, ada, "answered"),
      await levelOf(db, ada, "mention"),
      await levelOf(db, ada, "note"),
    ]).toEqual([...["in_app", "email", "in_app"]]);
    await choose(db, ada, "answered", "in_app", "email");
    await stopMail(db, ada.id, DIGEST, NOON);
    await answer();
    expect(await mail(NOON + DAY_MS)).toEqual([]);
    expect(await levelOf(db, ada, "answered")).toBe("email");
  });

  test("include as much of a message as an admin allows", async ({ db }) => {
    const { ada, answer, mail } = await aDesk(db, { mailWait: "0" });
    const root = await anAdmin(db);
    const long = "fire ".repeat(40).trim();
    const bodyWith = async (noticeText: "full" | "start" | "none", now: number) => {
      expect(await saveNoticeSettings(db, root, { noticeText, linkDays: 7 })).toEqual({ ok: true });
      await answer(`${long} ${now}`, now);
      return (await mail(now)).at(-1)?.body ?? "";
    };
    expect(await bodyWith("full", NOON + 1)).toContain(long);
    const start = await bodyWith("start", NOON + 2);
    expect(start).toContain(`> ${long.slice(0, 140)}…`);
    expect(await bodyWith("none", NOON + 3)).not.toContain("fire");
    expect(await saveNoticeSettings(db, ada, { noticeText: "full", linkDays: 7 })).toMatchObject({ ok: false });
  });

  test("lose their text and aren't sent once their message is redacted", async ({ db }) => {
    const { id, answer, mail } = await aDesk(db, { mailWait: "0" });
    await answer("The password is swordfish.");
    await answer("It burns.", NOON + 1);
    expect(await mail(NOON + 1)).toHaveLength(1); // one mail with both
    await answer("Hello?", NOON + 2);
    await mail(NOON + 2);
    const message = db.selectFrom("message").select("id").where("body", "like", "%swordfish%");
    const { id: messageId } = await message.executeTakeFirstOrThrow();
    expect(await redactMessage(db, await anAdmin(db), id, messageId, NOON + 3)).toEqual({ ok: true });
    const left = await db
      .selectFrom("delivery")
      .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
      .select(["outgoing_mail.content", "delivery.state", "delivery.try_at"])
      .where("outgoing_mail.kind", "=", "notification")
      .orderBy("delivery.id")
      .execute();
    expect(left).toEqual([
      { content: "", state: "failed", try_at: null },
      { content: expect.stringContaining("Hello?"), state: "queued", try_at: NOON + 2 },
    ]);
  });

  test("come once a day if the agent chooses a daily digest", async ({ db }) => {
    const { aTaskOfHers, answer, mail } = await aDesk(db, { mailWait: "daily" });
    const other = await aTaskOfHers("The sink");
    await answer("One.", NOON);
    await answer("Two.", NOON + HOUR_MS, other);
    const morning = Date.UTC(2026, 2, 3, 8);
    expect(await mail(morning - 1)).toEqual([]);
    const [digest, ...others] = await mail(morning);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ subject: "2 notifications", task_id: null, unsubscribe: "digest" });
    expect(digest?.body).toContain("The sink");
    expect(digest?.body).not.toContain("Two.");
  });

  test("are limited to 30 an hour, with one digest for the rest", async ({ db }) => {
    const { ada, aTaskOfHers, answer, mail } = await aDesk(db, { mailWait: "0" });
    const tasks: number[] = [];
    for (let n = 0; n < MOST_PER_HOUR + 3; n++) tasks.push(await aTaskOfHers(`Task ${n}`));
    await db
      .insertInto("notification")
      .values(tasks.map((task_id) => notificationOf(ada.id, task_id)))
      .execute();
    const burst = await mail(NOON);
    expect(burst).toHaveLength(MOST_PER_HOUR + 1);
    expect(burst.at(-1)).toMatchObject({ subject: "3 notifications" });
    await answer("More.", NOON + 1);
    expect(await mail(NOON + 1)).toHaveLength(MOST_PER_HOUR + 1);
    expect(await mail(NOON + HOUR_MS)).toHaveLength(MOST_PER_HOUR + 2);
  });

  test("report a bulk change in one mail", async ({ db }) => {
    const { ada, bob, aTaskOfHers, id, mail } = await aDesk(db, { mailWait: "0" });
    const ids = [id, await aTaskOfHers("The sink"), await aTaskOfHers("The tap")];
    await db.updateTable("task").set({ assignee_id: null }).execute();
    const wanted = { assignee: ada.id };
    await startBulk(db, bob, { tasks: { ids }, wanted, back: "/tasks", requestKey: aKey() }, NOON);
    expect(await mail(NOON)).toEqual([]);
    expect((await mail(NOON + MINUTE_MS)).map(({ subject, task_id }) => [subject, task_id])).toEqual([
      ["Bob assigned you 3 tasks", null],
    ]);
  });

  test("are mailed once even if two processes run", async ({ db }) => {
    const { ada, answer } = await aDesk(db, { mailWait: "0" });
    await answer();
    await Promise.all([mailNotifications(db, "one", NOON), mailNotifications(db, "two", NOON)]);
    const mails = await queuedMail(db, ["notification"]);
    expect(mails.filter(({ user_id }) => user_id === ada.id)).toHaveLength(1);
  });
});

const notificationOf = (user_id: number, task_id: number) => ({
  ...{
    user_id,
    task_id,
    message_id: null,
    actor_id: null,
    kind: "answered",
    reason: "assignee",
    inner_only: 1 as const,
  },
  ...{ details: "", batch: null, at: NOON, read_at: null, mail_at: NOON },
});
