import { describe, expect, test } from "vitest";
import { parseQuery } from "~/features/search/query-language";
import { factsUsed, refusedInPolicies, selectPolicy } from "~/features/service-levels/policy-selection";

function read(text: string) {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.query;
}

const USE = "Use qualifiers such as priority:, type:, team:, org: or tag:.";

describe("service-levels 2.2: a policy's query", () => {
  test.each([
    "",
    "priority:>=high type:incident,question -team:Network",
    'org:"Acme Corp" (tag:vip OR tag:net/*) channel:email',
    "status:open is:unassigned awaiting:us",
    "assignee:none requester:ana@example.org creator:any participant:ben",
    'assignee:"me"',
    "created:2026-03-01..2026-03-31 due:any resolved:<2026-03 closed:none",
    "field.floor:3 field.seats:>=10 field.move:2026-03-01",
    "parent:42 linked:7 rating:bad reopened:>1 has:due,link #42",
  ])("may be “%s”", (text) => expect(refusedInPolicies(read(text))).toBeNull());

  test.each([
    ["printer", `A policy can't search for text such as “printer”, because messages add text all the time. ${USE}`],
    [
      "priority:high (tag:a OR -(fire))",
      `A policy can't search for text such as “fire”, because messages add text all the time. ${USE}`,
    ],
    ["title:printer", `“title:” depends on messages or files, so a policy can't use it. ${USE}`],
    ["replied:2026-03-01", `“replied:” depends on messages or files, so a policy can't use it. ${USE}`],
    ["is:unanswered", `“is:unanswered” depends on messages or files, so a policy can't use it. ${USE}`],
    ["updated:>7d", `“updated:” changes as time passes, so a policy can't use it. ${USE}`],
    ["updated:2026-03-01", `“updated:” changes as time passes, so a policy can't use it. ${USE}`],
    ["snooze:<4h", `“snooze:” changes as time passes, so a policy can't use it. ${USE}`],
    ["is:open,overdue", `“is:overdue” changes as time passes, so a policy can't use it. ${USE}`],
    ["-is:snoozed", `“is:snoozed” changes as time passes, so a policy can't use it. ${USE}`],
    ["is:unread", `“is:unread” depends on who is searching, so a policy can't use it. ${USE}`],
    ["is:mine", `“is:mine” depends on who is searching, so a policy can't use it. ${USE}`],
    ["watcher:ana", `“watcher:” changes as time passes, so a policy can't use it. ${USE}`],
    ["sla:breached", `“sla:” depends on the clocks that a policy starts, so a policy can't use it. ${USE}`],
    ["sla.first:ok", `“sla.first:” depends on the clocks that a policy starts, so a policy can't use it. ${USE}`],
    ["sla-due:<4h", `“sla-due:” depends on the clocks that a policy starts, so a policy can't use it. ${USE}`],
    ["has:sla", `“has:sla” depends on the clocks that a policy starts, so a policy can't use it. ${USE}`],
    ["assignee:me", "“me” can't be used in a policy. Write the person's name or email address after “assignee:”."],
    [
      "requester:ana,ME",
      "“me” can't be used in a policy. Write the person's name or email address after “requester:”.",
    ],
    [
      "field.owner:me",
      "“me” can't be used in a policy. Write the person's name or email address after “field.owner:”.",
    ],
    [
      "created:<1d",
      "“1d” means a different date every day, so a policy can't use it. Use dates such as created:2026-03-01..2026-03-31.",
    ],
    [
      "due:today",
      "“today” means a different date every day, so a policy can't use it. Use dates such as due:2026-03-01..2026-03-31.",
    ],
    [
      "created:2026-03-01..tomorrow",
      "“tomorrow” means a different date every day, so a policy can't use it. Use dates such as created:2026-03-01..2026-03-31.",
    ],
    [
      "field.move:>7d",
      "“7d” means a different date every day, so a policy can't use it. Use dates such as field.move:2026-03-01..2026-03-31.",
    ],
    ["tag:a sort:created", "A policy doesn't sort tasks. Remove “sort:”."],
  ])("can't be “%s”: %s", (text, sentence) => expect(refusedInPolicies(read(text))).toBe(sentence));

  test("names the facts whose changes trigger another selection", () => {
    expect([...factsUsed(read("priority:high (tag:a OR -is:Unassigned) tag:b #42"))]).toEqual([
      ...["priority", "tag", "is:unassigned"],
    ]);
  });
});

describe("the policy that applies", () => {
  const policies = [
    { id: 1, enabled: false },
    { id: 2, enabled: true },
    { id: 3, enabled: true },
    { id: 4, enabled: true },
  ];
  test.each<[string, number | null, number[], number | null]>([
    ["the first enabled one that matches", null, [1, 3, 4], 3],
    ["the organization's own, even if it doesn't match", 4, [2, 3], 4],
    ["not the organization's if it's disabled", 1, [1, 2], 2],
    ["none", null, [1], null],
  ])("is %s", async (_, organization, matching, selected) => {
    const policy = await selectPolicy(policies, organization, async ({ id }) => matching.includes(id));
    expect(policy?.id ?? null).toBe(selected);
  });
});
