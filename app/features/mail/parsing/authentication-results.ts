import { getDomain } from "tldts";
import { domainKey } from "~/lib/mail-domain.server";
import { NAMELESS_SERVER } from "../addresses/addresses";
import { headersNamed } from "./header-lines";
import { domainOf } from "./plain-address";

export type Verdict = "pass" | "fail" | "none" | "neutral" | "softfail" | "policy" | "temperror" | "permerror";

/** The receiving server's verdict on an email (RFC 8601). */
export type AuthenticationVerdict = {
  dmarc: Verdict;
  /** Each signature with the signing domain; "" if the server doesn't name it. */
  dkim: { verdict: Verdict; domain: string }[];
  spf: { verdict: Verdict; domain: string };
  /** Whether DMARC passed for the organization in From. */
  aligned: boolean;
};

const VERDICTS = new Set<string>(["pass", "fail", "none", "neutral", "softfail", "policy", "temperror", "permerror"]);
const MAX_RESULTS = 100;
const MAX_HEADER_CHARACTERS = 20_000;

/**
 * Reads the topmost Authentication-Results of the trusted server; null without one. Servers add theirs on top, so lower
 * ones may come from the sender, regardless of the name in them. A trusted server removes others with its own name (RFC
 * 8601, 5).
 */
export function readAuthenticationResults(
  headers: readonly [name: string, value: string][],
  trustedServer: string,
  fromAddress: string,
): AuthenticationVerdict | null {
  const results = resultsOf(headers, trustedServer.trim().toLowerCase());
  if (!results || trustedServer.trim() === "") return null;
  const verdict: AuthenticationVerdict = {
    dmarc: "none",
    dkim: [],
    spf: { verdict: "none", domain: "" },
    aligned: false,
  };
  let dmarcFrom: string | undefined;

  for (const { method, result, properties } of results.slice(1, MAX_RESULTS).map(readResult)) {
    if (method === "dmarc" && verdict.dmarc === "none") {
      verdict.dmarc = result;
      dmarcFrom = properties.get("header.from");
    } else if (method === "spf" && verdict.spf.verdict === "none") {
      const sender = properties.get("smtp.mailfrom") ?? properties.get("smtp.helo") ?? "";
      verdict.spf = { verdict: result, domain: domainKey(domainOf(sender)) };
    } else if (method === "dkim") {
      const signer = properties.get("header.d") ?? properties.get("header.i") ?? "";
      verdict.dkim.push({ verdict: result, domain: domainKey(domainOf(signer)) });
    }
  }

  const from = domainOf(fromAddress);
  const passed = [...verdict.dkim, verdict.spf].filter(({ verdict: one }) => one === "pass");
  const vouchedFor = dmarcFrom === undefined ? passed.map(({ domain }) => domain) : [domainOf(dmarcFrom)];
  verdict.aligned = verdict.dmarc === "pass" && vouchedFor.some((domain) => isSameOrganization(domain, from));
  return verdict;
}

/** The statements of the topmost relevant header, or of the one below a header that names the server. */
function resultsOf(headers: readonly [string, string][], server: string): string[][] | undefined {
  const all = headersNamed(headers, "authentication-results").map((value) =>
    statements(value.slice(0, MAX_HEADER_CHARACTERS)),
  );
  if (server !== NAMELESS_SERVER) return all.find(([named]) => named?.[0]?.toLowerCase() === server);
  const [topmost] = all;
  return topmost?.[0]?.includes("=") ? [[], ...topmost] : undefined;
}

/** Whether both domains belong to one organization: "mail.one.example" and "one.example". */
function isSameOrganization(one: string, other: string): boolean {
  const organization = (domain: string) =>
    getDomain(domainKey(domain), { allowPrivateDomains: true }) ?? domainKey(domain);
  return one !== "" && organization(one) === organization(other);
}

type Result = { method: string; result: Verdict; properties: Map<string, string> };

/** Reads "dkim=pass header.d=one.example" from its tokens. */
function readResult(tokens: readonly string[]): Result {
  const pairs = new Map<string, string>();
  for (let at = 1; at < tokens.length; at++) {
    const [name, value] = [tokens[at - 1]?.toLowerCase() ?? "", tokens[at + 1] ?? ""];
    if (tokens[at] === "=" && !pairs.has(name)) pairs.set(name, value);
  }
  const [method = ""] = pairs.keys();
  const result = pairs.get(method)?.toLowerCase() ?? "";
  return {
    method: method.split("/", 1)[0] ?? "",
    result: VERDICTS.has(result) ? (result as Verdict) : "none",
    properties: pairs,
  };
}

/** A mark, or a word that may have quoted stretches: `"lea moreau"@one.example`. */
const TOKENS = /([;=])|((?:"(?:[^"\\]|\\.)*"?|[^\s;="])+)/gs;

/** The tokens of each statement; statements are separated by ";". The first holds the name of the server. */
function statements(header: string): string[][] {
  const found: string[][] = [[]];
  for (const [, mark, word = ""] of withoutComments(header).matchAll(TOKENS)) {
    if (mark === ";") found.push([]);
    else found.at(-1)?.push(mark ?? unquoted(word));
  }
  return found;
}

/** A quoted mark stays quoted, because it doesn't separate. */
function unquoted(word: string): string {
  const plain = word.replace(/"((?:[^"\\]|\\.)*)"?/gs, (_, inner: string) => inner.replace(/\\(.)/gs, "$1"));
  return plain === "=" ? word : plain;
}

/** Removes comments, which nest, so that they can't imitate a result. Parentheses in quotes stay. */
function withoutComments(header: string): string {
  let result = "";
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at++) {
    const sign = header[at] ?? "";
    if (sign === "\\" && (isQuoted || depth > 0)) {
      if (depth === 0) result += sign + (header[at + 1] ?? "");
      at++;
    } else if (isQuoted || (sign === '"' && depth === 0)) {
      if (sign === '"') isQuoted = !isQuoted;
      result += sign;
    } else if (sign === "(") depth++;
    else if (sign === ")" && depth > 0) {
      if (--depth === 0) result += " ";
    } else if (depth === 0) result += sign;
  }
  return result;
}
