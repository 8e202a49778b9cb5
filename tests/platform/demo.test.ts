import { describe, expect, onTestFinished, test } from "vitest";
import { storeAt } from "~/features/files/file-destination.server";
import { SHIPPED } from "~/features/tasks/tasks";
import { fillDesk } from "../../build-scripts/demo/fill";
import { fillMail } from "../../build-scripts/demo/mail";
import { freshDatabase } from "../support/database";

const NOW = Date.UTC(2026, 10, 21, 9);

// The demo always runs on SQLite.
describe("the demo desk", () => {
  test("has about sixty tasks across all statuses, with conversations and no future dates", async () => {
    const { db, drop } = await freshDatabase("sqlite");
    onTestFinished(drop);
    const cast = await fillDesk(db, { passwordHash: "none", now: NOW });
    const tasks = await db
      .selectFrom("task")
      .select(["id", "status", "created_at", "updated_at"])
      .orderBy("id")
      .execute();
    const messages = await db.selectFrom("message").select(["kind", "created_at"]).execute();

    expect(Object.values(cast).map(({ role }) => role)).toEqual(
      expect.arrayContaining(["admin", "agent", "requester"]),
    );
    expect(tasks.length).toBeGreaterThanOrEqual(55);
    expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(SHIPPED.statuses.map(({ key }) => key)));
    expect(messages.filter(({ kind }) => kind === "internal").length).toBeGreaterThan(15);
    expect(messages.length).toBeGreaterThan(2 * tasks.length);

    const times = tasks.map((task) => task.created_at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.max(...tasks.map((task) => task.updated_at), ...messages.map((m) => m.created_at))).toBeLessThanOrEqual(
      NOW,
    );
  });

  test("has an email conversation, a reply that bounced and a message in quarantine", async () => {
    const { db, folder, drop } = await freshDatabase("sqlite");
    onTestFinished(drop);
    const cast = await fillDesk(db, { passwordHash: "none", now: NOW });
    await fillMail(db, storeAt({ dataDir: folder }), cast.priya, NOW);
    const mails = await db.selectFrom("inbound_mail").select(["outcome", "reason"]).orderBy("id").execute();
    expect(mails.map(({ outcome }) => outcome)).toEqual(["task", "reply", "task", "quarantined"]);
    expect(mails.at(-1)?.reason).toBe("unknown_sender");
    const folded = await db.selectFrom("message_email").select("folded_html").orderBy("message_id").execute();
    expect(folded[1]?.folded_html).toContain("battery power");
    const deliveries = await db.selectFrom("delivery").select(["address", "state"]).orderBy("id").execute();
    expect(deliveries).toEqual([
      { address: "ingrid@harbour.example", state: "sent" },
      { address: "pavel@harbour.example", state: "bounced" },
    ]);
  });
});
