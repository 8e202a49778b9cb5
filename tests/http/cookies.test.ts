import { describe, expect, test } from "vitest";
import { authCookies } from "~/features/auth/auth-cookies.server";
import { clearCookie, clearEverywhere, conflictingCookies, readCookie, setCookie } from "~/http/cookies.server";

const sending = (cookie: string) => ({ headers: new Headers({ cookie }) });

describe("behaviour 1.2: cookies", () => {
  test("over http use plain names without the Secure attribute", () => {
    const { csrf, callbackUrl, session, secure } = authCookies("http://localhost:3000");
    expect([csrf, callbackUrl, session]).toEqual([
      "next-auth.csrf-token",
      "next-auth.callback-url",
      "next-auth.session-token",
    ]);
    expect(setCookie(csrf, "a|b", { secure })).toBe("next-auth.csrf-token=a%7Cb; Path=/; HttpOnly; SameSite=Lax");
  });

  test("over https use prefixed names with the Secure attribute", () => {
    const { csrf, callbackUrl, session, secure } = authCookies("https://desk.example.org");
    expect([csrf, callbackUrl, session]).toEqual([
      "__Host-next-auth.csrf-token",
      "__Secure-next-auth.callback-url",
      "__Host-next-auth.session-token",
    ]);
    expect(setCookie(session, "x", { secure, expires: Date.UTC(2026, 2, 31, 9) })).toBe(
      "__Host-next-auth.session-token=x; Path=/; Expires=Tue, 31 Mar 2026 09:00:00 GMT; HttpOnly; SameSite=Lax; Secure",
    );
  });

  test("are cleared with an empty value and Max-Age=0", () => {
    expect(clearCookie("x", false)).toBe("x=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  });

  test.each([
    ["x=1", "1"],
    ["a=0; x=1; b=2", "1"],
    ["x=a%7Cb", "a|b"],
    ["x=1; x=2", null],
    ["x=1; a=0; x=1", "1"],
    ["x=; x=2", null],
    ["x=a=b", "a=b"],
    ["yx=1", null],
    ["x", null],
    ["x=%zz", ""],
    ["", null],
  ])("are read from %j", (header, value) => {
    expect(readCookie(sending(header), "x")).toBe(value);
  });

  test("over https use the __Host- prefix, except the callback URL and the old session name", () => {
    const { secure, oldSession, callbackUrl, ...names } = authCookies("https://desk.example.org");
    for (const name of Object.values(names)) expect(name).toMatch(/^__Host-/);
    expect([secure, oldSession, authCookies("http://desk").oldSession]).toEqual([
      true,
      "__Secure-next-auth.session-token",
      null,
    ]);
  });

  test.each([
    ["x=1; x=2; y=1", ["x"]],
    ["x=1; x=1; y=2; z=3; z=4", ["z"]],
    ["x=1; x=%31", ["x"]],
    ["a=1; a=2", []],
    ["", []],
  ])("with conflicting values are found in %j", (header, names) => {
    expect(conflictingCookies(sending(header), ["x", "y", "z"])).toEqual(names);
  });

  test("are cleared on every domain and path where a sibling host may have set them", () => {
    const asking = (address: string) => ({ host: new URL(address).host, path: new URL(address).pathname });
    expect(clearEverywhere("x", asking("http://desk.example.org:3000/tasks/42"), false)).toEqual([
      "x=; Path=/; Max-Age=0",
      "x=; Path=/; Domain=desk.example.org; Max-Age=0",
      "x=; Path=/; Domain=example.org; Max-Age=0",
      "x=; Path=/tasks; Max-Age=0",
      "x=; Path=/tasks; Domain=desk.example.org; Max-Age=0",
      "x=; Path=/tasks; Domain=example.org; Max-Age=0",
      "x=; Path=/tasks/; Max-Age=0",
      "x=; Path=/tasks/; Domain=desk.example.org; Max-Age=0",
      "x=; Path=/tasks/; Domain=example.org; Max-Age=0",
      "x=; Path=/tasks/42; Max-Age=0",
      "x=; Path=/tasks/42; Domain=desk.example.org; Max-Age=0",
      "x=; Path=/tasks/42; Domain=example.org; Max-Age=0",
    ]);
    for (const host of ["localhost:3000", "127.0.0.1", "[::1]:80"])
      expect(clearEverywhere("x", { host, path: "/" }, false)).toEqual(["x=; Path=/; Max-Age=0"]);
    expect(clearEverywhere("__Host-x", asking("https://desk.example.org/tasks"), true)).toEqual([
      "__Host-x=; Path=/; Max-Age=0; Secure",
    ]);
    const deep = clearEverywhere("__Secure-x", { host: "a.b.c.d.e.f", path: "/1/2/3/4/5/6;=/7" }, true);
    expect(deep.length).toBeLessThanOrEqual(24); // proxies cap response headers at 4 KiB
    expect(deep.join()).not.toContain("6;");
  });
});
