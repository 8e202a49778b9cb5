import { sql } from "kysely";
import { expect } from "vitest";
import { engineOf } from "~/db/engine.server";
import { inTransaction } from "~/db/transaction.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { closeResolved } from "~/features/tasks/status/close-resolved.server";
import { changeTask } from "~/features/tasks/task-change.server";
import { onEachDatabase } from "../../support/database";
import { anAgent, aRequester } from "../../support/factories";
import { COLUMN_MAP, HEADER, historyOf, IMPORTED_AT, INCIDENTS, importContent, rowCounts, taskBy } from "./incidents";

const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 2, day, hour, minute);

/** A valid row for a file with this header. */
const row = (number: string, changes: Partial<Record<string, string>> = {}) => {
  const cells: Partial<Record<string, string>> = {
    ...{
      number,
      state: "New",
      priority: "3",
      caller: "Caller 1",
      agent: "?",
      opened_by: "?",
      opened: "01-03-2026 08:00",
    },
    ...{ changed: "01-03-2026 08:00", by: "Desk 1", group: "Group A", area: "Print", resolved: "?", ...changes },
  };
  return HEADER.split(",")
    .map((name) => cells[name] ?? "")
    .join(",");
};
const file = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;

onEachDatabase("an import", (test) => {
  test("turns every row into tasks, people and history with actor and time", async ({ db }) => {
    const { end, totals, bad } = await importContent(db, INCIDENTS);
    expect({ end, bad }).toEqual({ end: "done", bad: [] });
    expect(totals).toMatchObject({ read: 9, written: 9, known: 0, bad: 0, tasksMade: 3, peopleMade: 7 });

    const { rows } = await sql<{ rows: number }>`select count(distinct external_key) as rows from event`.execute(db);
    expect(Number(rows[0]?.rows)).toBe(9);
    expect(
      await db.selectFrom("notification").select("id").execute(),
      "an import notifies no one (domain B14)",
    ).toEqual([]);
    expect(await historyOf(db, "old-desk/INC7")).toEqual([
      "03-01T08:00 Desk 1 created",
      "03-01T08:00 Desk 1 Group: – → Group A",
      "03-01T08:30 Agent 1 assignee: – → Agent 1",
      "03-01T08:30 Agent 1 Group: Group A → Group B",
      "03-01T08:30 Agent 1 status: New → In progress",
      "03-01T08:45 Agent 2 update",
      "03-01T09:00 Agent 1 status: In progress → Resolved",
      "03-02T09:00 System status: Resolved → Closed",
    ]);
    expect(await historyOf(db, "old-desk/INC8")).toEqual([
      "03-01T08:10 ? created",
      "03-01T08:10 ? Group: – → Group A",
      "03-01T08:12 Agent 1 update",
      "03-01T09:10 Agent 2 priority: Urgent → High",
      "03-01T09:10 Agent 2 assignee: – → Agent 2",
      "03-01T09:10 Agent 2 status: New → Resolved",
      "03-01T10:00 Caller 2 status: Resolved → In progress",
    ]);
    expect(await historyOf(db, "old-desk/INC9")).toEqual([
      "03-01T11:00 Desk 1 created",
      "03-01T11:00 Desk 1 Group: – → Group A",
      "03-01T11:05 Desk 1 status: New → On hold",
    ]);
  });

  test("leaves each task in the state of its last row", async ({ db }) => {
    await importContent(db, INCIDENTS);
    expect(await taskBy(db, "old-desk/INC7")).toMatchObject({
      ...{ title: "INC7 about Net / VPN", type: "incident", status: "closed", open: 0, priority: 2, channel: "import" },
      ...{
        created_at: at(1, 8),
        resolved_at: at(1, 8, 58),
        closed_at: at(2, 9),
        updated_at: at(2, 9),
        reopen_count: 0,
      },
    });
    expect(await taskBy(db, "old-desk/INC8")).toMatchObject({
      ...{ status: "in_progress", open: 1, priority: 3, resolved_at: null, closed_at: null, reopen_count: 1 },
      ...{ created_by: null, updated_at: at(1, 10) },
    });
    expect(await taskBy(db, "old-desk/INC9")).toMatchObject({ title: "INC9", status: "on_hold", open: 1 });
    const description = await db
      .selectFrom("message")
      .innerJoin("task", "task.id", "message.task_id")
      .innerJoin("user", "user.id", "message.author_id")
      .select(["message.body_html", "message.kind", "message.channel", "message.created_at", "user.name"])
      .where("task.external_key", "=", "old-desk/INC7")
      .execute();
    expect(description).toEqual([
      {
        ...{ body_html: "<p>Reported by <strong>Caller 1</strong>.</p>\n<p>Area: Net / VPN</p>\n", name: "Caller 1" },
        ...{ kind: "public", channel: "import", created_at: at(1, 8) },
      },
    ]);
    const tags = await db.selectFrom("task_tag").select("tag").orderBy("tag").execute();
    expect(tags.map(({ tag }) => tag)).toEqual(["net-/-vpn", "print"]);
  });

  test("creates people who can't sign in: active requesters, and agents disabled by default", async ({ db }) => {
    await importContent(db, INCIDENTS);
    const people = await db
      .selectFrom("user")
      .select(["name", "role", "state", "email", "password_hash", "external_key"])
      .orderBy("name")
      .execute();
    expect(people.map((one) => `${one.name} ${one.role} ${one.state}`)).toEqual([
      ...["Agent 1 agent disabled", "Agent 2 agent disabled", "Caller 1 requester active", "Caller 2 requester active"],
      ...["Desk 1 agent disabled", "System agent disabled", "Unknown requester requester active"],
    ]);
    expect(people.every((one) => one.email === null && one.password_hash === null)).toBe(true);
    expect(people[0]?.external_key).toBe("old-desk/Agent 1");

    await importContent(db, file(row("X1", { agent: "Agent 9" })), {
      map: { ...COLUMN_MAP, people: { newAgents: "active" } },
    });
    const nine = await db.selectFrom("user").select("state").where("name", "=", "Agent 9").executeTakeFirst();
    expect(nine).toEqual({ state: "active" });
  });

  test("adds tasks to the search index", async ({ db }) => {
    await importContent(db, INCIDENTS);
    const { id } = await taskBy(db, "old-desk/INC7");
    const found =
      engineOf(db) === "sqlite"
        ? await sql<{ id: number }>`select rowid as id from task_search where task_search match '"vpn"'`.execute(db)
        : await sql<{ id: number }>`select task_id as id from task_search where document @@ 'vpn'::tsquery`.execute(db);
    expect(found.rows).toEqual([{ id }]);
  });

  test("adds nothing the second time", async ({ db }) => {
    await importContent(db, INCIDENTS);
    const before = await rowCounts(db);
    const { totals } = await importContent(db, INCIDENTS, { now: IMPORTED_AT + 1000 });
    expect(totals).toMatchObject({ read: 9, written: 0, known: 9, bad: 0, tasksMade: 0, peopleMade: 0, entries: 0 });
    expect(await rowCounts(db)).toEqual(before);
    expect(await taskBy(db, "old-desk/INC7")).toMatchObject({ version: 1 });
  });

  test("adds only the new rows of a longer file, continuing from the task's current state", async ({ db }) => {
    await importContent(db, INCIDENTS);
    const more = row("INC8", {
      state: "Closed",
      priority: "2",
      agent: "Agent 2",
      group: "Group C",
      changed: "03-03-2026 08:00",
    });
    const { totals } = await importContent(db, `${INCIDENTS}${more}\n`);
    expect(totals).toMatchObject({ read: 10, written: 1, known: 9, tasksMade: 0 });
    expect((await historyOf(db, "old-desk/INC8")).slice(-3)).toEqual([
      expect.stringMatching(/^03-03T08:00 Desk 1 requester: Caller 2 \(person \d+\) → Caller 1 \(person \d+\)$/),
      "03-03T08:00 Desk 1 Group: Group A → Group C",
      "03-03T08:00 Desk 1 status: In progress → Closed",
    ]);
  });

  test("updates a task in the trash without restoring it", async ({ db }) => {
    await importContent(db, file(row("INC1")));
    await db.updateTable("task").set({ put_away: "trash", put_away_at: 1, open: 0 }).execute();
    await importContent(db, file(row("INC1"), row("INC1", { state: "Active", changed: "02-03-2026 08:00" })));
    expect(await taskBy(db, "old-desk/INC1")).toMatchObject({ status: "in_progress", put_away: "trash", open: 0 });
  });

  test("imports a row that appears twice in a file once", async ({ db }) => {
    const { totals } = await importContent(db, file(row("A1"), row("A1")));
    expect(totals).toMatchObject({ read: 2, written: 1, known: 1, tasksMade: 1 });
  });

  test("tells rows apart by the map's key columns", async ({ db }) => {
    const map = { ...COLUMN_MAP, event: { ...COLUMN_MAP.event, key: ["number", "changed"] } };
    await importContent(db, file(row("A1")), { map });
    const { totals } = await importContent(db, file(row("A1", { group: "Group Z" })), { map });
    expect(totals).toMatchObject({ written: 0, known: 1 });
  });

  test("reports each bad row with its line and reason and imports all good ones", async ({ db }) => {
    const { end, totals, bad } = await importContent(
      db,
      Buffer.concat([
        Buffer.from(
          file(
            row("A1"),
            row("A2", { state: "Paused" }),
            row("A3", { changed: "32-03-2026 08:00" }),
            row("A4", { changed: "?" }),
            row("?"),
            "A5,New",
            `${row("A6")},x`,
            row("A7", { caller: "x".repeat(121) }),
            row("A8", { priority: "?" }),
            '"A9',
            row("A10"),
          ),
        ),
        Buffer.from([0x41, 0xff, 0x2c, 0x0a]),
        Buffer.from(`${row("A11")}\n`),
      ]),
    );
    expect(bad.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
      '3: column "state" is "Paused", which isn\'t mapped',
      '4: column "changed" is "32-03-2026 08:00", not a date like DD-MM-YYYY HH:mm',
      '5: column "changed" is empty or unknown',
      '6: column "number", which identifies tasks, is empty or unknown',
      "7: it has 2 cells, but the header has 12",
      "8: it has 13 cells, but the header has 12",
      expect.stringMatching(/^9: column "caller" is "x{60}…", longer than the 120 characters of a name$/),
      '10: column "priority" is empty or unknown, and the map has no "otherwise" for it',
      "11: opens a quotation mark that is never closed",
      "13: the text isn't UTF-8; save the file as UTF-8",
    ]);
    expect({ end, ...totals }).toMatchObject({ end: "done", read: 13, written: 3, bad: 10, tasksMade: 3 });
  });

  test("writes nothing in strict mode when a row is bad", async ({ db }) => {
    const before = await rowCounts(db);
    const { end, totals, bad } = await importContent(db, file(row("A1"), row("A2", { state: "Paused" })), {
      strict: true,
    });
    expect({ end, bad: totals.bad, lines: bad.length }).toEqual({ end: "refused", bad: 1, lines: 1 });
    expect(await rowCounts(db)).toEqual(before);
  });

  test("writes everything in strict mode when no row is bad", async ({ db }) => {
    const { end, totals } = await importContent(db, INCIDENTS, { strict: true });
    expect(end).toBe("done");
    expect(totals).toMatchObject({ written: 9, tasksMade: 3 });
  });

  test("writes nothing in a dry run and counts the same", async ({ db }) => {
    const before = await rowCounts(db);
    const content = `${INCIDENTS}${row("A2", { state: "Paused" })}\n${row("INC7")}\n${row("INC7")}\n`;
    const trial = await importContent(db, content, { dryRun: true });
    expect(await rowCounts(db)).toEqual(before);

    const real = await importContent(db, content);
    expect(trial.bad).toEqual(real.bad);
    expect({ ...trial.totals, entries: real.totals.entries }).toEqual(real.totals);
    const again = await importContent(db, content, { dryRun: true });
    expect(again.totals).toMatchObject({ read: 12, written: 0, known: 11, bad: 1, tasksMade: 0, peopleMade: 0 });
  });

  test("rolls back when a transaction fails, and completes when run again", async ({ db }) => {
    await importContent(db, file(row("A1")));
    const before = await rowCounts(db);
    // Makes history writes fail. By then, the tasks and people of the same rows have been written.
    await (engineOf(db) === "sqlite"
      ? sql`create trigger full_disk before insert on event begin select raise(abort, 'no room'); end`.execute(db)
      : sql`alter table event add constraint full_disk check (id < 0) not valid`.execute(db));
    const failed = await importContent(db, INCIDENTS);
    expect(failed.end).toBe("failed");
    expect(failed.totals).toMatchObject({ written: 0 });
    expect(await rowCounts(db)).toEqual(before);

    await (engineOf(db) === "sqlite"
      ? sql`drop trigger full_disk`.execute(db)
      : sql`alter table event drop constraint full_disk`.execute(db));
    expect((await importContent(db, INCIDENTS)).totals).toMatchObject({ written: 9, tasksMade: 3 });
  });

  test("stops between transactions with whole rows, and continues when run again", async ({ db }) => {
    const rows = Array.from({ length: 450 }, (_, index) => row(`A${index % 30}`, { group: `Group ${index}` }));
    const stop = new AbortController();
    const stopped = await importContent(db, file(...rows), { signal: stop.signal, onProgress: () => stop.abort() });
    expect(stopped.end).toBe("stopped");
    expect(stopped.totals.written).toBe(200);
    const { totals } = await importContent(db, file(...rows));
    expect(totals).toMatchObject({ read: 450, written: 250, known: 200, tasksMade: 0 });

    const groups = (await historyOf(db, "old-desk/A0")).filter((line) => line.includes("Group:"));
    expect(groups.slice(0, 3).map((line) => line.replace(/^.* Group: /, ""))).toEqual([
      ...["– → Group 0", "Group 0 → Group 30", "Group 30 → Group 60"],
    ]);
    expect(groups).toHaveLength(15);
  });

  test("matches existing people by address and never promotes a requester to agent", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada", email: "Ada@example.org" });
    await aRequester(db, { name: "Bob", email: "bob@example.org" });
    const map = {
      ...COLUMN_MAP,
      task: {
        ...COLUMN_MAP.task,
        requester: { column: "caller", by: "email" },
        assignee: { column: "agent", by: "email" },
      },
    };
    const { bad, totals } = await importContent(
      db,
      file(
        row("A1", { caller: "bob@EXAMPLE.org", agent: "ada@example.org" }),
        row("A2", { caller: "eve@example.org", agent: "bob@example.org" }),
        row("A3", { caller: "nobody" }),
      ),
      { map },
    );
    expect(bad.sort()).toEqual([
      '3: "bob@example.org" is a requester here and can\'t be assigned tasks; make them an agent first',
      '4: column "caller" is "nobody", not an email address',
    ]);
    expect(totals).toMatchObject({ written: 1, bad: 2, peopleMade: 1 }); // Desk 1
    expect(await taskBy(db, "old-desk/A1")).toMatchObject({ assignee_id: ada.id });
  });

  test("reads addresses in the formats of mail programs and keeps the names next to them", async ({ db }) => {
    const map = { ...COLUMN_MAP, task: { ...COLUMN_MAP.task, requester: { column: "caller", by: "email" } } };
    const callers = ["Dr. Neu Mensch <neu@firma.example>", "mailto:k@firma.example?subject=hi", "neu@firma.example;"];
    const wrong = ["x@y", "a@b..example", "a@firma.example; b@firma.example"];
    const rows = [...callers, ...wrong].map((caller, n) => row(`A${n}`, { caller }));
    const { bad, totals } = await importContent(db, file(...rows), { map });
    expect(bad).toHaveLength(wrong.length);
    expect(totals).toMatchObject({ written: callers.length });
    const people = db
      .selectFrom("user")
      .select(["name", "email"])
      .where("email", "like", "%@firma.example")
      .orderBy("email");
    expect(await people.execute()).toEqual([
      { name: "k", email: "k@firma.example" },
      { name: "Dr. Neu Mensch", email: "neu@firma.example" },
    ]);
  });

  test("records in the history when a row overrides a change made here", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    await importContent(db, file(row("A1")));
    const { id, version } = await taskBy(db, "old-desk/A1");
    await changeTask(db, ada, id, { change: { version, priority: "low" }, was: {} }, IMPORTED_AT);
    await importContent(db, file(row("A1", { changed: "02-03-2026 08:00" })));
    expect((await historyOf(db, "old-desk/A1")).filter((line) => line.includes("priority"))).toEqual([
      ...["03-01T09:00 Ada priority: Normal → Low", "03-02T08:00 Desk 1 priority: Low → Normal"],
    ]);
    expect(await taskBy(db, "old-desk/A1")).toMatchObject({ priority: 2, version: version + 2 });
  });

  test("keeps a requester who acts on their own tasks a requester, on the next import too", async ({ db }) => {
    const rows = [
      row("R1", { caller: "Rita", by: "Rita", opened_by: "Rita" }),
      row("R1", { caller: "Rita", by: "Desk 1", state: "Resolved", changed: "01-03-2026 09:00" }),
      row("R1", { caller: "Rita", by: "Rita", state: "Active", changed: "01-03-2026 10:00" }),
    ];
    await importContent(db, file(...rows));
    await importContent(db, file(...rows, row("R1", { caller: "Rita", by: "Rita", changed: "01-03-2026 11:00" })));
    const people = await db.selectFrom("user").select(["name", "role", "state"]).orderBy("name").execute();
    expect(people).toEqual(
      expect.arrayContaining([
        { name: "Rita", role: "requester", state: "active" },
        { name: "Desk 1", role: "agent", state: "disabled" },
      ]),
    );
  });

  test("backdates the auto-close of old tasks, without notifications or unread marks", async ({ db }) => {
    const ada = await anAgent(db);
    const resolved = { state: "Resolved", changed: "01-02-2020 09:00", resolved: "01-02-2020 09:00" };
    await importContent(db, file(row("OLD", { ...resolved, opened: "01-01-2020 08:00" }), row("NEW")));
    await db.updateTable("team").set({ auto_close_days: 7 }).execute();
    const unread = async () => {
      const { tasks } = await listTasks(db, ada, { filter: { status: "any" } });
      return tasks.filter((task) => task.unread).map(({ title }) => title);
    };
    expect(await unread()).toEqual([]);
    await inTransaction(db, (tx) => closeResolved(tx, IMPORTED_AT + 86_400_000));
    const own = Date.UTC(2020, 1, 8, 9);
    expect(await taskBy(db, "old-desk/OLD")).toMatchObject({ closed_at: own, updated_at: own });
    expect((await historyOf(db, "old-desk/OLD")).at(-1)).toBe("02-08T09:00 ? status: Resolved → Closed");
    expect(await unread()).toEqual([]);
    expect(await db.selectFrom("notification").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("job").select("id").where("kind", "=", "tell_of_new_tasks").execute()).toEqual([]);
  });

  test("keeps a due date as written, whatever its time zone", async ({ db }) => {
    const map = (format: string, timeZone: string) => ({
      ...{ source: "days", dates: { format, timeZone }, file: {} },
      task: { key: "id", title: "{id}", requester: { column: "who" }, dueAt: "due" },
    });
    const cases = [
      ["D.M.YYYY", "Europe/Berlin", "30.03.2026", "2026-03-30"],
      ["YYYY-MM-DD HH:mm", "America/New_York", "2026-03-30 23:59", "2026-03-30"],
      ["ISO", "Pacific/Kiritimati", "2026-03-30", "2026-03-30"],
      ["ISO", "Europe/Berlin", "2026-03-30T23:30:00-11:00", "2026-03-30"],
      ["unix", "America/Los_Angeles", String(Date.parse("2026-11-26T03:02Z") / 1000), "2026-11-25"],
    ] as const;
    for (const [index, [format, zone, text, day]] of cases.entries()) {
      const source = `id,who,due\n${index},Ada,${text}\n`;
      const { bad } = await importContent(db, source, { map: map(format, zone) });
      expect(bad).toEqual([]);
      const task = await db.selectFrom("task").select("due_at").where("title", "=", String(index)).executeTakeFirst();
      expect([text, task?.due_at]).toEqual([text, Date.parse(day)]);
    }
  });

  test("reads a header in decomposed Unicode and a sep= line that sets the delimiter", async ({ db }) => {
    const map = {
      ...{ source: "apple", file: {}, dates: { format: "ISO" } },
      task: { key: "num\u00e9ro", title: "{pr\u00e9nom}", requester: { column: "pr\u00e9nom" } },
    };
    const text = "num\u00e9ro;pr\u00e9nom\n1;Ren\u00e9e\n".normalize("NFD");
    const { bad, totals } = await importContent(db, `\ufeffsep=;\r\n${text}`, { map });
    expect({ bad, written: totals.written }).toEqual({ bad: [], written: 1 });
    expect(await taskBy(db, "apple/1")).toMatchObject({ title: "Ren\u00e9e" });
  });

  test("imports a plain list of tasks, one row each", async ({ db }) => {
    const map = {
      ...{ source: "list", dates: { format: "ISO" } },
      task: {
        ...{ key: "id", title: "{subject}", requester: { column: "who" }, openedAt: "opened", closedAt: "closed" },
        status: { column: "status" },
      },
    };
    const list =
      "id,subject,who,status,opened,closed\n1,Lamp,Ada,closed,2026-02-01T08:00:00Z,2026-02-03\n2,Desk,Bob,new,,\n";
    expect((await importContent(db, list, { map })).totals).toMatchObject({ written: 2, tasksMade: 2 });
    expect(await historyOf(db, "list/1")).toEqual(["02-01T08:00 ? created", "02-03T00:00 ? status: New → Closed"]);
    expect(await taskBy(db, "list/2")).toMatchObject({ created_at: IMPORTED_AT, status: "new" });
    await importContent(db, list.replace("Desk,Bob,new", "Desk,Bob,resolved"), { map, now: IMPORTED_AT + 60_000 });
    expect((await historyOf(db, "list/2")).at(-1)).toBe("03-01T09:01 ? status: New → Resolved");
  });
});
