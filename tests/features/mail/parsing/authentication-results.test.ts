import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAuthenticationResults } from "~/features/mail/parsing/authentication-results";

const verdictOf = (values: string[], from = "priya@one.example", server = "mx.desk.example") =>
  readAuthenticationResults(
    values.map((value) => ["authentication-results", value]),
    server,
    from,
  );

describe("email 5: the verdict of the trusted server", () => {
  test("includes DMARC, DKIM and SPF", () => {
    const header =
      'mx.desk.example; dkim=pass (2048-bit key) header.d=one.example header.i=@one.example header.s=s1; spf=softfail (mx: 192.0.2.1) smtp.mailfrom="p.nair"@one.example; dmarc=pass (p=REJECT; sp=none) header.from=one.example';
    expect(verdictOf([header])).toEqual({
      dmarc: "pass",
      dkim: [{ verdict: "pass", domain: "one.example" }],
      spf: { verdict: "softfail", domain: "one.example" },
      aligned: true,
    });
  });

  test.each<[string, string[], boolean | null]>([
    ["another server's header", ["mx.evil.example; dmarc=pass header.from=one.example"], null],
    [
      "a server name that only starts with ours",
      ["mx.desk.example.evil.example; dmarc=pass header.from=one.example"],
      null,
    ],
    ["no header", [], null],
    [
      "a header below the topmost",
      ["mx.desk.example; dmarc=fail header.from=one.example", "mx.desk.example; dmarc=pass header.from=one.example"],
      false,
    ],
    [
      "another server's header above ours",
      ["other.example; dmarc=fail", "mx.desk.example; dmarc=pass header.from=one.example"],
      true,
    ],
    ["capitals, version, quotes", ['"MX.desk.example" 1; DMARC=Pass Header.From=ONE.example'], true],
    ["spaces around the separators", ["mx.desk.example ; dmarc = pass header.from = one.example"], true],
    ["a comment before the name", ["(x) mx.desk.example; dmarc/1=pass header.from=one.example"], true],
    [
      "a pass in a comment",
      ["mx.desk.example; dmarc=fail (x; dmarc=pass header.from=one.example (nested)) header.from=one.example"],
      false,
    ],
    ["a pass in quotes", ['mx.desk.example; spf=fail reason="; dmarc=pass header.from=one.example"'], false],
    ["a quoted equals sign", ['mx.desk.example; dmarc=pass header.from "=" one.example'], false],
    [
      "a second DMARC result",
      ["mx.desk.example; dmarc=fail header.from=one.example; dmarc=pass header.from=one.example"],
      false,
    ],
    ["another domain in From", ["mx.desk.example; dmarc=pass header.from=two.example"], false],
    ["a subdomain of the same organization", ["mx.desk.example; dmarc=pass header.from=mail.one.example"], true],
    ["two customers of one hosting provider", ["mx.desk.example; dmarc=pass header.from=evil.github.io"], false],
    ["no DMARC domain, but a valid signature", ["mx.desk.example; dmarc=pass; dkim=pass header.d=one.example"], true],
    [
      "no DMARC domain, and an invalid signature",
      ["mx.desk.example; dmarc=pass; dkim=fail header.d=one.example"],
      false,
    ],
    ["a signature without DMARC", ["mx.desk.example; dkim=pass header.d=one.example"], false],
    ["no checks", ["mx.desk.example; none"], false],
  ])("%s", (_, headers, aligned) => {
    const from = headers[0]?.includes("github") ? "priya@one.github.io" : "priya@one.example";
    expect(verdictOf(headers, from)?.aligned ?? null).toBe(aligned);
  });

  test("compares internationalised domains in the form that servers write", () => {
    expect(
      verdictOf(["mx.desk.example; dmarc=pass header.from=xn--bcher-kva.example"], "j@bücher.example")?.aligned,
    ).toBe(true);
  });

  test("counts from a nameless server only if it is topmost and * is trusted", () => {
    const nameless =
      "spf=pass smtp.mailfrom=one.example; dkim=pass header.d=one.example; dmarc=pass header.from=one.example";
    const aligned = (headers: string[], server: string) => verdictOf(headers, "priya@one.example", server)?.aligned;
    expect(aligned([nameless], "*")).toBe(true);
    expect(aligned(["mx.other.example; dmarc=fail header.from=one.example", nameless], "*")).toBeUndefined();
    expect(aligned(["dmarc=fail header.from=one.example", nameless], "*")).toBe(false);
    expect(aligned([nameless], "mx.desk.example")).toBeUndefined();
  });

  test("is missing without a trusted server", () => {
    expect(verdictOf(["; dmarc=pass header.from=one.example"], "priya@one.example", " ")).toBeNull();
  });

  test("stays a fail whatever a sender puts in quotes", () => {
    const piece = fc.constantFrom(";", "dmarc=pass", "header.from=one.example", "(", ")", "\\", " ", "=", "x");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const quoted = pieces.join("").replaceAll("\\", "\\\\");
        expect(
          verdictOf([`mx.desk.example; spf=fail smtp.mailfrom="${quoted}"; dmarc=fail header.from=one.example`])
            ?.aligned,
        ).toBe(false);
      }),
    );
  });
});
