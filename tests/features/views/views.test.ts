import { expect } from "vitest";
import { migrateToLatest } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import type { Db } from "~/db/types";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { restoreRecord } from "~/features/records/scoped-records.server";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { SHIPPED, setCatalogue } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { addReferencesToViews, countView, viewsOfTask } from "~/features/views/view-counts.server";
import { ViewFields } from "~/features/views/view-schema";
import { COUNTED, MOST_PINS, SHIPPED_VIEWS, VIEW_LIMITS } from "~/features/views/views";
import {
  changeView,
  columnsOfView,
  deleteView,
  listViews,
  moveView,
  pinnedViews,
  pinView,
  readView,
  saveView,
  saveViewColumns,
  type ViewForm,
} from "~/features/views/views.server";
import { sortKey } from "~/lib/search-tokens";
import { onEachDatabase } from "../../support/database";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const DAY = 86_400_000;
const form = (more: Partial<ViewForm> = {}) =>
  ({
    ...{ name: "Mine", query: "assignee:me", sort: "", scope: "personal", team: null, requestKey: aKey() },
    ...more,
  }) as ViewForm & { requestKey: string };

async function aTeam(db: Db, name: string, members: { who: Viewer; lead: 0 | 1 }[]) {
  const { id } = await db.insertInto("team").values({ name, is_default: 0 }).returning("id").executeTakeFirstOrThrow();
  for (const { who, lead } of members) {
    await db.insertInto("team_member").values({ team_id: id, user_id: who.id, lead }).execute();
  }
  return id;
}

async function aNamedOrganization(db: Db, name: string) {
  const row = { name, name_key: sortKey(name), created_at: NOON, updated_at: NOON };
  return db.insertInto("organization").values(row).returning("id").executeTakeFirstOrThrow();
}

const saved = async (db: Db, viewer: Viewer, more: Partial<ViewForm>) => {
  const made = await saveView(db, viewer, form(more), NOON);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.id;
};

const names = async (db: Db, viewer: Viewer) => (await listViews(db, viewer)).map(({ name }) => name);

onEachDatabase("a saved view (A19, B6)", (test) => {
  test("changed since a form was opened isn't overwritten, and the form gets its current state", async ({ db }) => {
    const [root, ada] = [await anAdmin(db), await anAdmin(db)];
    const id = await saved(db, root, { scope: "everyone" });
    const shown = async () => (await listViews(db, root)).find((view) => view.id === id);
    const seen = (await shown())?.updatedAt ?? 0;
    const change = (who: Viewer, query: string, version: number | null) =>
      changeView(db, who, id, { ...form({ scope: "everyone", query }), seen: version }, NOON);
    await saveViewColumns(db, await readView(db, root, String(id)), ["team"]); // not in the form
    expect(await change(root, "is:unread", seen)).toMatchObject({ ok: true });
    expect(await change(ada, "tag:mine", seen)).toMatchObject({
      ok: false,
      why: "newer",
      view: { query: "is:unread" },
    });
    expect(await change(ada, "tag:mine", null)).toMatchObject({ ok: false, why: "newer" });
    expect((await shown())?.query).toBe("is:unread");
    expect(await change(ada, "tag:mine", (await shown())?.updatedAt ?? 0)).toMatchObject({ ok: true });
    expect((await shown())?.query).toBe("tag:mine");
  });

  test("has columns for everyone who hasn't chosen their own", async ({ db }) => {
    const [root, mia] = [await anAdmin(db), await anAgent(db)];
    const key = String(await saved(db, root, { name: "All", scope: "everyone" }));
    const of = async (who: Viewer) => columnsOfView(who, await readView(db, who, key));
    expect(await of(mia)).toBeUndefined();
    expect(await saveViewColumns(db, await readView(db, mia, key), ["team"])).toBe(false);
    expect(await saveViewColumns(db, await readView(db, root, "mine"), ["team"])).toBe(false);
    expect(await saveViewColumns(db, await readView(db, root, key), ["team", "due"])).toBe(true);
    expect(await of(mia)).toEqual(["team", "due"]);
    expect(await of({ ...mia, preferences: JSON.stringify({ columns: { [key]: ["type"] } }) })).toEqual(["type"]);
    expect(await saveViewColumns(db, await readView(db, root, key), [])).toBe(true);
    expect(await of(mia)).toEqual([]);
    await saveViewColumns(db, await readView(db, root, key), null);
    expect(await of(mia)).toBeUndefined();
  });

  test("has a name and a query of one line each, without control characters", () => {
    const typed = { name: " A\0\tline\nof\u0007 words ", query: "tag:a\0\n status:any", scope: "personal" };
    expect(ViewFields.parse(typed)).toMatchObject({ name: "A line of words", query: "tag:a status:any" });
    expect(ViewFields.safeParse({ ...typed, name: "\0\n" }).error?.issues[0]?.message).toBe("Enter a name.");
    expect(ViewFields.safeParse({ ...typed, name: "𝒳".repeat(VIEW_LIMITS.name) }).success).toBe(true);
  });

  test("of a team the agent has left, or that is deleted, gives an error instead of all tasks", async ({ db }) => {
    const [lea, mia] = [await anAgent(db), await anAgent(db)];
    const team = await aTeam(db, "Network", [
      { who: lea, lead: 1 },
      { who: mia, lead: 0 },
    ]);
    const view = String(await saved(db, lea, { name: "Team", scope: "team", team }));
    const asked = async (who: Viewer) => (await parseListUrl(db, who, new URLSearchParams({ view }), NOON)).asked;
    expect(await asked(mia)).toMatchObject({ ok: true });
    await db.deleteFrom("team_member").where("user_id", "=", mia.id).execute();
    const lost = {
      ok: false,
      error: { message: "This view was deleted or isn't shared with you. Choose another view." },
    };
    expect(await asked(mia)).toMatchObject(lost);
    expect(await asked(lea)).toMatchObject({ ok: true });
    await deleteView(db, lea, Number(view), NOON);
    expect(await asked(lea)).toMatchObject(lost);
  });

  test("is visible to those it's shared with, and changed only by those who may", async ({ db }) => {
    const [root, lea, mia, otis] = [await anAdmin(db), await anAgent(db), await anAgent(db), await anAgent(db)];
    const rita = await aRequester(db);
    const team = await aTeam(db, "Network", [
      { who: lea, lead: 1 },
      { who: mia, lead: 0 },
    ]);
    const own = await saved(db, mia, { name: "Own" });
    const teams = await saved(db, lea, { name: "Team", scope: "team", team });
    const all = await saved(db, root, { name: "All", scope: "everyone" });
    expect(await names(db, mia)).toEqual(["All", "Team", "Own"]);
    expect(await names(db, otis)).toEqual(["All"]);
    expect(await names(db, root)).toEqual(["All"]);
    expect(await names(db, rita)).toEqual([]);
    expect(await readView(db, rita, String(all))).toBeNull();
    expect(await readView(db, otis, String(own))).toBeNull();

    const may = async (who: Viewer, id: number) => (await listViews(db, who)).find((view) => view.id === id)?.mayChange;
    expect([
      await may(mia, own),
      await may(mia, teams),
      await may(lea, teams),
      await may(mia, all),
      await may(root, all),
    ]).toEqual([true, false, true, false, true]);
    for (const [who, scope, at] of [
      [mia, "team", team],
      [otis, "team", team],
      [lea, "everyone", null],
      [rita, "personal", null],
    ] as const) {
      expect(await saveView(db, who, form({ scope, team: at }), NOON)).toEqual({ ok: false, why: "forbidden" });
    }
    expect(await changeView(db, mia, teams, form(), NOON)).toEqual({ ok: false, why: "forbidden" });
    expect(await changeView(db, mia, own, form({ scope: "everyone" }), NOON)).toEqual({ ok: false, why: "forbidden" });
    expect(await changeView(db, otis, own, form(), NOON)).toEqual({ ok: false, why: "no_such_view" });
    expect([await deleteView(db, otis, own, NOON), await deleteView(db, mia, all, NOON)]).toEqual([null, null]);
    expect(await moveView(db, mia, all, "up")).toBe(false);
  });

  test("is saved once, moved, deleted, and restored within a day by the agent who deleted it", async ({ db }) => {
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    const twice = form({ name: "One" });
    expect(await saveView(db, ada, twice, NOON)).toEqual(await saveView(db, ada, twice, NOON));
    const two = await saved(db, ada, { name: "Two" });
    const three = await saved(db, ada, { name: "Three" });
    await moveView(db, ada, three, "up");
    await moveView(db, ada, three, "up");
    await moveView(db, ada, three, "up");
    expect(await names(db, ada)).toEqual(["Three", "One", "Two"]);
    expect(await deleteView(db, ada, two, NOON)).toBe("Two");
    expect(await names(db, ada)).toEqual(["Three", "One"]);
    expect(await restoreRecord(db, "view", ben, two, NOON + 1)).toBe(false);
    expect(await restoreRecord(db, "view", ada, two, NOON + DAY)).toBe(false);
    expect(await restoreRecord(db, "view", ada, two, NOON + 1)).toBe(true);
    expect(await names(db, ada)).toEqual(["Three", "One", "Two"]);
  });

  test("is pinned to the sidebar for each agent, in their order, as long as they can see it", async ({ db }) => {
    const [ada, ben, rita] = [await anAgent(db), await anAgent(db), await aRequester(db)];
    const one = String(await saved(db, ada, { name: "One" }));
    const pins = async (viewer: Viewer) => {
      const row = db.selectFrom("user").select("preferences").where("id", "=", viewer.id);
      const views = await pinnedViews(db, { ...viewer, ...(await row.executeTakeFirstOrThrow()) });
      return views.map(({ name }) => name);
    };
    const pin = (viewer: Viewer, key: string, to: Parameters<typeof pinView>[3] = "pin") =>
      pinView(db, viewer, key, to, NOON);
    for (const key of ["mine", one, "overdue", one]) expect(await pin(ada, key)).toEqual({ ok: true });
    expect(await pins(ada)).toEqual(["My open tasks", "One", "Overdue"]);
    await pin(ada, "overdue", "up");
    await pin(ada, "mine", "up");
    await pin(ada, one, "down");
    await pin(ada, "unread", "up");
    expect(await pins(ada)).toEqual(["My open tasks", "Overdue", "One"]);
    expect([await pins(ben), await pins({ ...rita, id: ada.id })]).toEqual([[], []]);
    const none = { ok: false, why: "no_such_view" };
    expect([await pin(ben, one), await pin(rita, "mine"), await pin(ada, "nothing"), await pin(ada, "999")]).toEqual([
      ...[none, none, none, none],
    ]);
    await pin(ada, "mine", "unpin");
    await deleteView(db, ada, Number(one), NOON);
    expect(await pins(ada)).toEqual(["Overdue"]);
    for (let n = 0; n < MOST_PINS; n++) {
      expect(await pin(ben, String(await saved(db, ben, { name: `${n}` })))).toEqual({ ok: true });
    }
    expect(await pin(ben, "mine")).toEqual({ ok: false, why: "too_many" });
    expect(await pins(ben)).toHaveLength(MOST_PINS);
  });

  test("has a limit for each agent, and needs a valid query and team", async ({ db }) => {
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    const row = { query: "", sort: "", scope: "personal" as const, owner_id: ada.id, team_id: null, position: 1 };
    const many = Array.from({ length: VIEW_LIMITS.personal }, (_, n) => ({
      ...row,
      name: `${n}`,
      created_at: 1,
      updated_at: 1,
    }));
    await db.insertInto("view").values(many).execute();
    const full = await saveView(db, ada, form(), NOON);
    expect(full).toMatchObject({ ok: false, why: "wrong", errors: { name: [expect.stringContaining("50")] } });
    expect((await saveView(db, ben, form(), NOON)).ok).toBe(true);
    const wrong = await saveView(db, ben, form({ query: "status:opne" }), NOON);
    expect(wrong).toMatchObject({ ok: false, why: "wrong", errors: { query: [expect.stringContaining("opne")] } });
    expect(await saveView(db, ben, form({ scope: "team" }), NOON)).toMatchObject({
      ok: false,
      errors: { team: [expect.any(String)] },
    });
  });

  test("keeps to the limit when it's shared with others, and comes last there", async ({ db }) => {
    const ada = await anAdmin(db);
    const row = { query: "", sort: "", owner_id: ada.id, team_id: null, created_at: 1, updated_at: 1 };
    const shared = Array.from({ length: VIEW_LIMITS.shared }, (_, n) => ({
      ...{ ...row, scope: "everyone" as const, name: `${n}`, position: n + 1 },
    }));
    await db.insertInto("view").values(shared).execute();
    const mine = await saveView(db, ada, form(), NOON);
    const id = mine.ok ? mine.id : 0;
    const { requestKey: _, ...fields } = form({ scope: "everyone" });
    expect(await changeView(db, ada, id, fields, NOON)).toMatchObject({
      ok: false,
      errors: { name: [expect.any(String)] },
    });
    await db.deleteFrom("view").where("name", "=", "7").execute();
    expect(await changeView(db, ada, id, fields, NOON)).toEqual({ ok: true, id });
    expect((await listViews(db, ada)).at(-1)?.id).toBe(id);
    expect(await changeView(db, ada, id, { ...fields, name: "Another" }, NOON + 1)).toEqual({ ok: true, id });
  });

  test("counts the tasks its list shows to each user, up to the cap", async ({ db }) => {
    const [root, ada, ben] = [await anAdmin(db), await anAgent(db), await anAgent(db)];
    const [rita, staff] = [await aRequester(db), await aTeam(db, "Staff", [])];
    for (let n = 0; n < 6; n++) {
      const { id } = await aTask(db, {
        requester: n % 2 ? rita : ben,
        at: NOON + n,
        ...(n === 3 && { assignee: ada }),
      });
      if (n > 3) await db.updateTable("task").set({ team_id: staff, confidential: 1 }).where("id", "=", id).execute();
    }
    const broken = { key: "1", name: "", query: "team:Gone", sort: "" };
    for (const viewer of [root, ada, ben]) {
      for (const view of [...SHIPPED_VIEWS, { ...broken, query: "" }, { ...broken, query: `requester:me` }]) {
        const query = await compileTaskQuery(db, viewer, view.query, NOON + 10, { openByDefault: true });
        if (!query.ok) throw new Error(`${view.name}: ${query.error.message}`);
        const where = (sight: { works: boolean }) => query.asked(sight).where;
        const listed = await listTasks(db, viewer, { filter: { status: "any" }, where });
        expect(await countView(db, viewer, view, NOON + 10), `${viewer.name} ${view.name}`).toBe(listed.tasks.length);
      }
      expect(await countView(db, viewer, broken, NOON)).toBeNull();
    }
    const [task] = await db.selectFrom("task").selectAll().limit(1).execute();
    if (!task) throw new Error("There's no task.");
    const copies = Array.from({ length: COUNTED + 20 }, () => ({ ...task, id: undefined as never }));
    await db
      .insertInto("task")
      .values(copies.map(({ id: _, ...copy }) => copy))
      .execute();
    expect(await countView(db, root, { ...broken, query: "" }, NOON)).toBe(COUNTED + 1);
  });

  test("means the same after a rename, and shows the current names", async ({ db }) => {
    const viewer = await anAdmin(db);
    const found = async (id: number) => {
      const { asked, texts } = await parseListUrl(db, viewer, new URLSearchParams({ view: String(id) }), NOON);
      if (!asked.ok) throw new Error(`${texts.q}: ${asked.error.message}`);
      return (await listTasks(db, viewer, asked)).tasks.map((task) => task.id);
    };
    const queryOf = async (id: number) => (await listViews(db, viewer)).find((view) => view.id === id)?.query;

    const [rosa, mia] = [await aRequester(db, { name: "Rosa Díaz" }), await anAgent(db, { name: "Mia O'Hara" })];
    const team = await aTeam(db, "Network", []);
    const { id: organization } = await aNamedOrganization(db, "Müller, Söhne");
    const [red, field] = [
      { key: "red", label: "Red", enabled: true },
      { key: "colour", label: "Main colour" },
    ];
    await aCustomField(db, { ...field, kind: "select", options: [red] });
    await aCustomField(db, { key: "owner", label: "Owner", kind: "user" });
    const task = await aTask(db, { requester: rosa, assignee: mia });
    await aTask(db); // no query finds it
    await db
      .updateTable("task")
      .set({ team_id: team, organization_id: organization })
      .where("id", "=", task.id)
      .execute();
    await db
      .insertInto("task_field")
      .values([
        { task_id: task.id, key: "colour", value: "red" },
        { task_id: task.id, key: "owner", value: String(mia.id) },
      ])
      .execute();

    const cases = {
      "team:network -team:Nothing": 'team:"Net, \\"new\\"" -team:Nothing',
      'org:"müller, söhne" OR (org:none tag:"Red")': 'org:"Weber \\\\ Co" OR (org:none tag:"Red")',
      "requester:rosa": 'requester:"any"',
      'assignee:"Mia O\'Hara",me': 'assignee:"Mia Weber",me',
      [`assignee:"${mia.email}"`]: 'assignee:"Mia Weber"',
      'field."main colour":RED': "field.Tint:Crimson",
      'field.owner:"Mia O\'Hara"': 'field.owner:"Mia Weber"',
      "field.colour:any team:any": "field.colour:any team:any",
    };
    await aTeam(db, "Nothing", []);
    const ids: number[] = [];
    for (const query of Object.keys(cases)) ids.push(await saved(db, viewer, { query }));
    for (const [at, query] of Object.keys(cases).entries())
      expect([query, await found(ids[at] ?? 0)]).toEqual([query, [task.id]]);

    await db.updateTable("team").set({ name: 'Net, "new"' }).where("id", "=", team).execute();
    await db
      .updateTable("organization")
      .set({ name: "Weber \\ Co", name_key: "weber co" })
      .where("id", "=", organization)
      .execute();
    for (const [id, name] of [
      [rosa.id, "any"],
      [mia.id, "Mia Weber"],
    ] as const) {
      await db.updateTable("user").set({ name, name_key: name.toLowerCase() }).where("id", "=", id).execute();
    }
    const blue = { key: "blue", label: "Red", enabled: true };
    await db
      .updateTable("custom_field")
      .set({ label: "Tint", options: JSON.stringify([{ ...red, label: "Crimson" }, blue]) })
      .where("key", "=", "colour")
      .execute();
    // Other records take the old names.
    await aTeam(db, "Network", []);
    await aTeam(db, "Nét new", []); // different letters, the same search words
    await aNamedOrganization(db, "Müller, Söhne");
    await aCustomField(db, { key: "paint", label: "Main colour", kind: "select", options: [red] });
    await anAgent(db, { name: "Mia O'Hara" });
    await aRequester(db, { name: "Rosa Díaz" });

    for (const [at, shown] of Object.values(cases).entries()) {
      const id = ids[at] ?? 0;
      expect(await queryOf(id)).toBe(shown);
      expect([shown, await found(id)]).toEqual([shown, [task.id]]);
      // Saving it as its form shows it keeps the reference.
      expect(await changeView(db, viewer, id, form({ query: shown }), NOON)).toMatchObject({ ok: true });
      expect(await queryOf(id)).toBe(shown);
    }

    // Another person has the same name: the view says which one it means.
    await anAgent(db, { name: "Mia Weber" });
    const [byName] = ids.slice(3);
    expect(await queryOf(byName ?? 0)).toBe(`assignee:"Mia Weber (person ${mia.id})",me`);
    expect(await found(byName ?? 0)).toEqual([task.id]);
    const both = await saved(db, viewer, { query: 'assignee:"Mia Weber"' });
    expect(await queryOf(both)).toBe('assignee:"Mia Weber"');
  });

  test("from an earlier version gets references on upgrade where its names are unambiguous", async ({ db }) => {
    const viewer = await anAdmin(db);
    const team = await aTeam(db, "Network", []);
    await anAgent(db, { name: "Mia Weber" });
    await anAgent(db, { name: "Mia Weber" });
    const query = 'team:Network assignee:"Mia Weber" org:Gone (printer OR "team:Network")';
    const id = await saved(db, viewer, { query: "" });
    await db.updateTable("view").set({ query }).where("id", "=", id).execute();
    const step = MIGRATIONS["0035-references-in-views"];
    if (step) await migrateToLatest(db, { migrations: { ...MIGRATIONS, "9001-again": step } });
    await doDueJobs(db, { refer_in_views: addReferencesToViews }, NOON, (error) => {
      throw error;
    });
    await db.updateTable("team").set({ name: "Field service" }).where("id", "=", team).execute();
    const view = (await listViews(db, viewer)).find((one) => one.id === id);
    expect(view?.query).toBe('team:"Field service" assignee:"Mia Weber" org:Gone (printer OR "team:Network")');
  });

  test("still works after a merge, anonymising or deletion, and takes no reference typed by hand", async ({ db }) => {
    const viewer = await anAdmin(db);
    const [one, other] = [await aRequester(db, { name: "Rosa Díaz" }), await aRequester(db, { name: "R. Diaz-Roth" })];
    const red = { key: "red", label: "Red", enabled: true };
    const options = [red, { ...red, key: "blue", label: "Blue" }];
    await aCustomField(db, { key: "colour", label: "Colour", kind: "select", options });
    const queryOf = async (id: number) => (await listViews(db, viewer)).find((view) => view.id === id)?.query;
    const requester = await saved(db, viewer, { query: 'requester:"Rosa Díaz"' });
    const option = await saved(db, viewer, { query: "field.Colour:Red" });
    const status = await saved(db, viewer, { query: 'status:"On hold",open,Waiting' });
    await db.updateTable("status").set({ name: "Parked" }).where("key", "=", "on_hold").execute();
    try {
      setCatalogue({
        ...SHIPPED,
        statuses: SHIPPED.statuses.map((one) => (one.key === "on_hold" ? { ...one, name: "Parked" } : one)),
      });
      expect(await queryOf(status)).toBe("status:Parked,open,Waiting");
    } finally {
      setCatalogue(SHIPPED);
    }

    await db.updateTable("user").set({ merged_into: other.id, state: "disabled" }).where("id", "=", one.id).execute();
    expect(await queryOf(requester)).toBe('requester:"R. Diaz-Roth"');
    await db.updateTable("user").set({ name: "Former user", name_key: "former user" }).execute();
    expect(await queryOf(requester)).toBe(`requester:"Former user (person ${other.id})"`);

    await db
      .updateTable("custom_field")
      .set({ options: JSON.stringify(options.slice(1)) })
      .execute();
    expect(await queryOf(option)).toBe("field.Colour:Red");
    await db
      .updateTable("custom_field")
      .set({ options: JSON.stringify([{ ...red, key: "new", label: "Red" }]) })
      .execute();
    expect(await queryOf(option)).toBe("field.Colour:red");

    const { query: stored } = await db
      .selectFrom("view")
      .select("query")
      .where("id", "=", requester)
      .executeTakeFirstOrThrow();
    expect(stored).not.toContain("Rosa");
    const typed = await saved(db, viewer, { query: stored });
    expect(await queryOf(typed)).not.toBe(await queryOf(requester));
  });

  test("says whether a task is in it, as its list does", async ({ db }) => {
    const [ada, ben] = [await anAgent(db), await anAgent(db)];
    const tasks = [
      await aTask(db, { assignee: ada, tags: ["vpn"] }),
      await aTask(db, { status: "closed", tags: ["vpn"] }),
      await aTask(db, { assignee: ben, status: "waiting_requester" }),
      await aTask(db),
    ];
    await saved(db, ada, { name: "VPN", query: "tag:vpn" });
    await saved(db, ada, { name: "All VPN", query: "tag:vpn status:any" });
    const views = [...SHIPPED_VIEWS, ...(await listViews(db, ada))];
    for (const { key } of views) {
      const { asked } = await parseListUrl(db, ada, new URLSearchParams({ view: key }), NOON);
      if (!asked.ok) throw new Error(asked.error.message);
      const inList = (await listTasks(db, ada, asked)).tasks.map(({ id }) => id);
      for (const { id } of tasks) {
        const said = (await viewsOfTask(db, ada, String(id), NOON)).find((view) => view.key === key);
        expect([key, id, said?.has]).toEqual([key, id, inList.includes(id)]);
      }
    }
    const [none] = await viewsOfTask(db, ada, "999999", NOON);
    expect(none?.has).toBeNull();
  });
});
