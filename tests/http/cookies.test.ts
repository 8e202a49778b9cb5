import { describe, expect, test } from "vitest";
import { authCookies } from "~/features/auth/auth-cookies.server";
import { clearCookie, readCookie, setCookie } from "~/http/cookies.server";

const sending = (cookie: string) => ({ headers: new Headers({ cookie }) });

describe("behaviour 1.2: cookies", () => {
  test("over http have their plain names and no Secure", () => {
    const { csrf, callbackUrl, session, secure } = authCookies("http://localhost:3000");
    expect([csrf, callbackUrl, session]).toEqual([
      "next-auth.csrf-token",
      "next-auth.callback-url",
      "next-auth.session-token",
    ]);
    expect(setCookie(csrf, "a|b", { secure })).toBe("next-auth.csrf-token=a%7Cb; Path=/; HttpOnly; SameSite=Lax");
  });

  test("over https carry the prefixes and Secure", () => {
    const { csrf, callbackUrl, session, secure } = authCookies("https://desk.example.org");
    expect([csrf, callbackUrl, session]).toEqual([
      "__Host-next-auth.csrf-token",
      "__Secure-next-auth.callback-url",
      "__Secure-next-auth.session-token",
    ]);
    expect(setCookie(session, "x", { secure, expires: Date.UTC(2026, 2, 31, 9) })).toBe(
      "__Secure-next-auth.session-token=x; Path=/; Expires=Tue, 31 Mar 2026 09:00:00 GMT; HttpOnly; SameSite=Lax; Secure",
    );
  });

  test("are removed by an empty value and Max-Age=0", () => {
    expect(clearCookie("x", false)).toBe("x=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  });

  test.each([
    ["x=1", "1"],
    ["a=0; x=1; b=2", "1"],
    ["x=a%7Cb", "a|b"],
    ["x=1; x=2", "1"],
    ["x=a=b", "a=b"],
    ["yx=1", null],
    ["x", null],
    ["x=%zz", ""],
    ["", null],
  ])("are read from %j", (header, value) => {
    expect(readCookie(sending(header), "x")).toBe(value);
  });
});
