import { describe, expect, test } from "vitest";
import { siteNameOf } from "~/features/branding/branding";
import { pageTitle, titled } from "~/features/branding/page-title";

const NAMES = new Map([
  ["localhost", "Localhost"],
  ["it-help.example.com", "IT-HELP"],
  ["[::1]", "Loopback"],
  ["fe80::1", "Link"],
]);

describe("behaviour 10: the site name from the host", () => {
  test.each([
    ["localhost", "Localhost"],
    ["localhost:3000", "Localhost"],
    ["LOCALHOST:80", "Localhost"],
    ["localhost.", "Localhost"],
    ["localhost.:3000", "Localhost"],
    ["localhost:", "Localhost"],
    [" localhost ", "Localhost"],
    ["It-Help.Example.com:8443", "IT-HELP"],
    ["[::1]:3000", "Loopback"],
    ["[::1]", "Loopback"],
    ["::1", "Loopback"],
    ["[FE80::1]:3000", "Link"],
    ["example.com", null],
    ["www.it-help.example.com", null],
    ["localhost.example.com", null],
    ["localhost:3000:80", null],
    ["", null],
    [null, null],
    [undefined, null],
    ["__proto__", null],
  ])("%j is %j", (host, name) => {
    expect(siteNameOf(host, NAMES)).toBe(name);
  });
});

describe("behaviour 10: titles", () => {
  test("end with the site name if there is one", () => {
    expect(pageTitle("Tasks", "Localhost")).toBe("Tasks | Localhost");
    expect(pageTitle("404 - Page Not Found", "Localhost")).toBe("404 - Page Not Found | Localhost");
    expect(pageTitle("Tasks", null)).toBe("Tasks");
  });

  test("take the site name from the root loader's data", () => {
    expect(titled("Tasks", [{ id: "root", data: { siteName: "IT-HELP" } }])).toEqual([{ title: "Tasks | IT-HELP" }]);
    expect(titled("Tasks", [{ id: "root", data: { siteName: null } }])).toEqual([{ title: "Tasks" }]);
    expect(titled("Tasks", [{ id: "root" }])).toEqual([{ title: "Tasks" }]);
    expect(titled("Tasks", [])).toEqual([{ title: "Tasks" }]);
    expect(titled("Tasks", [], null)).toEqual([{ title: "Tasks" }]);
  });
});
