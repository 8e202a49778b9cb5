import { expect } from "vitest";
import { findSession } from "~/features/auth/session-queries.server";
import { accountChanges, dismissAccountChanges } from "~/features/security-log/account-changes.server";
import { readSecurityLog } from "~/features/security-log/security-log.server";
import { logRefusedAccess, MOST_REFUSALS } from "~/features/tasks/refused-access.server";
import { addAddress, confirmAddress } from "~/features/users/addresses.server";
import { createPerson, setPassword } from "~/features/users/user-changes.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";
import { HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { cookieOf } from "../../support/session";
import { aUser, PASSWORD, Visitor } from "../auth/visitor";

onEachDatabase("domain B2: the security log", (test) => {
  test("records new accounts, and who created them", async ({ db }) => {
    const ada = await anAgent(db);
    const form = { name: "Rosa", email: "rosa@one.example", role: "requester", requestKey: aKey() } as const;
    for (const _ of ["once", "again"]) await createPerson(db, ada, form, NOON);
    for (const _ of ["once", "again"]) await createRequesterByEmail(db, { email: "otto@one.example" }, ada, NOON);
    const { events } = await readSecurityLog(db, { kind: "account_created", person: null });
    expect(events.map(({ actor, details }) => [actor?.id, Object.fromEntries(details)])).toEqual([
      [ada.id, { Address: "otto@one.example", Role: "Requester" }],
      [ada.id, { Address: "rosa@one.example", Role: "Requester" }],
    ]);
  });

  test("records a sign-out once", async ({ db }) => {
    const id = await aUser(db);
    const visitor = new Visitor(db);
    await visitor.signIn({ email: "ada@example.org", password: PASSWORD });
    for (const _ of ["once", "again"]) await visitor.signOut();
    const { events } = await readSecurityLog(db, { kind: "signed_out", person: null });
    expect(events.map(({ actor }) => actor?.id)).toEqual([id]);
  });

  test("records refused access hourly per person and target, up to a limit", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const [theirs, own] = [await aTask(db), await aTask(db, { requester: rita })];
    const ask = (path: string, status = 404, at = NOON, who = rita) =>
      logRefusedAccess(db, who, { status, path, ip: "192.0.2.1" }, at);
    const logged = async () =>
      (await readSecurityLog(db, { kind: "access_refused", person: null })).events
        .map(({ task, details }) => task ?? details[0]?.[1])
        .reverse();
    await Promise.all([ask(`/tasks/${theirs.id}`), ask(`/tasks/${theirs.id}/seen`), ask(`/tasks/${theirs.id}?x=1`)]);
    await ask("/tasks/999999"); // does not exist
    await ask(`/tasks/${own.id}/messages/7/edit`); // a missing part of a task she sees
    await ask(`/tasks/${theirs.id}`, 404, NOON, ada); // Ada works on this task
    await ask("/settings/teams?after=5", 403);
    await ask("/settings/teams", 403);
    expect(await logged()).toEqual([theirs.id, "/settings/teams"]);
    await ask(`/tasks/${theirs.id}`, 404, NOON + HOUR_MS + 1);
    expect(await logged()).toEqual([theirs.id, "/settings/teams", theirs.id]);
    for (let n = 0; n < MOST_REFUSALS + 5; n++) await ask(`/settings/teams/${n}`, 403, NOON + HOUR_MS + 1);
    const count = db.selectFrom("security_event").select(({ fn }) => fn.countAll<number>().as("n"));
    expect(Number((await count.executeTakeFirstOrThrow()).n)).toBe(MOST_REFUSALS + 2);
  });

  test("records a refused file of a note, but no file that the person may read", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    const at = { created_at: NOON, uploaded_by: ada.id, declared_type: "text/plain", size: 1, task_id: id };
    const fileOf = async (kind: "internal" | "public") => {
      const message = { ...{ task_id: id, author_id: ada.id, kind, side: "agent" as const, channel: "web" as const } };
      const said = { ...message, body: "", body_html: "", body_text: "", created_at: NOON };
      const { id: message_id } = await db.insertInto("message").values(said).returning("id").executeTakeFirstOrThrow();
      const file = { ...at, message_id, name: `${kind}.txt` };
      return (await db.insertInto("attachment").values(file).returning("id").executeTakeFirstOrThrow()).id;
    };
    const [inner, open] = [await fileOf("internal"), await fileOf("public")];
    const ask = (file: number, who = rita) =>
      logRefusedAccess(db, who, { status: 404, path: `/attachments/${file}/a.txt`, ip: null }, NOON);
    await ask(open); // its content is missing
    await ask(inner, ada);
    expect((await readSecurityLog(db, { kind: "access_refused", person: null })).events).toEqual([]);
    await ask(inner);
    const { events } = await readSecurityLog(db, { kind: "access_refused", person: null });
    expect(events.map(({ actor, task }) => [actor?.id, task])).toEqual([[rita.id, id]]);
  });

  test("delays only the refused person's own requests while it records, up to a limit", async ({ db, engine }) => {
    const [ada, rita, otto] = [await anAgent(db), await aRequester(db), await aRequester(db)];
    const { id } = await aTask(db);
    let goOn = () => {};
    const goesOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => goesOn.then(() => result),
    });
    const ended: string[] = [];
    const ask = (who: Viewer, path: string, status: number, on = db) =>
      logRefusedAccess(on, who, { status, path, ip: null }, NOON).then(() => ended.push(path));
    const all = [ask(rita, `/tasks/${id}`, 404, slow)];
    all.push(ask(otto, `/tasks/${id}`, 404), ask(ada, "/settings/teams", 403), ask(rita, "/nope", 404));
    // On SQLite they all use one connection.
    const others = engine === "sqlite" ? ["/nope"] : ["/nope", "/settings/teams", `/tasks/${id}`];
    await expect.poll(() => [...ended].sort(), { timeout: 5_000 }).toEqual(others);

    for (let n = 1; n <= MOST_REFUSALS + 7; n++) all.push(ask(rita, `/settings/${n}`, 403, slow));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended.length).toBe(others.length + 7); // those beyond the limit of waiting ones
    goOn();
    await Promise.all(all);
    const { events } = await readSecurityLog(db, { kind: "access_refused", person: rita.id }, null, 2 * MOST_REFUSALS);
    expect(events).toHaveLength(MOST_REFUSALS);
  });

  test("shows a person what others changed about their sign-in, until they dismiss it", async ({ db }) => {
    const [root, ada, rosa] = [await anAdmin(db, { name: "Root" }), await anAgent(db), await aRequester(db)];
    const since = async () => {
      const session = await findSession(db, (await cookieOf(db, rosa)).split("=")[1] ?? null, Date.now());
      return session?.viewer.accountChangedAt;
    };
    await setPassword(db, rosa, rosa.id, { passwordHash: "own" }, NOON); // their own change
    expect(await since()).toBeUndefined();
    await setPassword(db, root, rosa.id, { passwordHash: "new" }, NOON + 1);
    await addAddress(db, ada, rosa.id, "rosa@two.example", NOON + 2);
    await confirmAddress(db, rosa, rosa.id, "rosa@two.example", NOON + 3);
    expect(await since()).toBe(NOON + 1);
    const listChanges = async () =>
      (await accountChanges(db, rosa, (await since()) ?? 0)).map(({ what, by, address }) => [what, by, address]);
    expect(await listChanges()).toEqual([
      ["Account address added", ada.name, "rosa@two.example"],
      ["Password set", "Root", null],
    ]);
    await dismissAccountChanges(db, rosa, NOON + 1); // the second change came after the page was shown
    expect(await listChanges()).toEqual([["Account address added", ada.name, "rosa@two.example"]]);
    await dismissAccountChanges(db, rosa, NOON + 2);
    expect(await since()).toBeUndefined();
    expect(await accountChanges(db, ada, 0)).toEqual([]);
  });
});
