import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTurnOf, isCostly } from "~/http/expensive-requests.server";
import { anAgent, aTask } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

let people = 0;

/** A person whose three slots are held by ten-chunk streams. `stopped` counts streams whose source has ended. */
async function aBusyPerson() {
  const id = ++people;
  const stopped = { count: 0 };
  const stream = () => {
    let pieces = 0;
    return new ReadableStream({
      pull(to) {
        to.enqueue(new TextEncoder().encode(String(pieces++)));
        if (pieces < 10) return;
        to.close();
        stopped.count++;
      },
      async cancel() {
        await settle();
        stopped.count++;
      },
    });
  };
  const headers = { "Content-Type": "text/csv" };
  const answers = [1, 2, 3].map(() =>
    inTurnOf(id, new Request("http://desk/"), async () => new Response(stream(), { status: 201, headers })),
  );
  const [first] = await Promise.all(answers);
  let began = false;
  const next = inTurnOf(id, new Request("http://desk/"), async () => {
    began = true;
  });
  await settle();
  expect(began).toBe(false);
  return { first: first as Response, next, stopped };
}

test("costly requests that never yield still let other requests run in between", async () => {
  const id = ++people;
  const done: string[] = [];
  const costly = Array.from({ length: 12 }, () =>
    inTurnOf(id, new Request("http://desk/"), async () => void done.push("costly")),
  );
  const other = async () => {
    for (let step = 0; step < 3; step++) await new Promise((resolve) => setImmediate(resolve));
    done.push("other");
  };
  await Promise.all([...costly, other()]);
  expect(done.indexOf("other")).toBeLessThan(6);
});

describe("a costly request with a streamed response", () => {
  test("holds its slot until the stream is read, and leaves the response unchanged", async () => {
    const { first, next } = await aBusyPerson();
    expect([first.status, first.headers.get("Content-Type")]).toEqual([201, "text/csv"]);
    expect(await first.text()).toBe("0123456789");
    await next;
  });

  test("holds its slot until a cancelled stream has stopped", async () => {
    const { first, next, stopped } = await aBusyPerson();
    const reader = first.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await next;
    expect(stopped.count).toBe(1);
  });

  test.each(["before", "after"])("frees its slot when the request is aborted %s the response", async (when) => {
    const id = ++people;
    for (let n = 0; n < 4; n++) {
      const gone = new AbortController();
      const answer = await inTurnOf(id, new Request("http://desk/", { signal: gone.signal }), async () => {
        if (when === "before") gone.abort();
        return new Response(new ReadableStream(), { headers: { Turn: String(n) } });
      });
      gone.abort();
      expect(answer.headers.get("Turn")).toBe(String(n)); // a leaked slot would leave the fourth request unanswered
    }
  });

  test("holds no slot for a HEAD, whose body is never read", async () => {
    const id = ++people;
    const ask = () => inTurnOf(id, new Request("http://desk/", { method: "HEAD" }), async () => new Response("unread"));
    for (let n = 0; n < 4; n++) expect(await (await ask()).text()).toBe("unread");
  });
});

describe("costly routes", () => {
  test.each([
    ["routes/_app.tasks._index", true],
    ["routes/_app.tasks._index/_payload.json", true],
    ["routes/_app.tasks.board", true],
    ["routes/_app.tasks.bulk_.in-place", true],
    ["routes/_app.tasks.$id_.merge/_payload.json", true],
    ["routes/_app.charts", true],
    ["routes/_app.charts/_payload.json", true],
    ["routes/_app.tasks.$id", false],
    ["routes/_app.tasks.$id/_payload.json", false],
    ["routes/_app.tasks.views_.$id", false],
    ["routes/_app._index", false],
    ["root", false],
  ])("%s: %s", (id, expected) => expect(isCostly(id)).toBe(expected));
});

/**
 * A person with three running exports and forty waiting suggestions. PostgreSQL ends the lock wait after ten seconds.
 */
function crowd() {
  let server: TestServer;
  let cookies: string[];
  let task: { id: number };
  let unlock = () => {};
  let locked: Promise<void>;

  const ask = (path: string, init: RequestInit = {}, cookie = cookies[0] ?? "") =>
    fetch(server.origin + path.replace("{id}", String(task.id)), { redirect: "manual", ...init, headers: { cookie } });
  const suggest = (n: number, signal?: AbortSignal) =>
    ask("/search/completions?q=tag:a", { signal: signal ?? null }, cookies[1 + (n % 2)]);

  /** Response statuses: of suggestions that keep waiting, and of those aborted at the end. */
  const [staying, leaving]: [number[], number[]] = [[], []];
  const refused = () => [...staying, ...leaving].filter((status) => status === 429).length;
  const gone = new AbortController();
  const waiting: Promise<unknown>[] = [];
  function suggestMany(count: number) {
    for (let n = 0; n < count; n++) waiting.push(suggest(n).then(({ status }) => staying.push(status)));
  }
  let exports: Response[];

  beforeAll(async () => {
    server = await startServer("postgres");
    const ada = await anAgent(server.db);
    task = await aTask(server.db);
    cookies = await Promise.all([1, 2, 3].map(() => cookieOf(server.db, ada))); // each session has its own limits
    await new Promise<void>((begin) => {
      const until = new Promise<void>((resolve) => {
        unlock = resolve;
      });
      locked = server.db.transaction().execute(async (tx) => {
        await sql`lock table task_tag in access exclusive mode`.execute(tx);
        begin();
        await until;
      });
    });
    exports = await Promise.all([1, 2, 3].map(() => ask("/tasks/export", { method: "POST" })));
    for (let n = 0; n < 10; n++) {
      waiting.push(
        suggest(n, gone.signal).then(
          ({ status }) => leaving.push(status),
          () => {},
        ),
      );
    }
    suggestMany(35);
  });
  afterAll(async () => {
    unlock();
    await locked;
    await Promise.allSettled(waiting);
    await server.stop();
  });

  return {
    ask,
    refused,
    suggestMany,
    waiting,
    staying,
    leaving,
    gone,
    unlock: () => unlock(),
    exports: () => exports,
    newcomer: async () => cookieOf(server.db, await anAgent(server.db)),
    output: () => server.output(),
  };
}

describe("costly requests from a person with three running exports and forty waiting suggestions", () => {
  const { ask, refused, exports, newcomer } = crowd();

  test("are refused beyond that limit", async () => {
    expect(exports().map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(refused, { timeout: 10_000 }).toBe(5);
  });

  const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
  const within = () => ({ signal: AbortSignal.timeout(20_000) });

  // In parallel: PostgreSQL ends a lock wait after ten seconds.
  test("get a 429 at every costly address", async () => {
    const asked: [string, RequestInit?][] = [
      ["/charts"],
      ["/charts/_payload.json"],
      ["/organizations?q=a"],
      ["/search?q=a"],
      ["/search/_payload.json?q=a"],
      ["/search/completions?q=a"],
      ["/search/explanation?q=a&task={id}"],
      ["/tasks"],
      ["/tasks/_payload.json"],
      ["/tasks/assignees?q=a"],
      ["/tasks/bulk?id={id}"],
      ["/tasks/tags?q=a"],
      ["/tasks/views/counts"],
      ["/tasks/{id}/mentions?q=a"],
      ["/users?q=a"],
      ["/users/_payload.json?q=a"],
      ["/tasks/export", { method: "POST" }],
      ["/tasks/preview", form({ text: "a" })],
    ];
    const answers = asked.map(async ([path, init]) => [path, (await ask(path, { ...init, ...within() })).status]);
    expect(await Promise.all(answers)).toEqual(asked.map(([path]) => [path, 429]));
  });

  test("get a 429 for a form preview, which keeps the form's text", async () => {
    const asked: [string, Record<string, string>][] = [
      ["/tasks/new.data", { do: "preview", title: "A title", body: "My words" }],
      ["/tasks/{id}.data", { do: "preview", form: "reply", body: "My words" }],
      ["/tasks/{id}.data", { do: "preview", form: "note", note: "My words" }],
    ];
    const answers = asked.map(([path, fields]) => ask(path, { ...form(fields), ...within() }));
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(429);
      expect(await answer.text()).toMatch(/My words.*too many searches, previews or exports/s);
    }
  });

  test("block neither the person's other requests nor other people's costly ones", async () => {
    expect((await ask("/settings/display")).status).toBe(200);
    expect((await ask("/search/completions?q=status:o", {}, await newcomer())).status).toBe(200);
  });
});

describe("waiting costly requests", () => {
  const { ask, refused, suggestMany, waiting, staying, leaving, gone, unlock, exports, output } = crowd();

  test("free their places as soon as they are aborted", async () => {
    await expect.poll(refused, { timeout: 10_000 }).toBe(5);
    const count = 10 - leaving.length;
    expect(count).toBeGreaterThan(0);
    gone.abort();
    await expect.poll(() => output().match(/"status":499\b/g) ?? []).toHaveLength(count); // as logged
    suggestMany(count + 2);
    await expect.poll(refused, { timeout: 10_000 }).toBe(5 + 2);
  });

  test("are answered in the end, and new ones run at once", async () => {
    unlock();
    for (const answer of exports()) expect(await answer.text()).toContain("Printer on fire");
    await Promise.all(waiting);
    expect(new Set(staying)).toEqual(new Set([200, 429]));
    expect((await ask("/search/completions?q=tag:a")).status).toBe(200);
  });
});
