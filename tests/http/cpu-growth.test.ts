import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptedCallbackUrl, asHeader } from "~/features/auth/callback-url";
import { NewSiteForm } from "~/features/branding/site-schema";
import { cleanFileName } from "~/features/conversation/attachments/incoming-files.server";
import { mentionLines, renderMessage } from "~/features/conversation/markdown.server";
import { openMention } from "~/features/conversation/mentions/mention-list";
import { keysOf } from "~/features/conversation/mentions/mention-text.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { readValue } from "~/features/custom-fields/field-values";
import { readPeople } from "~/features/first-run/invite-people.server";
import { CsvScanner } from "~/features/imports/csv-scanner.server";
import { dateReader } from "~/features/imports/import-dates";
import { findJsonTrouble } from "~/features/imports/json-error-position";
import { fillTemplate, unknownVariables } from "~/features/macros/fill-template.server";
import { NewRuleForm } from "~/features/rules/rule-schema";
import { parseSchedule } from "~/features/rules/schedule";
import { markedText, wantedOf } from "~/features/search/marked-text";
import { parseQuery } from "~/features/search/query-language";
import { openTerm } from "~/features/search/term-at-caret";
import { parseHolidays } from "~/features/service-levels/calendar-text";
import { CalendarForm } from "~/features/service-levels/calendars/calendar-schema";
import { readHolidayFile, withHolidays } from "~/features/service-levels/calendars/holiday-file";
import { parseTarget } from "~/features/service-levels/target-duration";
import { NewTask } from "~/features/tasks/task-schema";
import { parsePerson, splitPeople } from "~/features/users/parse-people.server";
import { AddressForm, NewPersonForm } from "~/features/users/user-schema";
import { personKeys, searchPrefixes } from "~/features/users/user-search-keys.server";
import { csvLine } from "~/features/views/export-list.server";
import { clearEverywhere, readCookie } from "~/http/cookies.server";
import { parseForm } from "~/http/form.server";
import { readUploadForm } from "~/http/upload-form.server";
import { findableWords, indexTokens, sortKey, tokenPlaces } from "~/lib/search-tokens";
import { cleanLine, cleanText, withoutEndSlashes } from "~/lib/text";
import { cases } from "../support/generated";

/*
 * No user text may stall the desk. 64 KiB of any fragment may cost at most MOST_TIMES the CPU time of 64 KiB of prose,
 * measured in the same run. Timing is noisy, so the test is generous: best of several runs, above a floor.
 */
const MOST_TIMES = 15;
const FLOOR_MS = 2.5;
const BYTES = 65_500;

const filled = (fragment: string) => fragment.repeat(Math.floor(BYTES / Math.max(1, Buffer.byteLength(fragment))));

const PROSE = (
  "The printer on the second floor is out of paper again; please send someone before noon.\n" +
  "It says: tray 2 is empty, and we need 40 copies for the meeting at 14:30. Thank you, Rita\n\n"
)
  .repeat(400)
  .slice(0, BYTES);

/** In scripts without spaces, every two neighbouring characters are a token: three times as many as in prose. */
const PROSE_WITHOUT_SPACES = filled(
  "三階のプリンターの紙がまた切れました。正午までにお願いします。会議に四十部が必要です。\n",
);
const WITHOUT_SPACES = /\p{scx=Han}|\p{M}/u;
/** An import file consists of rows. */
const ROWS = filled("1,2\n");

const form = (fields: Record<string, string>) => {
  const sent = new FormData();
  for (const [name, text] of Object.entries(fields)) sent.set(name, text);
  return sent;
};
const FIELD: FieldDefinition = {
  ...{ key: "x", label: "X", help: "", kind: "text", options: [], types: [], visibility: "agents" },
  ...{ required: "never", showIf: null },
};
const WANTED = wantedOf({ kind: "phrase", words: ["the", "printer"], open: true, parts: ["title"] }) ?? {
  phrases: [],
  plain: null,
};
const DATES = ["iso", "unix", "unix-ms", "dd.MM.yyyy HH:mm"].flatMap((format) => dateReader(format, "UTC") ?? []);

/** Readers of user text, keyed by the kind of text. */
const READERS: Record<string, (text: string) => unknown> = {
  message: (text) => [renderMessage(cleanText(text)), keysOf(mentionLines(text))],
  index: (text) => [indexTokens(text), tokenPlaces(text)],
  line: (text) => [sortKey(cleanLine(text)), findableWords(text), searchPrefixes(text)],
  query: (text) => [parseQuery(text), parseQuery(text.slice(0, 500)), openTerm(text, text.length)],
  marks: (text) => markedText(text, WANTED),
  task: (text) => parseForm(form({ title: text, description: text, tags: text, due: text, requester: text }), NewTask),
  person: (text) => [
    parseForm(form({ name: text, email: text, role: text, password: text }), NewPersonForm),
    parseForm(form({ email: text }), AddressForm),
    personKeys(text, text),
    personKeys("Ada", `a@${text}`),
    [splitPeople(text), parsePerson(text), readPeople(text.slice(0, 20_000))],
  ],
  rule: (text) => [
    parseForm(form({ name: text, trigger: "created", action1: "note", value1: text }), NewRuleForm),
    parseSchedule(text),
  ],
  site: (text) => parseForm(form({ host: text, name: text, colour: text, version: text }), NewSiteForm),
  calendar: (text) => [
    parseForm(form({ name: text, zone: text, monday: text.slice(0, 200), holidays: text }), CalendarForm),
    parseHolidays(text),
    readHolidayFile(`BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260403\nSUMMARY:${text}\n${text}\nEND:VEVENT\n`),
    withHolidays(text, []),
  ],
  target: (text) => parseTarget(text),
  field: (text) =>
    (["text", "longtext", "number", "date", "datetime", "url"] as const).map((kind) =>
      readValue({ ...FIELD, kind }, [text]),
    ),
  macro: (text) => [
    unknownVariables(text, []),
    fillTemplate(text.slice(0, 10_000), new Map([["a", "b"]])),
    fillTemplate("Hello {{a}}", new Map([["a", text.slice(0, 5_000)]])),
    fillTemplate("{{a}} ".repeat(1_600), new Map([["a", text.slice(0, 6)]])),
  ],
  mention: (text) => openMention(text, text.length),
  csv: (text) => csvLine([text]),
  import: (text) => {
    const scanner = new CsvScanner({ delimiter: "," });
    return [scanner.push(Buffer.from(text)), scanner.end(), DATES.map((read) => read(text)), findJsonTrouble(text)];
  },
  name: (text) => cleanFileName(text),
  address: (text) => [
    [text, `/${text}`].map((wanted) => asHeader(acceptedCallbackUrl(wanted.slice(0, 1_000), "https://desk.example"))),
    withoutEndSlashes(text),
    clearEverywhere("x", { host: text.slice(0, 16_000), path: text.slice(0, 16_000) }, true),
  ],
  header: (text) => {
    const cookie = text.replace(/[^\x20-\x7e]/g, "").slice(0, 16_000);
    return readCookie(new Request("http://desk.example/", { headers: { cookie } }), "x");
  },
};

/** Readers that each text-taking route uses. Add new routes here. */
const KEYS = ["line"]; // only numbers, keys and versions, which the form's schema rejects
const ROUTES: Record<string, readonly string[]> = {
  ...of(["message", "index", "task", "field", "query", "person"], "_app.tasks.new"),
  ...of(["message", "index", "task", "field", "query"], "_app.tasks.$id _app.tasks.$id_.split"),
  ...of(["message"], "_app.tasks.preview _app.tasks.$id_.messages.$messageId.edit api.drafts _app.tasks.$id_.children"),
  ...of(
    ["message", "macro", "field"],
    "_app.tasks.$id_.macros _app.macros.$id _app.macros.new _app.tasks.bulk _app.tasks.bulk_.in-place",
  ),
  ...of(["message", "macro"], "_app.settings.addresses.templates.$kind_.edit"),
  ...of(
    ["query", "marks", "line"],
    "_app.search _app.search_.completions _app.search_.explanation _app.search_.palette _app.tasks._index _app.tasks.board _app.tasks.assignees _app.tasks.tags " +
      "_app.tasks.views_.$id _app.tasks.views_.new _app.tasks.views_.counts _app.users._index _app.tasks.reading " +
      "_app.organizations._index _app.tasks.$id_.mentions",
  ),
  ...of(["csv", "query"], "_app.tasks.export _app.reports.export"),
  ...of(["query", "line"], "_app.reports._index _app.reports.new _app.reports.$id"),
  ...of(
    ["person", "line"],
    "_app.settings.profile _app.users.new _app.users.invite _app.users.$id_.edit _app.users.$id_.addresses _app.users.$id_.addresses_.changes " +
      "_app.users.$id_.invitation _app.users.$id_.password _app.users.$id_.merge _app.users.$id_.anonymisation " +
      "_app.users.$id_.availability _app.tasks.$id_.participants _app.tasks.$id_.suppressions.removal",
  ),
  ...of(["person", "address", "header"], "login api.auth.$ _app.$"),
  ...of(["message", "line"], "login_.link"),
  ...of(["person", "line"], "_app.settings.addresses.new _app.settings.addresses.$id_.edit"),
  ...of(["person", "query"], "_app.settings.addresses.log._index _app.settings.addresses.quarantine._index"),
  ...of(
    ["site"],
    "_app.settings.sites.new _app.settings.sites.$host_.edit _app.settings.sites._index colours.$id[.]css",
  ),
  ...of(
    ["line", "task"],
    "_app.organizations.$id _app.organizations.$id_.edit _app.organizations.new _app.organizations.$id_.members " +
      "_app.settings.fields.$key_.edit _app.settings.fields.new _app.settings.statuses.$key_.edit _app.settings.statuses._index " +
      "_app.settings.statuses.new _app.settings.types.$key_.edit _app.settings.types.new _app.settings.teams.$id " +
      "_app.settings.teams.new _app.settings.teams.$id_.members _app.tasks.$id_.checklist _app.setup.teams _app.setup.types " +
      "_app.settings.security-log",
  ),
  ...of(["calendar", "line"], "_app.settings.calendars.new _app.settings.calendars.$id"),
  ...of(["query", "line", "target"], "_app.settings.service-levels.new _app.settings.service-levels.$id"),
  ...of(["query", "line", "rule"], "_app.settings.rules.new _app.settings.rules.$id"),
  ...of(["line", "query"], "_app.tasks.$id_.relations _app.tasks.$id_.merge"),
  ...of(["name", "message"], "uploads"),
  ...of(
    KEYS,
    "_app.setup._index _app.setup.sample _app.settings._index _app.settings.account-changes _app.settings.emails api.mail.unsubscribe.$token " +
      "_app.settings.addresses.$id_.removal _app.settings.addresses.$id_.restoration _app.settings.addresses.$id_.sender " +
      "_app.settings.addresses.$id_.state _app.settings.addresses.quarantine.$id.handling api.mail.$key " +
      "_app.settings.addresses.consent _app.settings.addresses.$id_.test " +
      "_app.settings.addresses.templates._index _app.settings.addresses.templates.$kind_.removal " +
      "_app.settings.addresses.templates.$kind_.restoration " +
      "_app.settings.calendars.$id_.removal _app.settings.calendars.$id_.restoration " +
      "_app.settings.service-levels.$id_.changes _app.settings.service-levels._index _app.settings.calendars._index " +
      "_app.settings.rules._index _app.settings.rules.$id_.changes " +
      "_app.drafts.$id.restoration _app.drafts.$id.takeover _app.macros.$id_.removal _app.macros.$id_.restoration " +
      "_app.reports.$id_.removal _app.reports.$id_.restoration " +
      "_app.notifications._index _app.notifications.reading _app.settings.display _app.settings.fields.$key_.changes " +
      "_app.settings.notifications _app.settings.sites.$host_.removal _app.settings.sites.$host_.restoration " +
      "_app.settings.statuses.$key_.changes _app.settings.teams.$id_.archive _app.settings.types.$key_.changes " +
      "_app.tasks.$id_.assignment _app.tasks.$id_.deletion _app.tasks.$id_.messages.$messageId.redaction " +
      "_app.tasks.$id_.messages.$messageId.sending _app.tasks.$id_.messages.$messageId.withdrawal _app.tasks.$id_.mute " +
      "_app.tasks.$id_.deliveries.$deliveryId.dismissal _app.tasks.$id_.deliveries.$deliveryId.retry " +
      "_app.tasks.$id_.presence _app.tasks.$id_.restoration _app.tasks.$id_.seen _app.tasks.$id_.trash " +
      "_app.tasks.$id_.undo.$change _app.tasks.$id_.watching _app.tasks.bulk_.$id _app.tasks.bulk_.$id_.cancellation " +
      "_app.tasks.bulk_.$id_.undo _app.tasks.display _app.tasks.views_.$id_.place _app.tasks.views_.$id_.removal " +
      "_app.tasks.views_.$id_.restoration _app.tasks.views_.pins _app.users.$id_.state events uploads_.$id.removal",
  ),
};

function of(readers: readonly string[], routes: string): Record<string, readonly string[]> {
  return Object.fromEntries(routes.split(" ").map((route) => [route, readers]));
}

const TAKES_TEXT = /export (?:async )?(?:function|const) action|as action\b|searchParams|readForm|readUploadForm/;

function routesThatTakeText(): string[] {
  const takes = (path: string) => TAKES_TEXT.test(readFileSync(path, "utf8"));
  return readdirSync("app/routes", { withFileTypes: true }).flatMap((entry) => {
    const path = join("app/routes", entry.name);
    const files = entry.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
    return files.some(takes) ? entry.name.replace(/\.tsx?$/, "") : [];
  });
}

const SIGNS = [..."*_~`[]()<>!&|\\-+#=:;,/.@\"'{}%$?^\n\t 1a"];
const KNOWN = [
  ...[
    "ftp://x.y/",
    "//x.y/",
    "http://x.y/",
    "https://x.y/ ",
    "mailto:",
    "mailto:a@b.c ",
    "www.x.y ",
    "a@b.c ",
    "<a@b.c>",
  ],
  ...[
    "[a](b)",
    "[a](https://x.y) ",
    "![a](/attachments/1)",
    "[a]: b\n",
    "|a|\n|-|\n",
    "a|b\n-|-\n",
    "- [ ] ",
    "1. a\n",
  ],
  ...["\n> - ", "&amp;", "&#1;", "***a***", "~~a~~", "**a *b ", "`a``b", "a*b*", "```\n", "# a\n", "> a\n", "    a\n"],
  ...["山", "@山", "\u0301", "a\u0301", "🙂", "\u202e", "\u200d", "ﬁ", "ﾞ", "\ud800", "@ana ", "@a.b@", "{{a}}", "{{a|"],
  ...[
    '"a" ',
    'q:"',
    "status:open ",
    "(a OR ",
    "-",
    "a..b ",
    '";',
    '"""',
    ';"',
    "=\t",
    "a.",
    ".a@",
    "xn--a.",
    "C:\\a\\",
  ],
];
/** A table head, which turns the lines that follow into rows. */
const TABLE = "|a|b|c|d|e\n|-|-|-|-|-\n";
const FRAGMENTS = [
  "|a|b|c|d|e\n",
  "|\n",
  ...new Set([
    ...SIGNS,
    ...KNOWN,
    ...fc.sample(fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 2, maxLength: 4 }), {
      ...cases(15, 60),
      seed: 2026,
    }),
  ]),
];

/** CPU milliseconds, best of several runs. Stops once a run is fast enough. */
function costOf(read: (text: string) => unknown, text: string, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 20 && best > enough; turn++) {
    const begun = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1_000);
    if (best > 5_000) break;
  }
  return best;
}

describe("CPU cost of user text", () => {
  test("is covered for every route that takes text", () => {
    expect(Object.keys(ROUTES).sort()).toEqual(routesThatTakeText().sort());
    expect(new Set(Object.values(ROUTES).flat()).size).toBeGreaterThan(10);
    expect(
      Object.values(ROUTES)
        .flat()
        .filter((reader) => !READERS[reader]),
    ).toEqual([]);
  });

  test.each(Object.entries(READERS))("as %s grows no faster than for prose", (name, read) => {
    const mostOf = (prose: string) => {
      for (let turn = 0; turn < 5; turn++) read(prose);
      return MOST_TIMES * Math.max(FLOOR_MS, costOf(read, prose, 0));
    };
    const most = mostOf(name === "import" ? ROWS : PROSE);
    const mostWithoutSpaces = Math.max(most, mostOf(PROSE_WITHOUT_SPACES));
    const tooDear = FRAGMENTS.flatMap((fragment) => {
      const limit = WITHOUT_SPACES.test(fragment) ? mostWithoutSpaces : most;
      // A regex anchored to the end of a text is slow where a run of its characters ends earlier.
      const rows = fragment.includes("|") ? [TABLE + filled(fragment)] : [];
      return [filled(fragment), `x${filled(fragment)}x`, ...rows].flatMap((text) => {
        const cost = costOf(read, text, limit);
        return cost > limit ? { text: text.slice(0, 20), times: Math.round((MOST_TIMES * cost) / limit) } : [];
      });
    });
    expect(tooDear).toEqual([]);
  });

  test("as a multipart form grows no faster than for prose", async () => {
    const read = async (text: string) => {
      const sent = new FormData();
      sent.set("body", text);
      sent.set("files", new File([text], text.slice(0, 1_000)));
      await readUploadForm(new Request("http://desk.example/", { method: "POST", body: sent }), async ({ bytes }) => {
        for await (const _ of bytes);
      });
    };
    const cost = async (text: string) => {
      let best = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < 3; turn++) {
        const begun = process.cpuUsage();
        await read(text);
        const { user, system } = process.cpuUsage(begun);
        best = Math.min(best, (user + system) / 1_000);
      }
      return best;
    };
    const most = MOST_TIMES * Math.max(FLOOR_MS, await cost(PROSE));
    for (const fragment of ["\r\n", "--", "\r\n--", "%22", '"', "; a=", "\r\n----a"]) {
      expect(await cost(filled(fragment)), fragment).toBeLessThan(most);
    }
  });
});
