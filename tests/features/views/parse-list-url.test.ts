import { expect } from "vitest";
import type { Db } from "~/db/types";
import { type FilterTexts, NO_FILTERS } from "~/features/task-list/task-filters";
import { listTasks } from "~/features/task-list/task-list.server";
import { listHref } from "~/features/task-list/task-list-url";
import { ORDERS, SORTS, sortText } from "~/features/task-list/task-sort-and-cursor";
import type { Viewer } from "~/features/users/users";
import { emptyListReasons } from "~/features/views/empty-list-reasons.server";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { onEachDatabase } from "../../support/database";
import { anAgent, aRequester, aTask, NOON } from "../../support/factories";

async function asked(db: Db, viewer: Viewer, texts: Record<string, string>) {
  const meant = await parseListUrl(db, viewer, new URLSearchParams(texts), NOON);
  if (!meant.asked.ok) return meant.asked.error.message;
  const { tasks } = await listTasks(db, viewer, { ...meant.asked, sort: meant.address.sort });
  return { titles: tasks.map(({ title }) => title).sort(), notices: meant.asked.notices.map(({ message }) => message) };
}

onEachDatabase("the assignee filter of a list (A7)", (test) => {
  test("takes a name, address or number, and applies on top of any query, even a broken one", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Winter" });
    const ben = await anAgent(db, { name: "Ben Frost" });
    await aTask(db, { title: "Printer of Ada", assignee: ada });
    await aTask(db, { title: "Printer of Ben", assignee: ben });
    await aTask(db, { title: "Printer" });

    const ofBen = { titles: ["Printer of Ben"], notices: [] };
    for (const assignee of ["Ben Frost", "ben", ben.email ?? "", `Ben Frost (person ${ben.id})`]) {
      expect(await asked(db, ada, { assignee }), assignee).toEqual(ofBen);
    }
    for (const q of ["printer NOT", '-"foo', "-(foo", "printer) OR printer", "printer OR printer"]) {
      expect(await asked(db, ada, { q, assignee: "ben" }), q).toMatchObject({ titles: ["Printer of Ben"] });
    }
    expect(await asked(db, ada, { assignee: "nobody here" })).toEqual({
      titles: [],
      notices: ["No one is called “nobody here”. Check the spelling."],
    });
    expect(await asked(db, ada, { assignee: 'a "b\\' })).toMatchObject({ titles: [] });
    expect(await asked(db, ada, { assignee: "me" })).toMatchObject({ titles: ["Printer of Ada"] });
    expect(await asked(db, ada, { assignee: "any" })).toMatchObject({ titles: ["Printer of Ada", "Printer of Ben"] });
  });

  test("is ignored for requesters", async ({ db }) => {
    const [ada, rita] = [await anAgent(db, { name: "Ada Winter" }), await aRequester(db)];
    await aTask(db, { title: "Hers", requester: rita, assignee: ada });
    await aTask(db, { title: "Hers, too", requester: rita });
    expect(await asked(db, rita, { assignee: "Ada" })).toEqual({ titles: ["Hers", "Hers, too"], notices: [] });
  });
});

onEachDatabase("the team and type filters of a list", (test) => {
  test("narrow it for agents; an unknown team is refused, an unknown type ignored", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Winter" });
    const rita = await aRequester(db);
    const network = await db
      .insertInto("team")
      .values({ name: "Network", is_default: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await aTask(db, { title: "Laptop", type: "request", requester: rita });
    await aTask(db, { title: "Router", type: "incident", requester: rita, team: network.id });
    const found = (...titles: string[]) => ({ titles, notices: [] });
    expect(await asked(db, ada, { team: "service desk" })).toEqual(found("Laptop"));
    expect(await asked(db, ada, { type: "incident" })).toEqual(found("Router"));
    expect(await asked(db, ada, { team: "Network", type: "request" })).toEqual(found());
    expect(await asked(db, ada, { type: "incident", q: "laptop OR router" })).toEqual(found("Router"));
    expect(await asked(db, ada, { team: "none" })).toEqual(found());
    expect(await asked(db, ada, { type: "was-retired" })).toEqual(found("Laptop", "Router"));
    expect(await asked(db, ada, { team: "Nowhere" })).toMatch(/Nowhere/);
    expect(await asked(db, rita, { team: "Nowhere", type: "incident" })).toEqual(found("Laptop", "Router"));
    const hers = await parseListUrl(db, rita, new URLSearchParams({ team: "Network", type: "incident" }), NOON);
    expect(hers.texts).toEqual(NO_FILTERS);
    const adas = await parseListUrl(db, ada, new URLSearchParams({ team: "Network", assignee: "me" }), NOON);
    expect(adas.asked).toMatchObject({ ok: true, isShort: true });
    const view = await parseListUrl(db, ada, new URLSearchParams({ view: "overdue", assignee: "me" }), NOON);
    expect(view.asked).toMatchObject({ ok: true, isShort: false });
  });
});

onEachDatabase("the requester and tag filters of a list (A7)", (test) => {
  test("take 'me', partial names, none, any and prefixes, and report unknown people and tags", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Winter" });
    const rita = await aRequester(db, { name: "Rita Berg" });
    await aTask(db, { title: "Hers", requester: rita, tags: ["net/vpn"] });
    await aTask(db, { title: "Mine", requester: ada });
    const found = (titles: string[]) => ({ titles, notices: [] });
    expect(await asked(db, ada, { requester: "me" })).toEqual(found(["Mine"]));
    expect(await asked(db, ada, { requester: "Me" })).toEqual(found(["Mine"]));
    expect(await asked(db, ada, { requester: "rit" })).toEqual(found(["Hers"]));
    expect(await asked(db, ada, { tag: "none" })).toEqual(found(["Mine"]));
    expect(await asked(db, ada, { tag: "any" })).toEqual(found(["Hers"]));
    expect(await asked(db, ada, { tag: "net/*", requester: "rita" })).toEqual(found(["Hers"]));
    expect(await asked(db, rita, { tag: "none", requester: "ada" })).toEqual(found(["Hers"])); // ignored

    const unknown = (who: Viewer, texts: Partial<FilterTexts>) =>
      emptyListReasons(db, who, { ...NO_FILTERS, ...texts }, []).then((why) => why.unknown);
    const [nobody, noTask] = [
      "No one is called “zeno ri”. Check the spelling.",
      "No task you can access has the tag “net”.",
    ];
    expect(await unknown(ada, { requester: "zeno ri", tag: "net" })).toEqual([nobody, noTask]);
    expect(await unknown(ada, { requester: "ri be", tag: "net/vpn" })).toEqual([]);
    expect(await unknown(ada, { requester: "me", tag: "x*" })).toEqual([]);
    expect(await unknown(rita, { requester: "zeno", tag: "net" })).toEqual([]);
    // A tag that only tasks outside the agent's access have counts as unknown.
    await db.deleteFrom("team_member").where("user_id", "=", ada.id).execute();
    await db.updateTable("task").set({ confidential: 1 }).where("requester_id", "=", rita.id).execute();
    expect(await unknown(ada, { tag: "net/vpn" })).toEqual(["No task you can access has the tag “net/vpn”."]);
  });
});

onEachDatabase("the status filter of a list (B6)", (test) => {
  test("takes a single status only from agents: a key may reveal what requesters can't read", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const mine = [await aTask(db, { requester: rita }), await aTask(db, { requester: rita, status: "on_hold" })];
    const found = async (who: Viewer, status: string) => {
      const { asked, address, texts } = await parseListUrl(db, who, new URLSearchParams({ status }), NOON);
      const listed = asked.ok ? (await listTasks(db, who, asked)).tasks.map(({ id }) => id).sort((a, b) => a - b) : [];
      return [listed, address.texts.status, texts.status];
    };
    const [received, held] = mine.map(({ id }) => id);
    expect(await found(ada, "on_hold")).toEqual([[held], "on_hold", "on_hold"]);
    expect(await found(rita, "on_hold")).toEqual([[received, held], "", ""]);
    expect(await found(rita, "closed")).toEqual([[received, held], "", ""]);
    expect(await found(rita, "done")).toEqual([[], "done", "done"]);
  });
});

onEachDatabase("the sort order of a list (A7)", (test) => {
  test("is the chosen one, else the query's; an empty choice counts as none", async ({ db }) => {
    const ada = await anAgent(db);
    const order = async (address: string) =>
      sortText((await parseListUrl(db, ada, new URLSearchParams(address), NOON)).address.sort);
    expect(await order("q=sort:created")).toBe("created-desc");
    expect(await order("q=sort:created&sort=")).toBe("created-desc");
    expect(await order("q=sort:created&sort=due-asc")).toBe("due-asc");
    expect(await order("sort=")).toBe("attention-desc");
    expect(await order("q=sort:created&sort=attention-desc")).toBe("attention-desc");
    const rita = await aRequester(db);
    const { address, usual } = await parseListUrl(db, rita, new URLSearchParams("q=sort:priority"), NOON);
    expect([sortText(address.sort), sortText(usual)]).toEqual(["updated-desc", "updated-desc"]); // ignored
  });

  test.for(["q=sort:created", "q=sort:created&sort=attention-desc", "sort=due", "q=sort:due-asc&sort=updated-desc"])(
    "continues across pages: %s",
    async (search, { db }) => {
      const ada = await anAgent(db);
      for (let i = 0; i < 5; i++) await aTask(db);
      const found: number[] = [];
      for (let href: string | null = `/tasks?${search}`; href !== null && found.length < 10; ) {
        const { asked, address, usual } = await parseListUrl(db, ada, new URL(href, "http://desk").searchParams, NOON);
        if (!asked.ok) throw new Error(asked.error.message);
        const { sort, position } = address;
        const { tasks, next } = await listTasks(db, ada, { ...asked, sort, position, limit: 2 });
        found.push(...tasks.map(({ id }) => id));
        href = next && listHref(address, { side: "after", values: next }, usual);
      }
      expect(found.sort()).toEqual([1, 2, 3, 4, 5]);
    },
  );

  test("has a label for every key and direction", () => {
    const all = SORTS.flatMap((key) => [`${key}-desc`, `${key}-asc`]);
    expect(ORDERS.map(({ value }) => value).sort()).toEqual(all.sort());
  });
});
