import { describe, expect, test as plain } from "vitest";
import { completeTerm } from "~/features/search/complete-term.server";
import { openTerm, withTerm } from "~/features/search/term-at-caret";
import { onEachDatabase } from "../../support/database";
import { aCustomField, anAgent, aRequester, aTask } from "../../support/factories";
import { anOrganization, aSearchableTeam } from "../../support/search-desk";

describe("domain B7: the term at the caret", () => {
  plain.each<[string, string, string]>([
    ["sta|", "sta", "status:|"],
    ["vpn sta|", "sta", "vpn status:|"],
    ["vpn -sta| x", "sta", "vpn -status:|x"],
    ["(sta|)", "sta", "(status:|)"],
    ["a sta|tus:open b", "sta", "a status:|b"],
    ['assignee:"Ada L|', 'assignee:"Ada L', "status:|"],
    ['"a b" |', "", '"a b" status:|'],
    ["|", "", "status:|"],
  ])("of %j is %j", (typed, term, completed) => {
    const caret = typed.indexOf("|");
    const text = typed.replace("|", "");
    expect(openTerm(text, caret).term).toBe(term);
    const after = withTerm(text, caret, "status:");
    expect(`${after.text.slice(0, after.caret)}|${after.text.slice(after.caret)}`).toBe(completed);
    expect(withTerm("is:op", 5, "is:open")).toEqual({ text: "is:open ", caret: 8 });
  });
});

onEachDatabase("domain B7: term completions", (test) => {
  test("offer only keys and values that the viewer may search", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada Lovelace", email: "ada@desk.example" });
    const ana = await aRequester(db, { name: "Ana Díaz", email: "ana@example.org" });
    const gone = await aRequester(db, { name: "Ana of old", email: null });
    await db.updateTable("user").set({ state: "merged", merged_into: ana.id }).where("id", "=", gone.id).execute();
    await aTask(db, { requester: ana, tags: ["net/vpn"] });
    await anOrganization(db, "Acme Ltd");
    await aSearchableTeam(db, "Second line");
    const options = ["North wing", "None", ">100"].map((label, i) => ({ key: `o${i}`, label, enabled: true }));
    await aCustomField(db, { key: "wing", kind: "select", label: "West wing", options, visibility: "agents" });
    await aCustomField(db, { key: "vip", kind: "boolean", label: "VIP", visibility: "requester_read" });
    const offered = async (viewer: typeof ada, term: string) =>
      (await completeTerm(db, viewer, term)).map(({ value }) => value);

    const cases: [string, string[], string[]][] = [
      ["s", [], []],
      ["sta", ["status:", "state:"], ["status:"]],
      ["sla", ["sla:", "sla.first:", "sla.next:", "sla.resolve:", "sla-due:"], []],
      ["assi", ["assignee:"], []],
      ["field.win", ["field.wing:"], []],
      ['field."west w', ["field.wing:"], []],
      ["west", ["field.wing:"], []],
      ['field."West wing":nor', ['field."West wing":"North wing"'], []],
      ["field.wing:no", ["field.wing:none", 'field.wing:"North wing"', 'field.wing:"None"'], []],
      ["field.wing:100", ['field.wing:">100"'], []],
      ["field", ["field.wing:", "field.vip:"], ["field.vip:"]],
      ["status:op", ["status:open"], ["status:open"]],
      ["status:wait", ['status:"Waiting for requester"'], ['status:"Waiting for your reply"']],
      [
        "type:",
        ["incident", "request", "question", "task"].map((type) => `type:${type}`),
        ["type:incident", "type:request", "type:question"],
      ],
      [
        "is:un",
        ["is:unassigned", "is:unread", "is:unanswered", "is:undelivered", "is:unverified"],
        ["is:unread", "is:unanswered"],
      ],
      ["is:spam", [], []],
      ["is:open", [], []],
      ["priority:>=h", ["priority:>=high"], []],
      ["tag:n", ["tag:none", "tag:net/vpn"], []],
      ["tag:x,net", ["tag:x,net/vpn"], []],
      ["assignee:lov", ["assignee:ada@desk.example"], []],
      ["requester:ana", ["requester:ana@example.org"], []],
      ["requester:an", ["requester:ana@example.org"], []], // not `any`: every task has a requester
      ["requester:m", ["requester:me"], ["requester:me"]],
      ['requester:"ana d', ["requester:ana@example.org"], []],
      ["team:sec", ['team:"Second line"'], []],
      ["org:acm", ['org:"Acme Ltd"'], []],
      ["created:last", ["created:last-week", "created:last-month"], ["created:last-week", "created:last-month"]],
      ["sort:att", ["sort:attention", "sort:attention-asc", "sort:attention-desc"], []],
      ["field.wing:nor", ['field.wing:"North wing"'], []],
      ["field.vip:y", ["field.vip:yes"], ["field.vip:yes"]],
      ["nothing:x", [], []],
      ["title:x", [], []],
    ];
    const answers = [];
    for (const [term] of cases) answers.push([term, await offered(ada, term), await offered(ana, term)]);
    expect(answers).toEqual(cases);
    expect(await completeTerm(db, ada, "requester:ana")).toEqual([
      { value: "requester:ana@example.org", label: "Ana Díaz", detail: "ana@example.org" },
    ]);
  });
});
