import { expect } from "vitest";
import { readSecurityLog } from "~/features/security-log/security-log.server";
import { onEachDatabase } from "../../support/database";
import { aUser, PASSWORD, Visitor } from "./visitor";

const ALL = { kind: null, person: null };

onEachDatabase("domain B2: the security log", (test) => {
  test("records sign-ins and failures, but never a password typed into the email field", async ({ db }) => {
    const ada = await aUser(db);
    const visitor = new Visitor(db);
    await visitor.signIn({ email: "ada@example.org", password: "wrong" });
    await visitor.signIn({ email: "hunter2", password: "wrong" });
    await visitor.signIn({ email: "ada@example.org", password: PASSWORD });
    const { events } = await readSecurityLog(db, ALL);
    expect(events.map(({ what, actor, user, details }) => [what, actor?.id, user?.id, details])).toEqual([
      ["Signed in", ada, undefined, []],
      ["Sign-in failed", undefined, undefined, []],
      ["Sign-in failed", undefined, ada, [["Email", "ada@example.org"]]],
    ]);
    for (let n = 0; n < 12; n++) await visitor.signIn({ email: "ada@example.org", password: "wrong" });
    expect((await readSecurityLog(db, { kind: "sign_in_failed", person: null })).events.length).toBeLessThanOrEqual(10);
    const blocked = (await readSecurityLog(db, { kind: "sign_in_blocked", person: null })).events;
    expect(blocked.map(({ user, ip }) => [user?.id, ip])).toEqual([[ada, "192.0.2.1"]]); // one event for all attempts
  });
});
