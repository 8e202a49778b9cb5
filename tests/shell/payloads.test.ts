import { describe, expect, test } from "vitest";
import { allowsAhead, pageAhead } from "~/shell/payload-prefetch.island";
import { createPayloads, payloadAddress } from "~/shell/payloads";

/** A network that answers on demand and a clock that stands still. */
function aWorld() {
  const asked: string[] = [];
  const warnings: string[] = [];
  const waiting: ((response: Response) => void)[] = [];
  const world = { now: 1_000 };
  const payloads = createPayloads({
    fetch(address) {
      asked.push(address);
      return new Promise((answer) => waiting.push(answer));
    },
    now: () => world.now,
    warn: (message) => warnings.push(message),
  });
  const answer = (response: Response) => waiting.shift()?.(response);
  return { payloads, asked, warnings, answer, world };
}
const json = (data: unknown, status = 200) => Response.json({ data }, { status });

describe("behaviour 8: payloads in the client", () => {
  test.each([
    ["/", "/_payload.json"],
    ["/tasks", "/tasks/_payload.json"],
    ["/tasks/", "/tasks/_payload.json"],
    ["/tasks/42?tab=history", "/tasks/42/_payload.json?tab=history"],
  ])("%s has its payload at %s", (page, address) => {
    expect(payloadAddress(new URL(page, "http://localhost"))).toBe(address);
  });

  test("makes one request per address while it is loading and for 5 s after", async () => {
    const { payloads, asked, answer, world } = aWorld();
    const twice = [payloads.ask("/a"), payloads.ask("/a")];
    answer(json({ page: 1 }));
    expect(await Promise.all(twice)).toEqual([{ page: 1 }, { page: 1 }]);
    world.now += 5_000;
    expect(await payloads.ask("/a")).toEqual({ page: 1 });
    expect(asked).toEqual(["/a"]);
  });

  test("requests a payload again after 5 s", async () => {
    const { payloads, asked, answer, world } = aWorld();
    const first = payloads.ask("/a");
    answer(json({ page: 1 }));
    await first;
    world.now += 5_001;
    const second = payloads.ask("/a");
    answer(json({ page: 2 }));
    expect(await second).toEqual({ page: 2 });
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["a 404", json({}, 404)],
    ["a redirect", new Response(null, { status: 302, headers: { Location: "/login" } })],
    ["a page instead of data", new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } })],
    ["truncated JSON", new Response("{", { headers: { "Content-Type": "application/json" } })],
  ])("%s logs a warning, isn't cached and can be retried", async (_, response) => {
    const { payloads, asked, answer, warnings } = aWorld();
    const failed = payloads.ask("/a");
    answer(response);
    expect(await failed).toBeNull();
    expect(warnings).toEqual(["No payload for /a"]);
    const again = payloads.ask("/a");
    answer(json({ page: 1 }));
    expect(await again).toEqual({ page: 1 });
    expect(asked).toHaveLength(2);
  });

  test("requests nothing while a form is being sent, and drops earlier payloads", async () => {
    const { payloads, asked, answer } = aWorld();
    const before = payloads.ask("/a");
    answer(json({ page: 1 }));
    await before;
    payloads.setChanging(true);
    expect(await payloads.ask("/a")).toBeNull();
    payloads.setChanging(false);
    const after = payloads.ask("/a");
    answer(json({ page: 2 }));
    expect(await after).toEqual({ page: 2 });
    expect(asked).toHaveLength(2);
  });
});

describe("behaviour 8: which links are prefetched", () => {
  const here = new URL("http://localhost:3000/tasks?page=2");
  const link = { href: "http://localhost:3000/users", target: "", download: false, rel: "", prefetch: null };

  test.each([
    ["another page", link, "visible", "/users"],
    ["another page with a query", { ...link, href: "http://localhost:3000/search?q=vpn" }, "visible", "/search"],
    ["the current page with another query", { ...link, href: "http://localhost:3000/tasks?page=3" }, "visible", null],
    ["another host", { ...link, href: "http://example.org/users" }, "visible", null],
    ["another port", { ...link, href: "http://localhost:3001/users" }, "intent", null],
    ["an invalid address", { ...link, href: "mailto" }, "visible", null],
    ["a mailto link", { ...link, href: "mailto:a@example.org" }, "visible", null],
    ["a new window", { ...link, target: "_blank" }, "visible", null],
    ["this window, set explicitly", { ...link, target: "_self" }, "visible", "/users"],
    ["a download", { ...link, download: true }, "visible", null],
    ["a link that opts out", { ...link, prefetch: "none" }, "intent", null],
    ["a visible link in a long list", { ...link, prefetch: "intent" }, "visible", null],
    ["a hovered link in a long list", { ...link, prefetch: "intent" }, "intent", "/users"],
  ] as const)("%s", (_, given, when, path) => {
    expect(pageAhead(given, here, when)?.pathname ?? null).toBe(path);
  });

  test.each([
    [undefined, true],
    [{ effectiveType: "4g" }, true],
    [{ effectiveType: "3g", saveData: true }, false],
    [{ effectiveType: "2g" }, false],
    [{ effectiveType: "slow-2g" }, false],
  ])("prefetches on a connection of %j: %s", (connection, expected) => {
    expect(allowsAhead(connection)).toBe(expected);
  });
});
