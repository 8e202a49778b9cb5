import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addNote } from "~/features/conversation/task-reply.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../support/database";
import { aKey, anAgent, aRequester, aTask } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe.each(ENGINES)("the search page over HTTP (%s)", (engine) => {
  let server: TestServer;
  let [ada, ana, bob]: Viewer[] = [];
  const cookies = new Map<number, string>();
  beforeAll(async () => {
    server = await startServer(engine);
    ada = await anAgent(server.db, { name: "Ada Lovelace" });
    ana = await aRequester(server.db, { name: "Ana Díaz", email: "ana@example.org" });
    bob = await aRequester(server.db, { name: "Bob" });
    for (const each of [ada, ana, bob]) cookies.set(each.id, await cookieOf(server.db, each));
    const { id } = await aTask(server.db, { title: "Störung am Drucker", requester: ana, tags: ["net/vpn"] });
    await addNote(server.db, ada, id, { body: "xylophone", requestKey: aKey() }, Date.UTC(2026, 2, 2, 13));
    for (let i = 1; i <= 60; i++) await aTask(server.db, { title: `Bob's scanner ${i}`, requester: bob });
  });
  afterAll(() => server.stop());

  async function get(who: Viewer | undefined, path: string) {
    const headers = { cookie: cookies.get(who?.id ?? 0) ?? "", accept: "text/html" };
    const answer = await fetch(server.origin + path, { headers, redirect: "manual" });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("Location") };
  }
  const search = (who: Viewer | undefined, q: string, path = "/search") =>
    get(who, `${path}?${new URLSearchParams({ q })}`);
  const rows = (html: string) => [...html.matchAll(/href="\/tasks\/(\d+)"/g)].map((match) => Number(match[1]));

  test("behaviour 2: /search needs a session", async () => {
    expect(await get(undefined, "/search?q=drucker")).toMatchObject({
      status: 302,
      location: expect.stringMatching(/^\/login/),
    });
    const empty = await get(ada, "/search");
    expect(empty.status).toBe(200);
    expect(empty.text).toContain("<title>Search | Localhost</title>");
    expect(rows(empty.text)).toEqual([]);
  });

  test("agents find organizations by name words or by domain; requesters don't", async () => {
    const row = { name: "Pilot Station North", name_key: "pilot station north", created_at: 0, updated_at: 0 };
    const { id } = await server.db.insertInto("organization").values(row).returning("id").executeTakeFirstOrThrow();
    await server.db
      .insertInto("organization_domain")
      .values({ domain: "pilots.example", organization_id: id })
      .execute();
    const link = `href="/organizations/${id}"`;
    for (const q of ["pilot", "north pil", '"pilot station"', "pilots.example"]) {
      expect((await search(ada, q)).text, q).toContain(link);
      expect((await search(ana, q)).text, q).not.toContain("Pilot Station");
    }
    for (const q of ["pilot status:open", "pilot OR scanner", "-pilot", "ilot", "pilot south"]) {
      expect((await search(ada, q)).text, q).not.toContain(link);
    }
    expect((await search(ada, "nothingofthekind")).text).toContain("Nothing found");
  });

  test("agents find tasks and people; requesters find only their own tasks", async () => {
    expect(rows((await search(ada, "drucker")).text)).toEqual([1]);
    expect(rows((await search(ada, "xylophone")).text)).toEqual([1]);
    expect((await search(ada, "diaz")).text).toContain(`href="/users/${ana?.id}"`);

    expect(rows((await search(ana, "drucker")).text)).toEqual([1]);
    for (const q of [
      "scanner",
      "xylophone",
      "xylo",
      "note:xylophone",
      "vpn",
      "tag:net/vpn",
      "bob",
      "ada",
      "role:agent",
    ]) {
      for (const path of ["/search", "/search/_payload.json", "/search.data"]) {
        const { text } = await search(ana, q, path);
        const told = text.replaceAll(q, "");
        expect([q, path, rows(text), /\/users\/(?!2\b)|Scanner|Lovelace|xylophone/i.test(told)]).toEqual([
          q,
          path,
          [],
          false,
        ]);
      }
    }
  });

  test("a number opens its task if the viewer can see it", async () => {
    for (const q of ["#1", "1", " 1 "])
      expect(await search(ada, q)).toMatchObject({ status: 302, location: "/tasks/1" });
    expect(await search(ana, "#1")).toMatchObject({ status: 302, location: "/tasks/1" });
    expect(await search(ana, "#2")).toMatchObject({ status: 200, text: expect.stringContaining("Nothing found") });
    expect(await search(ana, "#999")).toMatchObject({ status: 200, text: expect.stringContaining("Nothing found") });
  });

  test("result pages continue by cursor and come to an end", async () => {
    const nextIn = (text: string) =>
      /href="(\/search\?[^"]*after=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const first = await search(ada, "scanner");
    const second = await get(ada, nextIn(first.text));
    const third = await get(ada, nextIn(second.text));
    const [numbers, ...others] = [first, second, third].map(({ text }) => rows(text));
    expect([numbers, ...others].map((some) => some?.length)).toEqual([25, 25, 10]);
    expect(new Set([numbers, ...others].flat()).size).toBe(60);
    expect(third.text).not.toContain("Next page");
    expect(rows((await get(ada, "/search?q=scanner&after=nonsense")).text)).toEqual(numbers);
  });

  test("an invalid query is 422, says what is wrong and keeps its text", async () => {
    const wrong = await search(ada, 'scanner priority:"hgih"');
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("Did you mean “high”?");
    expect(wrong.text).toContain('value="scanner priority:&quot;hgih&quot;"');
    expect(rows(wrong.text)).toEqual([]);

    const notice = await search(ada, "scanner stauts:open");
    expect(notice.status).toBe(200);
    expect(notice.text).toContain("Did you mean “status:”?");
    expect(notice.text).toContain("q=scanner+status%3Aopen");
    expect((await search(ada, "x".repeat(1_001))).status).toBe(422);
  });

  test("the explanation covers only what the viewer sees; others' tasks look missing", async () => {
    const explain = (who: Viewer | undefined, task: string, q: string, path = "/search/explanation") =>
      get(who, `${path}?${new URLSearchParams({ q, task })}`);
    const told = await explain(ada, "1", "drucker note:xylophone is:done");
    expect(told.status).toBe(200);
    expect(told.text).toContain("The search doesn&#x27;t find it");
    expect(told.text).toContain("Its status is New.");
    expect((await explain(ada, "1", "priority:hgih")).status).toBe(422);
    expect((await explain(ada, "", "x")).status).toBe(200);
    expect(await explain(ana, "1", "-note:xylophone")).toMatchObject({ status: 422 });

    for (const path of ["/search/explanation", "/search/explanation/_payload.json", "/search/explanation.data"]) {
      const ask = async (number: string) => {
        const { status, text } = await explain(ana, number, "scanner", path);
        const random = /nonce="[^"]*"|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;
        return { status, text: text.replace(random, "").replace(new RegExp(`(?<![\\w-])${number}(?!\\w)`, "g"), "N") };
      };
      const [others, none] = [await ask("23"), await ask("9876")];
      expect(others, path).toEqual(none);
      if (path === "/search/explanation") expect(others.status).toBe(404);
      expect((await explain(ana, "1", "xylophone", path)).text.replaceAll("xylophone", "")).not.toMatch(
        /internal|note/i,
      );
    }
  });

  test("the server copes with hostile queries", async () => {
    const hostile = [
      "\0",
      "%",
      "'",
      '"',
      "((((((",
      "\ud800",
      "a:b:c",
      "-".repeat(900),
      "tag:\0",
      "<script>alert(1)</script>",
      "🙂",
    ];
    for (const q of hostile) {
      const { status, text } = await search(ada, q);
      expect([q, [200, 422].includes(status)]).toEqual([q, true]);
      expect(text).not.toContain("<script>alert(1)");
    }
    for (const path of ["/search?q=%00", "/search?q=%ff", "/search?q=a&q=b", "/search?after=1~2", "/search?q[]=1"]) {
      expect((await get(ada, path)).status).toBeLessThan(423);
    }
  });
});
