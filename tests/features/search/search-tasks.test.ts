import { expect, onTestFinished } from "vitest";
import type { Db } from "~/db/types";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { completeTerm } from "~/features/search/complete-term.server";
import { jumpToTask } from "~/features/search/search-page.server";
import { searchPeople } from "~/features/search/search-people.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { readCatalogue, resetCatalogue } from "~/features/tasks/catalogue.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aRequester, aTask } from "../../support/factories";
import { aSearchablePerson, aSearchableTask } from "../../support/search-desk";

/** A Wednesday. */
const NOW = Date.UTC(2026, 2, 11, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function found(db: Db, viewer: Viewer, text: string): Promise<string[] | string> {
  const result = await searchTasks(db, viewer, text, { now: NOW });
  return result.ok ? result.tasks.map((task) => task.title) : result.error.message;
}

async function aDesk(db: Db) {
  const ada = await aSearchablePerson(db, { name: "Ada Lovelace", email: "ada@desk.example", role: "agent" });
  const ana = await aSearchablePerson(db, { name: "Ana Díaz", email: "ana@example.org" });
  const bob = await aSearchablePerson(db, { name: "Bob", email: "bob@example.org" });
  return { ada, ana, bob };
}

onEachDatabase("domain B7: search words", (test) => {
  test("match title, messages, notes, tags, names, addresses and the task number", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    const id = await aSearchableTask(db, {
      title: "Störung am Drucker",
      requester: ana.id,
      tags: ["net/vpn"],
      replies: ["Seit gestern 赤いランプが点灯 e-mail"],
      notes: ["Tonerkassette bestellt"],
    });
    await aSearchableTask(db, { title: "Something else", requester: ada.id });

    const finding = [
      "storung",
      "STÖRUNG",
      "ｄｒｕｃｋｅｒ",
      "gestern",
      "toner",
      "diaz",
      "ana@example.org",
      "vpn",
      "net/vpn",
    ];
    finding.push("ランプ", "赤い", "点", "e-mail", '"störung am"', `${id} drucker`, "druck", "tonerk*  gestern");
    for (const text of finding) expect([text, await found(db, ada, text)]).toEqual([text, ["Störung am Drucker"]]);

    for (const text of ["druck status:open", "storung druck -nowhere", '(druck) "storung"']) {
      expect([text, await found(db, ada, text)]).toEqual([text, ["Störung am Drucker"]]);
    }
    const missing = ['"am störung"', "rucker", "赤ランプ", '"druck"', "druck gestern", "nowhere", "drucker nowhere"];
    for (const text of missing) expect([text, await found(db, ada, text)]).toEqual([text, []]);
  });

  test("can be combined with OR, NOT and parentheses", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    for (const title of ["red printer", "blue printer", "red phone", "green phone"]) {
      await aSearchableTask(db, { title, requester: ana.id });
    }
    expect(await found(db, ada, "red OR blue")).toEqual(["red phone", "blue printer", "red printer"]);
    expect(await found(db, ada, "printer -red")).toEqual(["blue printer"]);
    expect(await found(db, ada, "(red OR green) phone")).toEqual(["green phone", "red phone"]);
    expect(await found(db, ada, "-(red OR green)")).toEqual(["blue printer"]);
    expect(await found(db, ada, "NOT printer NOT green")).toEqual(["red phone"]);
    expect(await found(db, ada, "blue OR status:resolved")).toEqual(["blue printer"]);
    expect(await found(db, ada, "")).toHaveLength(4);
  });

  test("without letters or digits are ignored with a notice, and alone find nothing", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    await aSearchableTask(db, { title: "red", requester: ana.id });
    const result = await searchTasks(db, ada, "red 🙂", { now: NOW });
    expect(result).toMatchObject({
      ok: true,
      tasks: [{ title: "red" }],
      notices: [{ message: "“🙂” has no letters or digits, so it was ignored." }],
    });
    expect(await found(db, ada, "🙂")).toEqual([]);
  });

  test("that match no person's name give a notice, to agents only", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    await aSearchableTask(db, { title: "red", requester: ana.id });
    const notices = async (viewer: typeof ada, text: string) => {
      const answer = await searchTasks(db, viewer, text, { now: NOW });
      return answer.ok ? answer.notices.map(({ message, suggestion = null }) => [message, suggestion]) : null;
    };
    expect(await notices(ada, "red -assignee:nobody is:open")).toEqual([
      ["No one is called “nobody”. Did you mean “assignee:none”?", "red -assignee:none is:open"],
    ]);
    expect(await notices(ada, "requester:ana,annna author:me watcher:none,x@y.example")).toEqual([
      ["No one is called “annna”. Check the spelling.", null],
      ["No one is called “x@y.example”. Check the spelling.", null],
    ]);
    expect(await notices(ana, "requester:annna")).toEqual([]);
  });

  test("are harmless whatever they contain", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    await aSearchableTask(db, { title: "red", requester: ana.id });
    const hostile = [
      "'",
      "red'); drop table task; --",
      "{title}: red",
      "red NEAR blue",
      "red^2",
      "a:b*",
      "\\",
      "%",
      "_",
    ];
    hostile.push(
      "\0",
      "\ue003red",
      "red\u0000",
      "tag:a\u0000b",
      "requester:\ud800",
      '"\\"',
      "title:'; --",
      "tag:'x",
      "tag:%",
      "requester:%",
      "🙂:🙂",
      "x".repeat(1000),
    );
    for (const text of hostile) expect([text, await found(db, ada, text)]).toEqual([text, expect.anything()]);
  });
});

onEachDatabase("domain B6: a requester's search", (test) => {
  test("finds only their own tasks, and never notes", async ({ db }) => {
    const { ada, ana, bob } = await aDesk(db);
    const anas = await aSearchableTask(db, {
      title: "Ana's",
      requester: ana.id,
      replies: ["word"],
      notes: ["xylophone word"],
      tags: ["secret-tag"],
    });
    const bobs = await aSearchableTask(db, { title: "Bob's", requester: bob.id, replies: ["word"] });

    expect(await found(db, ada, "xylophone")).toEqual(["Ana's"]);
    expect(await found(db, ada, "word")).toEqual(["Bob's", "Ana's"]);
    expect(await found(db, ada, "note:xylophone has:note")).toEqual(["Ana's"]);
    for (const text of ["xylophone", "xylo", "xylo*", '"xylophone word"', "Bob's", "secret-tag", "title:xylophone"]) {
      expect([text, await found(db, ana, text)]).toEqual([text, []]);
    }
    for (const text of ["", "word", "-xylophone", "word OR xylophone"]) {
      expect([text, await found(db, ana, text)]).toEqual([text, ["Ana's"]]);
    }
    expect(await jumpToTask(db, ana, `#${anas}`)).toBe(anas);
    expect(await jumpToTask(db, ana, `#${bobs}`)).toBeNull();
    expect(await jumpToTask(db, ada, ` ${bobs} `)).toBe(bobs);
    expect(await jumpToTask(db, ada, "x")).toBeNull();
  });

  test("is limited to details that requesters are shown", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    const lastPublicAt = NOW - 3 * DAY;
    await aSearchableTask(db, { title: "mine", requester: ana.id, assignee: ada.id, updatedAt: NOW, lastPublicAt });
    const inner = [
      "assignee:ada",
      "creator:ana",
      "tag:x",
      "priority:high",
      "due:today",
      "note:x",
      "-note:x",
      "(a OR has:note)",
    ];
    inner.push("is:unassigned", "IS:Overdue", "has:due", 'team:"service desk"', "sort:priority", "sort:due");
    for (const text of inner)
      expect(await found(db, ana, text)).toMatch(
        /is only available to agents\. (Remove it from the search|Choose another order)\.$/,
      );

    for (const text of [
      "is:mine",
      "is:open",
      "requester:ANA@example.org",
      "requester:me",
      "updated:>2d",
      'status:"Received"',
    ]) {
      expect([text, await found(db, ana, text)]).toEqual([text, ["mine"]]);
    }
    expect(await found(db, ana, "updated:today")).toEqual([]);
    expect(await found(db, ana, "author:ada@desk.example")).toEqual([]);
    const result = await searchTasks(db, ana, "mine", { now: NOW });
    expect(result).toMatchObject({ ok: true, tasks: [{ title: "mine", changedAt: lastPublicAt, inner: null }] });
    expect(await searchPeople(db, ana, "ada", { now: NOW })).toEqual([]);
  });
});

onEachDatabase("domain B7: hits", (test) => {
  test("in the title come first, then hits in labels, then in messages, newest first", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    await aSearchableTask(db, { title: "1 fire drill", requester: ana.id });
    await aSearchableTask(db, { title: "2", requester: ana.id, replies: ["fire drill"] });
    await aSearchableTask(db, { title: "3 drill", requester: ana.id, tags: ["fire"] });
    await aSearchableTask(db, { title: "4 drill", requester: ana.id, notes: ["fire"] });
    await aSearchableTask(db, { title: "5 drill of fire", requester: ana.id, replies: ["fire drill"] });
    await aSearchableTask(db, { title: "6", requester: ana.id, tags: ["fire", "drill"] });
    const ranked = ["5 drill of fire", "1 fire drill", "6", "3 drill", "4 drill", "2"];
    expect(await found(db, ada, "fire drill")).toEqual(ranked);
    expect(await found(db, ada, "fire drill sort:number-asc")).toEqual([...ranked].sort());
    expect(await found(db, ana, "fire drill")).toEqual(["5 drill of fire", "1 fire drill", "2"]);

    for (const text of ["fire drill", "fire drill sort:updated", "drill fire -nothing", "sort:priority-asc", ""]) {
      const whole = await searchTasks(db, ada, text, { now: NOW });
      const paged: number[] = [];
      let after: Parameters<typeof searchTasks>[3]["after"] = null;
      do {
        const page = await searchTasks(db, ada, text, { now: NOW, after: after ?? null, limit: 2 });
        if (!page.ok) throw new Error(page.error.message);
        paged.push(...page.tasks.map((task) => task.id));
        after = page.next;
      } while (after);
      expect(paged).toEqual(whole.ok && whole.tasks.map((task) => task.id));
    }
  });

  test("come in the order that sort: sets", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    await aSearchableTask(db, { title: "a", requester: ana.id, priority: 1, dueAt: NOW + DAY, updatedAt: NOW });
    await aSearchableTask(db, { title: "b", requester: ana.id, priority: 4, dueAt: null, updatedAt: NOW - DAY });
    await aSearchableTask(db, {
      title: "c",
      requester: ana.id,
      priority: 2,
      dueAt: NOW - DAY,
      updatedAt: NOW - 2 * DAY,
    });
    const orders: [string, string[]][] = [
      ["sort:priority", ["b", "c", "a"]],
      ["sort:priority-asc", ["a", "c", "b"]],
      ["sort:due", ["c", "a", "b"]],
      ["sort:due-desc", ["a", "c", "b"]],
      ["sort:updated", ["a", "b", "c"]],
      ["sort:created", ["c", "b", "a"]],
      ["sort:number-asc", ["a", "b", "c"]],
      ["sort:relevance", ["c", "b", "a"]],
    ];
    for (const [text, titles] of orders) expect([text, await found(db, ada, text)]).toEqual([text, titles]);
  });
});

onEachDatabase("domain B7: qualifiers", (test) => {
  test("narrow the results", async ({ db }) => {
    const { ada, ana, bob } = await aDesk(db);
    const requester = ana.id;
    await aSearchableTask(db, { title: "new", requester, priority: 4, tags: ["net/vpn", "vip"], createdAt: NOW - DAY });
    await aSearchableTask(db, { title: "mine", requester, assignee: ada.id, status: "in_progress", type: "request" });
    await aSearchableTask(db, {
      title: "waits",
      requester,
      status: "waiting_requester",
      tags: ["network"],
      dueAt: NOW - DAY,
    });
    await aSearchableTask(db, {
      title: "done",
      requester: bob.id,
      status: "resolved",
      open: 0,
      resolvedAt: NOW - 2 * DAY,
    });
    await aSearchableTask(db, { title: "gone", requester: bob.id, status: "cancelled", open: 0, dueAt: NOW - HOUR });

    const cases: [string, string[]][] = [
      ["status:open", ["waits", "mine", "new"]],
      ["status:done", ["gone", "done"]],
      ["status:any", ["gone", "done", "waits", "mine", "new"]],
      ["status:new", ["new"]],
      ["status:active", ["mine"]],
      ['status:"In Progress",resolved', ["done", "mine"]],
      ["status:IN_PROGRESS", ["mine"]],
      ["status:waiting", ["waits"]],
      ["status:closed", ["gone"]],
      ["-status:open", ["gone", "done"]],
      ["is:open", ["waits", "mine", "new"]],
      ["is:done", ["gone", "done"]],
      ["is:mine", ["mine"]],
      ["is:unassigned status:open", ["waits", "new"]],
      ["is:overdue", ["waits"]],
      ["awaiting:us", ["mine", "new"]],
      ["awaiting:requester,third_party", ["waits"]],
      ["has:due", ["gone", "waits"]],
      ["assignee:me", ["mine"]],
      ["assignee:none", ["gone", "done", "waits", "new"]],
      ["-assignee:me", ["gone", "done", "waits", "new"]],
      ["assignee:any", ["mine"]],
      ['assignee:"ada lovelace"', ["mine"]],
      ["assignee:lovelace", ["mine"]],
      ["assignee:love", []],
      ["requester:BOB", ["gone", "done"]],
      ["requester:bob@example.org,nobody", ["gone", "done"]],
      ['requester:"Ana Díaz <ana@example.org>"', ["waits", "mine", "new"]],
      ["requester:diaz creator:ana", ["waits", "mine", "new"]],
      ["priority:urgent", ["new"]],
      ["priority:>=high", ["new"]],
      ["priority:<high", ["gone", "done", "waits", "mine"]],
      ["priority:low,normal -is:done", ["waits", "mine"]],
      ["type:request", ["mine"]],
      ["type:Request", ["mine"]],
      ["-type:incident", ["mine"]],
      ["tag:net/vpn", ["new"]],
      ["tag:NET/*", ["new"]],
      ["tag:net*", ["waits", "new"]],
      ["tag:any -tag:vip", ["waits"]],
      ["tag:none", ["gone", "done", "mine"]],
      ['team:"service desk" tag:vip', ["new"]],
      ["channel:web tag:vip", ["new"]],
      ["channel:email", []],
      ["#2", ["mine"]],
      ["#2 OR #3", ["waits", "mine"]],
      ["-#1 is:open", ["waits", "mine"]],
      ["reopened:0 #1", ["new"]],
      ["reopened:>0", []],
      ["title:waits,gone", ["gone", "waits"]],
      ["title:diaz", []],
    ];
    for (const [text, titles] of cases) expect([text, await found(db, ada, text)]).toEqual([text, titles]);
  });

  test("for times take dates, ages and time left", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    const at = (title: string, createdAt: number, dueAt: number | null = null) =>
      aSearchableTask(db, { title, requester: ana.id, createdAt, dueAt });
    await at("january", Date.UTC(2026, 0, 31, 23, 59), NOW - DAY);
    await at("february", Date.UTC(2026, 1, 1), NOW + 3 * HOUR);
    await at("last week", Date.UTC(2026, 2, 8, 23, 59), NOW + DAY);
    await at("monday", Date.UTC(2026, 2, 9));
    await at("yesterday", Date.UTC(2026, 2, 10, 13));
    await at("today", Date.UTC(2026, 2, 11));

    const cases: [string, string[]][] = [
      ["created:2026-02-01", ["february"]],
      ["created:2026-02", ["february"]],
      ["created:2026-01..2026-02-01", ["february", "january"]],
      ["created:<2026-02-01", ["january"]],
      ["created:<=2026-02-01", ["february", "january"]],
      ["created:>2026-02", ["today", "yesterday", "monday", "last week"]],
      ["created:>=2026-03-10", ["today", "yesterday"]],
      ["created:today", ["today"]],
      ["created:yesterday,2026-01", ["yesterday", "january"]],
      ["created:this-week", ["today", "yesterday", "monday"]],
      ["created:last-week", ["last week"]],
      ["created:this-month", ["today", "yesterday", "monday", "last week"]],
      ["created:last-month", ["february"]],
      ["created:<1d", ["today", "yesterday"]],
      ["created:1d", ["today", "yesterday"]],
      ["created:>30d", ["february", "january"]],
      ["updated:>30d", ["february", "january"]],
      ["due:<4h", ["january"]],
      ["due:<1d", ["february", "january"]],
      ["due:>1d", ["last week"]],
      ["due:today", ["february"]],
      ["due:tomorrow", ["last week"]],
      ["due:none", ["today", "yesterday", "monday"]],
      ["-due:<1d", ["today", "yesterday", "monday", "last week"]],
      ["-closed:today", ["today", "yesterday", "monday", "last week", "february", "january"]],
      ["closed:any", []],
    ];
    for (const [text, titles] of cases) expect([text, await found(db, ada, text)]).toEqual([text, titles]);
    expect(await found(db, ada, "created:tomorrow..yesterday")).toBe(
      "The range after “created:” ends before it begins. Swap the two values.",
    );
  });

  test("for days use the viewer's calendar, but a due or snooze day is the same for every viewer", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    const id = await aSearchableTask(db, { title: "Lamp", requester: ana.id });
    await db
      .updateTable("task")
      .set({
        ...{ created_at: Date.UTC(2026, 2, 9, 23, 30), due_at: Date.UTC(2026, 2, 9, 23, 59) },
        ...{ snoozed_until: Date.UTC(2026, 2, 9, 8), status: "on_hold" },
      })
      .where("id", "=", id)
      .execute();
    for (const [zone, day] of [
      ["", "2026-03-09"],
      ["Europe/Berlin", "2026-03-10"],
      ["Pacific/Honolulu", "2026-03-09"],
    ] as const) {
      const viewer = { ...ada, preferences: JSON.stringify({ zone }) };
      expect(await found(db, viewer, `created:${day}`), zone).toEqual(["Lamp"]);
      expect(await found(db, viewer, "due:2026-03-09 snooze:2026-03-09"), zone).toEqual(["Lamp"]);
      expect(await found(db, viewer, "due:2026-03-10"), zone).toEqual([]);
    }
  });

  test("is:unanswered and author: go by who wrote", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    await aSearchableTask(db, { title: "asked", requester: ana.id, lastRequesterAt: NOW });
    await aSearchableTask(db, { title: "answered", requester: ana.id, lastRequesterAt: NOW - HOUR, lastAgentAt: NOW });
    await aSearchableTask(db, {
      title: "again",
      requester: ana.id,
      lastRequesterAt: NOW,
      lastAgentAt: NOW - HOUR,
      replies: ["x"],
    });
    expect(await found(db, ada, "is:unanswered")).toEqual(["again", "asked"]);
    expect(await found(db, ada, "author:ana")).toEqual(["again"]);
    expect(await found(db, ada, "author:me")).toEqual([]);
    expect(await found(db, ada, "body:x")).toEqual(["again"]);
    expect(await found(db, ada, "replied:today")).toEqual(["again", "answered"]);
  });

  test("accept from a requester only the types and status names that requesters see", async ({ db }) => {
    const rita = await aRequester(db);
    const inner = {
      key: "fraudcheck_internal",
      name: "Fraudcheck internal",
      requester_name: "In progress",
      position: 90,
    };
    const status = { ...inner, category: "active" as const, awaits: "us" as const, pauses_resolution: 0 as const };
    await db
      .insertInto("status")
      .values({ ...status, is_default: 0, colour: "", enabled: 1 })
      .execute();
    await db.updateTable("catalogue").set({ version: 1 }).execute();
    await readCatalogue(db);
    onTestFinished(resetCatalogue);
    const [checked, other] = [await aTask(db, { requester: rita }), await aTask(db, { requester: rita })];
    for (const [{ id }, key] of [
      [checked, inner.key],
      [other, "in_progress"],
    ] as const) {
      await db.updateTable("task").set({ status: key }).where("id", "=", id).execute();
    }
    const asked = async (query: string) => {
      const answer = await searchTasks(db, rita, query, { now: NOW });
      return answer.ok ? answer.tasks.map(({ id }) => id).sort((a, b) => a - b) : answer.error.message;
    };
    const take =
      "Use open, done, any, or a status: Received, In progress, Waiting for your reply, On hold, Resolved, Closed, or Cancelled.";
    for (const inside of ["Fraudcheck internal", inner.key]) {
      expect(await asked(`status:"${inside}"`)).toBe(`There's no status “${inside}”. ${take}`);
    }
    for (const theirs of ['"In progress"', "in_progress"]) {
      expect(await asked(`status:${theirs}`)).toEqual([checked.id, other.id]);
    }
    expect(await asked("type:task")).toBe("There's no type “task”. Use incident, request, or question.");
    expect(await asked("type:incident")).toEqual([checked.id, other.id]);
    expect((await completeTerm(db, rita, 'status:"in p')).map(({ value }) => value)).toEqual(['status:"In progress"']);
  });

  test("that can't be answered return an error that says why", async ({ db }) => {
    const { ada } = await aDesk(db);
    const cases: [string, string][] = [
      ["org:acme", "There's no organization “acme”. Check the spelling."],
      ["field.place:x", "There's no field “place”. Check the spelling."],
      ["role:agent", "“role:” finds people, not tasks. Remove it to search tasks."],
      ["status:opne", "There's no status “opne”. Did you mean “open”?"],
      [
        "status:xyzzy",
        "There's no status “xyzzy”. Use open, done, any, or a status: New, In progress, Waiting for requester, On hold, Resolved, Closed, or Cancelled.",
      ],
      ["type:bug", "There's no type “bug”. Use incident, request, question, or task."],
      ["team:north", "There's no team “north”. Check the spelling."],
      ["title:!", "“title:” needs a letter or digit after it."],
    ];
    for (const [text, message] of cases) expect([text, await found(db, ada, text)]).toEqual([text, message]);
    expect(await searchTasks(db, ada, "vpn priority:hgih", { now: NOW })).toMatchObject({
      ok: false,
      error: { at: { start: 13, end: 17 } },
    });
  });

  test("that tasks don't support say why", async ({ db }) => {
    const { ada } = await aDesk(db);
    const every = ["site:x"];
    every.push("is:away", "state:active");
    for (const text of every)
      expect(await found(db, ada, text)).toMatch(
        /^You can't search .* yet\. Remove .* from the search\.$|finds people/,
      );
  });
});

onEachDatabase("domain B7: the task list's query", (test) => {
  test("finds open tasks unless it names a status or a number, and takes its order from sort:", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    const open = await aSearchableTask(db, { title: "vpn one", requester: ana.id });
    const done = await aSearchableTask(db, { title: "vpn two", requester: ana.id, status: "resolved", open: 0 });

    async function listed(text: string) {
      const query = await compileTaskQuery(db, ada, text, NOW, { openByDefault: true });
      if (!query.ok) throw new Error(query.error.message);
      const rows = await db
        .selectFrom("task")
        .select("task.id")
        .where(query.asked({ works: true }).where)
        .orderBy("task.id")
        .execute();
      return rows.map((row) => row.id);
    }
    expect(await listed("")).toEqual([open]);
    expect(await listed("vpn")).toEqual([open]);
    expect(await listed("vpn status:any")).toEqual([open, done]);
    expect(await listed("vpn is:done")).toEqual([done]);
    expect(await listed(`#${done}`)).toEqual([done]);
    expect(await listed("vp")).toEqual([]);
    expect(await compileTaskQuery(db, ada, "vpn sort:priority", NOW)).toMatchObject({
      sort: { by: "priority", direction: "desc" },
    });
  });
});

onEachDatabase("people search", (test) => {
  test("finds people for agents by prefixes of names and addresses", async ({ db }) => {
    const { ada, ana, bob } = await aDesk(db);
    const names = async (text: string) =>
      (await searchPeople(db, ada, text, { now: NOW })).map((person) => person.name);
    expect(await names("an")).toEqual([ana.name]);
    expect(await names("DIAZ ana")).toEqual([ana.name]);
    expect(await names("example")).toEqual([ada.name, ana.name, bob.name]);
    expect(await names("role:requester")).toEqual([ana.name, bob.name]);
    expect(await names("example -role:requester")).toEqual([ada.name]);
    expect(await names("bob OR ada")).toEqual([ada.name, bob.name]);
    expect(await names("iaz")).toEqual([]);
    expect(await names("ana status:open")).toEqual([]);
    expect(await names("%")).toEqual([]);
    expect(await names("")).toEqual([]);
  });
});
