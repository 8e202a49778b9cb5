import { readFileSync } from "node:fs";
import { decode } from "turbo-stream";
import { describe, expect, test } from "vitest";
import {
  type Kind,
  kindOf,
  OFFLINE_PAGE,
  offlinePageFor,
  pageOf,
  reloadAnswer,
  titleOf,
  verdict,
} from "~/shell/offline-rules";

const HERE = "https://desk.example.org";

describe("behaviour 9: how the service worker sorts requests", () => {
  const cases: [Kind, string, string, RequestMode][] = [
    ["asset", "GET", "/build/root-4FX4XKF7.js", "no-cors"],
    ["offline", "GET", "/offline.css", "no-cors"],
    ["document", "GET", "/tasks/12", "navigate"],
    ["document", "GET", "/login", "navigate"],
    ["data", "GET", "/tasks.data?_routes=root", "cors"],
    ["data", "GET", "/tasks/12/_payload.json", "cors"],
    ["data", "GET", "/_payload.json", "cors"],
    ["session", "GET", "/api/auth/session", "cors"],
    ["sign", "POST", "/api/auth/signout", "navigate"],
    ["sign", "POST", "/api/auth/callback/credentials", "cors"],
    ["other", "GET", "/api/auth/csrf", "cors"],
    ["other", "GET", "/api/auth/signout", "navigate"],
    ["other", "GET", "/builds/latest.json?1700000000000", "cors"],
    ["other", "GET", "/events?last=12", "cors"],
    ["other", "GET", "/events?age=0", "navigate"],
    ["other", "GET", "/manifest.webmanifest", "cors"],
    ["other", "GET", "/login.js", "no-cors"],
    ["other", "POST", "/tasks/12", "navigate"],
    ["other", "POST", "/tasks/12.data", "cors"],
  ];
  test.each(cases)("%s: %s %s", (kind, method, path, mode) => {
    expect(kindOf({ method, mode, url: HERE + path }, HERE)).toBe(kind);
  });

  test("other: a request to another site", () => {
    expect(kindOf({ method: "GET", mode: "navigate", url: "https://elsewhere.example/build/x.js" }, HERE)).toBe(
      "other",
    );
  });
});

describe("behaviour 9: which responses are kept, and for which person", () => {
  const answer = (
    status: number,
    person: string | null,
    more: Partial<{ type: ResponseType; redirected: boolean }> = {},
  ) => ({
    status,
    type: "basic" as ResponseType,
    redirected: false,
    headers: new Headers(person === null ? {} : { "X-Person": person }),
    ...more,
  });

  test.each<[string, Kind, ReturnType<typeof answer>, ReturnType<typeof verdict>]>([
    ["a page is kept for its viewer", "document", answer(200, "7"), { keep: "7" }],
    ["a page's data is kept for its viewer", "data", answer(200, "7"), { keep: "7" }],
    ["a missing page isn't kept", "document", answer(404, "7"), "nothing"],
    ["a redirected page isn't kept", "document", answer(200, "7", { redirected: true }), "nothing"],
    ["an opaque redirect changes nothing", "document", answer(0, null, { type: "opaqueredirect" }), "nothing"],
    ["a server error changes nothing", "document", answer(500, null), "nothing"],
    ["the sign-in page deletes all copies", "document", answer(200, null), "forget"],
    ["a redirect in page data deletes all copies", "data", answer(202, null), "forget"],
    ["an empty session deletes all copies", "session", answer(200, null), "forget"],
    ["a session is never kept", "session", answer(200, "7"), "nothing"],
    ["a 401 deletes all copies", "data", answer(401, "7"), "forget"],
  ])("%s", (_, kind, given, expected) => {
    expect(verdict(kind, given)).toEqual(expected);
  });
});

describe("behaviour 9: reading offline", () => {
  test.each([
    ["/tasks.data?_routes=root", "/tasks"],
    ["/tasks.data?status=open&_routes=routes%2F_app.tasks", "/tasks?status=open"],
    ["/_root.data", "/"],
    ["/tasks/12/_payload.json", "/tasks/12"],
    ["/_payload.json", "/"],
  ])("%s belongs to %s", (data, page) => {
    expect(pageOf(HERE + data)).toBe(page);
  });

  test("answers a data request with a redirect that loads the whole page", async () => {
    const body = new Response(reloadAnswer('/tasks?q="x"')).body as ReadableStream<Uint8Array>;
    const { value } = await decode(body, {
      plugins: [(type, redirect) => (type === "SingleFetchRedirect" ? { value: { redirect } } : undefined)],
    });
    expect(value).toEqual({
      redirect: { redirect: '/tasks?q="x"', status: 302, revalidate: false, reload: true, replace: false },
    });
  });

  test("lists the available pages on the offline page, with markup escaped", () => {
    const html = readFileSync(`public${OFFLINE_PAGE}`, "utf8");
    const page = offlinePageFor("/tasks?q=<b>", html, [{ path: "/tasks/1", title: "<img> & co" }]);
    expect(page).toContain('<a href="/tasks/1">&#60;img&#62; &#38; co</a>');
    expect(page).toContain('href="/tasks?q=&#60;b&#62;"');
    expect(offlinePageFor("/", html, [])).not.toContain("Pages available offline");
  });

  test("reads the title of a kept page from its HTML", () => {
    expect(titleOf("<head><title>Tom &amp; Jerry&#x27;s | Localhost</title>")).toBe("Tom & Jerry's | Localhost");
    expect(titleOf("<p>none</p>")).toBeNull();
  });
});
