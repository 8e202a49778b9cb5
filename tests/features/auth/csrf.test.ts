import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { csrfIsVerified, csrfOf } from "~/features/auth/auth-request.server";

const SECRET = "a secret of the server";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("behaviour 1.3: CSRF token (double submit)", () => {
  test("a new visitor gets 64 hex digits and a cookie with their hash", () => {
    const { token, cookie } = csrfOf(undefined, SECRET);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(cookie).toBe(`${token}|${sha256(token + SECRET)}`);
  });

  test("a valid cookie is kept", () => {
    const { token, cookie } = csrfOf(undefined, SECRET);
    expect(csrfOf(cookie ?? "", SECRET)).toEqual({ token, cookie: null });
  });

  test("is verified when the form repeats the token of our cookie", () => {
    const { token, cookie } = csrfOf(undefined, SECRET);
    expect(csrfIsVerified(cookie ?? "", token, SECRET)).toBe(true);
  });

  const token = "0123456789abcdef".repeat(4);
  const ours = `${token}|${sha256(token + SECRET)}`;
  test.each<[string, string | undefined, string | undefined]>([
    ["no cookie", undefined, token],
    ["no field", ours, undefined],
    ["an empty field", ours, ""],
    ["another token in the field", ours, "f".repeat(64)],
    ["the whole cookie in the field", ours, ours],
    ["a matching pair hashed with another secret", `${token}|${sha256(`${token}theirs`)}`, token],
    ["a cookie without a hash", token, token],
    ["a cookie with an empty hash", `${token}|`, token],
    ["a cookie with an extra part", `${ours}|x`, token],
    ["an empty token with a matching hash", `|${sha256(SECRET)}`, ""],
    ["upper-case digits", ours.toUpperCase(), token.toUpperCase()],
    ["non-ASCII letters", `${"é".repeat(64)}|${sha256("é".repeat(64) + SECRET)}`, "é".repeat(64)],
  ])("is not verified with %s", (_, cookie, field) => {
    expect(csrfIsVerified(cookie, field, SECRET)).toBe(false);
  });
});
