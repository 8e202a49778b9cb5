import { describe, expect, test } from "vitest";
import { authOrigin } from "~/http/origin.server";

const asking = (headers: Record<string, string>) => ({ headers: new Headers(headers) });
const byHost = { authOrigin: null, authTrustHost: false };
const behindProxy = { authOrigin: null, authTrustHost: true };

const forwarded = { host: "10.0.0.7:3000", "x-forwarded-host": "desk.example.org", "x-forwarded-proto": "https" };

describe("behaviour 1.1: {origin}", () => {
  test("is the configured address, whatever the request says", () => {
    const configured = { authOrigin: "https://desk.example.org", authTrustHost: true };
    expect(authOrigin(asking({ host: "evil.example", "x-forwarded-host": "evil.example" }), configured)).toBe(
      "https://desk.example.org",
    );
  });

  test.each([
    ["localhost:3000", "http://localhost:3000"],
    ["DESK.example.org", "http://desk.example.org"],
    ["127.0.0.1:80", "http://127.0.0.1"],
    ["[::1]:3000", "http://[::1]:3000"],
  ])("comes from Host: %s", (host, origin) => {
    expect(authOrigin(asking({ host }), byHost)).toBe(origin);
  });

  test("takes forwarded headers only when the proxy is trusted", () => {
    expect(authOrigin(asking(forwarded), byHost)).toBe("http://10.0.0.7:3000");
    expect(authOrigin(asking(forwarded), behindProxy)).toBe("https://desk.example.org");
  });

  test("comes from the first of several proxies", () => {
    const twice = { host: "a", "x-forwarded-host": "desk.example.org, inner:8080", "x-forwarded-proto": "https, http" };
    expect(authOrigin(asking(twice), behindProxy)).toBe("https://desk.example.org");
  });

  test.each(["", "evil.example/path", "user@evil.example", "a b", "a,b", "desk:99999", "desk:x", "[::zz]"])(
    "is null for the invalid host %j",
    (host) => {
      expect(authOrigin(asking({ host }), byHost)).toBeNull();
    },
  );
});
