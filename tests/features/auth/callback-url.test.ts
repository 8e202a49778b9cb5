import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptedCallbackUrl, asHeader, pathOf } from "~/features/auth/callback-url";

const HERE = "https://desk.example.org";

describe("behaviour 1.4: callbackUrl", () => {
  test.each([
    ["/tasks/7", `${HERE}/tasks/7`],
    ["/", `${HERE}/`],
    ["/search?q=a b#c", `${HERE}/search?q=a b#c`],
    ["/suche?q=Müller", `${HERE}/suche?q=Müller`],
    ["//evil.example", `${HERE}//evil.example`],
    ["/\\evil.example", `${HERE}/\\evil.example`],
    ["/@evil.example", `${HERE}/@evil.example`],
    [HERE, HERE],
    [`${HERE}/tasks?status=new`, `${HERE}/tasks?status=new`],
    ["https://DESK.example.org/Tasks", "https://DESK.example.org/Tasks"],
    ["https://desk.example.org:443/x", "https://desk.example.org:443/x"],
  ])("%j is on this site", (wanted, accepted) => {
    expect(acceptedCallbackUrl(wanted, HERE)).toBe(accepted);
    expect(new URL(accepted).origin).toBe(HERE);
  });

  test.each([
    ["nothing", null],
    ["an empty string", ""],
    ["another site", "https://evil.example/"],
    ["another scheme", "http://desk.example.org/"],
    ["another port", "https://desk.example.org:8443/"],
    ["a look-alike host", "https://desk.example.org.evil.example/"],
    ["a host with a trailing dot", "https://desk.example.org./"],
    ["our host as a user name", "https://desk.example.org@evil.example/"],
    ["our host as user name and password", "https://desk.example.org:443@evil.example/"],
    ["a user on our host", "https://eve@desk.example.org/"],
    ["a script URL", "javascript:alert(1)"],
    ["a data URL", "data:text/html,<script>alert(1)</script>"],
    ["a blob URL of our origin", "blob:https://desk.example.org/4d5c"],
    ["a space before our own address", " https:desk.example.org"],
    ["a path without a slash", "tasks"],
    ["a backslash", "\\\\evil.example"],
    ["an incomplete URL", "https://"],
    ["a tab that browsers drop", "/\t/evil.example"],
    ["a line break", "/x\r\nSet-Cookie: a=b"],
    ["half a surrogate pair", "/\ud800"],
    ["an overlong path", `/${"x".repeat(5_000)}`],
  ])("%s becomes the start page", (_, wanted) => {
    expect(acceptedCallbackUrl(wanted, HERE)).toBe(HERE);
  });

  test("no value leads to another site, and an accepted one is accepted again unchanged", () => {
    const piece = fc.constantFrom(
      "/", "\\", "@", ":", "//", ".", "?", "#", "\t", "\n", " ", "%2f", "evil.example", "desk.example.org",
      "https:", "javascript:", "blob:", "é", "\u2028", "443",
    ); // biome-ignore format: one list
    const wanted = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(wanted, (text) => {
        const accepted = acceptedCallbackUrl(text, HERE);
        const url = new URL(accepted);
        expect([url.origin, url.protocol, url.username]).toEqual([HERE, "https:", ""]);
        expect(acceptedCallbackUrl(accepted, HERE)).toBe(accepted);
        expect(new URL(new Headers({ Location: asHeader(accepted) }).get("Location") ?? "").origin).toBe(HERE);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the path of an accepted URL", () => {
  const HERE = "http://desk.example.org:4500";
  test.each([
    [HERE, "/"],
    [`${HERE}/`, "/"],
    [`${HERE}/tasks?q=a%20b#c`, "/tasks?q=a%20b#c"],
    [`${HERE}?q=1`, "/?q=1"],
    [`${HERE}//evil.example`, "//evil.example"],
    ["HTTP://DESK.example.org:4500/x", "/x"],
  ])("%s is %s", (accepted, path) => {
    expect(pathOf(accepted, HERE)).toBe(path);
    expect(acceptedCallbackUrl(path, HERE).replace(/\/$/, "")).toBe(new URL(accepted).href.replace(/\/$/, ""));
  });
});
