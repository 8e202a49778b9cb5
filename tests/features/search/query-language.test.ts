import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Query } from "~/features/search/query-ast";
import { parseQuery, QUERY_LIMITS } from "~/features/search/query-language";
import { cases } from "../../support/generated";
import { printQuery } from "./query-printer";

/** The tree without positions, short enough to read: `and(…)`, `"phrase"`, `key:>word,"quoted",from..to`. */
function outline(query: Query | null): string {
  if (query === null) return "";
  if (query.kind === "not") return `not(${outline(query.item)})`;
  if (query.kind === "and" || query.kind === "or") return `${query.kind}(${query.items.map(outline).join(" ")})`;
  return printQuery(query);
}

function read(text: string) {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed;
}

function errorOf(text: string) {
  const parsed = parseQuery(text);
  return parsed.ok ? null : parsed.error;
}

const noticesOf = (text: string) => read(text).notices.map((notice) => notice.message);

describe("domain B7: parsing a query", () => {
  test.each([
    ["", ""],
    ["   \t\n ", ""],
    ["printer", "printer"],
    ["printer on fire", "and(printer on fire)"],
    ["a AND b", "and(a b)"],
    ["a b OR c d", "or(and(a b) and(c d))"],
    ["a OR b OR c", "or(a b c)"],
    ["(a OR b) c", "and(or(a b) c)"],
    ["(a b) c", "and(a b c)"],
    ["a OR (b OR c)", "or(a b c)"],
    ["-a", "not(a)"],
    ["NOT a", "not(a)"],
    ["-(a b)", "not(and(a b))"],
    ["--a", "a"],
    ["NOT -a", "a"],
    ["-(-a)", "a"],
    ["- a", "and(- a)"],
    ["a -", "and(a -)"],
    ["a-b", "a-b"],
    ["e-mail", "e-mail"],
    ["and or not", "and(and or not)"],
    ['"remote access"', '"remote access"'],
    ['"say \\"hi\\""', '"say \\"hi\\""'],
    ['"C:\\\\temp" x', 'and("C:\\\\temp" x)'],
    ['a"b c"d', 'and(a "b c" d)'],
    ["print*", "print*"],
    ["#42", "#42"],
    ["#042 #x 42", "and(#042 #x 42)"],
    ["status:open", "status:open"],
    ["STATUS:Open", "status:Open"],
    ['status:"in progress",new', 'status:"in progress",new'],
    ["priority:>=high", "priority:>=high"],
    ["created:2026-03-01..2026-03-31", "created:2026-03-01..2026-03-31"],
    ["tag:net/*", "tag:net/*"],
    ["tag:a..b", "tag:a..b"],
    ['tag:a"b"', 'and(tag:a "b")'],
    ["-type:question", "not(type:question)"],
    ["status: open", "and(status: open)"],
    ["status:", "status:"],
    ["status:(a b)", "and(status: a b)"],
    ["http://example.org/x?y=1", "http://example.org/x?y=1"],
    ["10:30", "10:30"],
    ['foo:"a b"', 'and(foo: "a b")'],
    ["sla.first:warning,breached", "sla.first:warning,breached"],
    ['field.location:"Building 4" is:unanswered', 'and(field.location:"Building 4" is:unanswered)'],
    ["field.cost:>100", "field.cost:>100"],
    ["field.cost:10..20", "field.cost:10..20"],
    ["プリンター 故障", "and(プリンター 故障)"],
    ["sort:updated-asc (a OR b)", "and(sort:updated-asc or(a b))"],
    [
      '(tag:vpn OR "remote access") -type:question created:last-month',
      'and(or(tag:vpn "remote access") not(type:question) created:last-month)',
    ],
    [
      "requester:ana@example.org status:done has:attachment",
      "and(requester:ana@example.org status:done has:attachment)",
    ],
  ])("%j", (text, tree) => {
    expect(outline(read(text).query)).toBe(tree);
    expect(read(text).notices.length).toBe(/^(status:$|status: |status:\(|foo:)/.test(text) ? 1 : 0);
  });

  test.each([
    "is:open is:done is:mine is:unassigned is:unread is:unanswered is:watched is:snoozed is:overdue is:confidential",
    "is:undelivered is:merged is:spam is:trashed is:child is:parent is:away is:unverified",
    "has:attachment,draft,due,sla,checklist,link,note,rating awaiting:us,requester,third_party,nobody",
    'assignee:me requester:none participant:any watcher:"Ana Díaz" author:ana@example.org creator:me',
    "team:Network org:Acme type:incident tag:vpn channel:web site:desk",
    "priority:low priority:>low priority:<=urgent priority:HIGH",
    "sla:ok sla.first:warning sla.next:breached sla.resolve:paused,met,none",
    "created:2026-03-09 updated:>14d resolved:<1d closed:today replied:2026-03 created:>=2026-02-28",
    "due:<4h due:none sla-due:tomorrow snooze:this-week due:today..tomorrow due:2026-03..2026-03-05",
    "parent:12 linked:#13 title:fire body:smoke note:ash file:log.txt",
    "rating:good rating:none reopened:>2 reopened:1..3",
    "sort:attention",
    "sort:sla-asc",
    "role:agent state:disabled",
  ])("accepts every qualifier: %s", (text) => {
    const parsed = parseQuery(text);
    expect(parsed).toMatchObject({ ok: true, notices: [] });
  });
});

describe("domain B7: a mistake is repaired with a notice", () => {
  test.each<[string, string, string]>([
    ["(a b", "and(a b)", "A closing parenthesis is missing, so one was added at the end."],
    ["a) b", "and(a b)", "A closing parenthesis without an opening one was ignored."],
    ["a ()", "a", "Empty parentheses were ignored."],
    [
      'a "b c',
      'and(a "b c")',
      "A quotation mark isn't closed, so everything after it is read as one phrase. Add the closing mark.",
    ],
    ["a OR", "a", "“OR” needs a term on both sides, so it was ignored."],
    ["OR a", "a", "“OR” needs a term on both sides, so it was ignored."],
    ["AND a", "a", "“AND” needs a term on both sides, so it was ignored."],
    ["a AND", "a", "“AND” needs a term on both sides, so it was ignored."],
    ["a NOT", "a", "“NOT” needs a term after it, so it was ignored."],
    [
      "stauts:open",
      "stauts:open",
      "“stauts:” isn't a search field, so it was searched as text. Did you mean “status:”?",
    ],
    ["blorb:x", "blorb:x", "“blorb:” isn't a search field, so it was searched as text."],
    [
      "status: open",
      "and(status: open)",
      "“status:” was searched as text. To use it as a field, write the value right after “status:”, without a space.",
    ],
    [
      "field.place: roof",
      "and(field.place: roof)",
      "“field.place:” was searched as text. To use it as a field, write the value right after “field.place:”, without a space.",
    ],
    [
      'x field."Place of work": roof',
      'and(x field. "Place of work" : roof)',
      '“field."Place of work":” was searched as text. To use it as a field, write the value right after “field."Place of work":”, without a space.',
    ],
    [
      'field."Place of work":(roof)',
      'and(field. "Place of work" : roof)',
      '“field."Place of work":” was searched as text. To use it as a field, write the value right after “field."Place of work":”, without a space.',
    ],
    [
      'field."Place of work":',
      'and(field. "Place of work" :)',
      '“field."Place of work":” was searched as text. To use it as a field, add a value after “field."Place of work":”.',
    ],
  ])("%j", (text, tree, notice) => {
    expect(outline(read(text).query)).toBe(tree);
    expect(noticesOf(text)).toEqual([notice]);
  });

  test("the notice about an unknown key suggests the corrected query", () => {
    expect(read("vpn asignee:me x").notices[0]?.suggestion).toBe("vpn assignee:me x");
    expect(read("vpn blorb:me").notices[0]).not.toHaveProperty("suggestion");
  });
});

describe("domain B7: an invalid value is an error with a position", () => {
  test.each([
    ["priority:hgih", 9, "“hgih” isn't a valid value for “priority:”. Did you mean “high”?"],
    ["x priority:5", 11, "“priority:” takes low, normal, high, or urgent, not “5”."],
    ["status:>open", 8, "“status:” can't be compared. Remove the >."],
    ["created:soon", 8, "“soon” isn't a date. For created, use a date"],
    ["created:2026-02-30", 8, "“2026-02-30” isn't a date. For created, use a date"],
    ["created:2026-13", 8, "“2026-13” isn't a date. For created, use a date"],
    ["created:>none", 9, "“none” isn't a date. For created, use a date"],
    ["created:2026-03-09..2026-03-01", 8, "The range after “created:” ends before it begins. Swap the two values."],
    ["created:..2026-03-01", 8, "The range after “created:” needs a date on both sides of “..”."],
    ["created:7d..9d", 8, "The range after “created:” needs a date on both sides of “..”."],
    ["created:>2026-03-01..2026-03-05", 9, "“created:” takes either > or a range with “..”, not both."],
    ["due:4x", 4, "“4x” isn't a date. For due, use a date"],
    ["reopened:many", 9, "“reopened:” takes a whole number, not “many”."],
    ["reopened:3..1", 9, "The range after “reopened:” ends before it begins. Swap the two values."],
    ["parent:0", 7, "“parent:” takes a task number, not “0”."],
    ["tag:a,", 0, "“tag:” needs a value after it."],
    ['tag:""', 4, "“tag:” needs a value after it."],
    ["priority:>", 0, "“priority:” needs a value after it."],
    ["(sort:updated OR a)", 1, "“sort:” orders the whole list"],
    ["a -sort:updated", 3, "“sort:” orders the whole list"],
    ["sort:updated sort:created", 13, "Use only one “sort:”."],
    ["sort:colour", 5, "“sort:” takes attention,"],
    ["((((((a))))))", 5, "Parentheses can be nested at most 5 levels deep. Remove some."],
    ["a ".repeat(51), 100, "A query can have at most 50 terms. Remove some."],
    [`tag:${"a,".repeat(50)}a`, 0, "A query can have at most 50 terms. Remove some."],
    ["🙂".repeat(1_001), 1_000, "A query can have at most 1,000 characters. Make it shorter."],
  ])("%j", (text, start, message) => {
    const error = errorOf(text);
    expect(error?.message).toContain(message);
    expect(error?.at.start).toBe(start);
  });

  test("a query just within the limits is accepted", () => {
    expect(errorOf("((((((a))))) b)".slice(1))).toBeNull();
    expect(errorOf("a ".repeat(50))).toBeNull();
    expect(errorOf("🙂".repeat(QUERY_LIMITS.characters))).toBeNull();
    expect(errorOf(`${"-".repeat(998)} x`)).toBeNull();
  });

  test("the message shortens a long value", () => {
    expect(errorOf(`priority:${"x".repeat(500)}`)?.message.length).toBeLessThan(120);
  });
});

const PIECES = [
  ...[
    "(",
    ")",
    '"',
    '\\"',
    "\\",
    "-",
    "--",
    " ",
    "  ",
    ",",
    "..",
    ":",
    ">",
    ">=",
    "<",
    "*",
    "#42",
    "#",
    "AND",
    "OR",
    "NOT",
  ],
  ...[
    " ",
    " ",
    " OR ",
    " -",
    " AND ",
    "status:",
    "priority:",
    "tag:",
    "created:",
    "due:",
    "field.x:",
    'field."x \\" y":',
    "field.É:",
    'field."',
    "sort:",
    "is:",
    "foo:",
  ],
  ...[
    "reopened:",
    "title:",
    "assignee:",
    "has:",
    "parent:",
    "file:",
    "team:",
    "open",
    "high",
    "2026-03-09",
    "2026-03",
    "14d",
  ],
  ...["today", "none", "me", "a", "b", "é", "障", "🙂", "\ud800", "\n", "attachment", "updated-asc", "12", "1..3"],
];

/** A thousand texts from one number: drawing each piece with fast-check would take most of the time. */
function* textsFrom(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes
    return Math.floor((state / 2 ** 32) * n);
  };
  for (let i = 0; i < 1_000; i++) {
    let text = "";
    for (let pieces = below(14); pieces >= 0; pieces--) text += PIECES[below(PIECES.length)];
    yield text;
  }
}

const strip = (query: Query | null) => JSON.stringify(query, (key, value) => (key === "at" ? undefined : value));

/** The first defect in how a text is parsed and printed; null without one. */
function wrongWith(text: string): string | null {
  const parsed = parseQuery(text);
  const spans = parsed.ok ? parsed.notices.map((n) => n.at) : [parsed.error.at];
  if (!spans.every(({ start, end }) => 0 <= start && start <= end && end <= text.length)) return "a place outside";
  if (!parsed.ok) return parsed.error.message ? null : "no sentence";
  const printed = printQuery(parsed.query);
  const again = parseQuery(printed);
  if (!again.ok) return `printed as ${printed}, which is refused: ${again.error.message}`;
  if (strip(again.query) !== strip(parsed.query)) return `printed as ${printed}, which reads otherwise`;
  return printQuery(again.query) === printed ? null : `printed as ${printed} and then otherwise`;
}

describe("domain B7: any typed text", () => {
  test("parses without throwing, with positions in the text, and round-trips through printing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        for (const text of textsFrom(seed)) {
          const wrong = wrongWith(text);
          if (wrong) throw new Error(`${JSON.stringify(text)}: ${wrong}`);
        }
      }),
      cases(20, 100), // a thousand queries each
    );
  });

  test("does so with arbitrary characters", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: "binary", maxLength: 300 })), (text) => {
        expect(wrongWith(text)).toBeNull();
      }),
      cases(300, 3_000),
    );
  });
});
