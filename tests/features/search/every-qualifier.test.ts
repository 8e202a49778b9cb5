import { expect } from "vitest";
import type { Db } from "~/db/types";
import { completeTerm } from "~/features/search/complete-term.server";
import { FIELD_KEYS } from "~/features/search/query-fields";
import { searchPeople } from "~/features/search/search-people.server";
import { searchTasks } from "~/features/search/search-tasks.server";
import { queryOfFilters } from "~/features/search/search-url";
import { NO_FILTERS } from "~/features/task-list/task-filters";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aCustomField } from "../../support/factories";
import { aDelivery } from "../../support/mail";
import { anOrganization, aSearchablePerson, aSearchableTask, aSearchableTeam } from "../../support/search-desk";

/** A Wednesday. */
const NOW = Date.UTC(2026, 2, 11, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function found(db: Db, viewer: Viewer, text: string): Promise<string> {
  const result = await searchTasks(db, viewer, text, { now: NOW });
  return result.ok ? result.tasks.map((task) => task.title).join(" ") : result.error.message;
}

async function aDesk(db: Db) {
  const acme = await anOrganization(db, "Acme Ltd");
  const ada = await aSearchablePerson(db, { name: "Ada Lovelace", email: "ada@desk.example", role: "agent" });
  const grace = await aSearchablePerson(db, {
    name: "Grace Hopper",
    role: "agent",
    away: [NOW - DAY, NOW + DAY],
  });
  const ana = await aSearchablePerson(db, { name: "Ana Díaz", email: "ana@example.org", organization: acme });
  const bob = await aSearchablePerson(db, { name: "Bob", email: "bob@example.org" });
  const network = await aSearchableTeam(db, "Network", { members: [ada.id] });
  const option = (key: string, label: string) => ({ key, label, enabled: true });
  const options = [option("north", "North wing"), option("south", "South wing")];
  for (const [key, kind, more] of [
    ["place", "text", { label: "Place of work", visibility: "requester_read", types: ["incident"] }],
    ["asset", "text", { label: "Gerät" }],
    ["cost", "number", {}],
    ["expiry", "date", {}],
    ["visit", "datetime", {}],
    ["vip", "boolean", {}],
    ["wing", "select", { label: "Side", options, visibility: "requester_read" }],
    ["wings", "multiselect", { label: "Side", options }],
    ["buyer", "user", {}],
  ] as const) {
    await aCustomField(db, { key, kind, ...more });
  }

  const one = await aSearchableTask(db, {
    ...{ title: "one", requester: ana.id, organization: acme, team: network, assignee: ada.id, tags: ["net/vpn"] },
    ...{ replies: ["burning toner"], files: ["Fire log.txt"], noteFiles: ["secret.pdf"], notes: ["ash"] },
    ...{ priority: 4, dueAt: NOW + HOUR, createdAt: NOW - 20 * DAY, updatedAt: NOW - 15 * DAY },
    ...{ lastRequesterAt: NOW - HOUR, participants: [bob.id], watchers: [grace.id], drafts: [ada.id] },
    fields: {
      ...{ place: "Building 4", asset: "Laptop 77", cost: "12.5", expiry: "2026-03-12", visit: "2026-03-11T14:30" },
      ...{ vip: "1", wing: "north", wings: '["north","south"]', buyer: String(bob.id) },
    },
    events: [{ actor: bob.id, at: NOW - HOUR }],
  });
  const two = await aSearchableTask(db, {
    ...{ title: "two", requester: bob.id, createdBy: ada.id, status: "waiting_requester", type: "question" },
    ...{ snoozedUntil: NOW + DAY, lastAgentAt: NOW - DAY, parent: one, links: [one], checklist: ["look"] },
    fields: { place: "Building 5", cost: "100", wing: "south" },
    events: [{ actor: ada.id, at: NOW }],
  });
  await aSearchableTask(db, {
    ...{
      title: "three",
      requester: ana.id,
      organization: acme,
      status: "closed",
      open: 0,
      confidential: 1,
      team: network,
    },
    ...{ resolvedAt: NOW - 3 * DAY, closedAt: NOW - DAY, rating: "bad", reopened: 2, channel: "import" },
    author: grace.id,
    replies: ["thanks"],
  });
  await aSearchableTask(db, { title: "four", requester: bob.id, mergedInto: one, status: "closed", open: 0 });
  await aSearchableTask(db, { title: "five", requester: bob.id, putAway: "spam", open: 0, parent: one });
  await aSearchableTask(db, { title: "six", requester: bob.id, putAway: "trash", open: 0 });
  await aSearchableTask(db, { title: "", requester: bob.id, putAway: "deleted", open: 0 });
  await aDelivery(db, { taskId: two, address: "bob@example.org", state: "bounced" });
  await aDelivery(db, { taskId: one, address: "ana@example.org", state: "sent" });
  await aDelivery(db, { taskId: one, address: "ana@example.org", state: "failed", dismissed_at: NOW });
  await aDelivery(db, { taskId: one, address: "ada@desk.example", state: "failed", kind: "notification" });
  return { ada, ana, bob };
}

/** Every row of domain B7's table, with the titles it finds. */
const CASES: [string, string][] = [
  ["status:waiting", "two"],
  ['status:"In progress",closed', "three"],
  ["is:open", "two one"],
  ["is:done", "three"],
  ["is:mine", "one"],
  ["is:unassigned", "three two"],
  ["is:unread", "one"],
  ["is:unanswered", "one"],
  ["is:watched", ""],
  ["is:snoozed", "two"],
  ["is:overdue", ""],
  ["is:confidential", "three"],
  ["is:merged", "four"],
  ["is:child", "two"],
  ["is:parent", "one"],
  ["is:undelivered", "two"],
  ["is:done,undelivered", "three two"],
  ["is:spam", "five"],
  ["is:trashed", "six"],
  ["is:spam,trashed", "six five"],
  ["is:done -is:trashed", "three"],
  ["is:away", "“is:away” finds people, not tasks. Remove it to search tasks."],
  ["is:unverified", "“is:unverified” finds people, not tasks. Remove it to search tasks."],
  ["has:attachment", "one"],
  ["has:draft", "one"],
  ["has:due", "one"],
  ["has:sla", ""],
  ["has:checklist", "two"],
  ["has:link", "two one"],
  ["has:note", "one"],
  ["has:rating", "three"],
  ["-has:checklist,note", "three"],
  ["awaiting:us", "one"],
  ["awaiting:requester", "two"],
  ["awaiting:nobody", "three"],
  ["assignee:me", "one"],
  ["assignee:none", "three two"],
  ["requester:ana@example.org", "three one"],
  ["participant:bob", "one"],
  ["participant:none", "three two"],
  ["watcher:hopper", "one"],
  ["watcher:any", "one"],
  ["author:grace", "three"],
  ["creator:me", "two"],
  ["team:network", "three one"],
  ["team:me", "three one"],
  ["team:any -team:Network", "two"],
  ['org:"acme ltd"', "three one"],
  ["org:none", "two"],
  ["org:any", "three one"],
  ["-org:any", "two"],
  ["org:nowhere", "There's no organization “nowhere”. Check the spelling."],
  ["type:question", "two"],
  ["type:any", "three two one"],
  ["tag:NET/*", "one"],
  ["channel:import", "three"],
  ["site:main", "You can't search by site yet. Remove “site:” from the search."],
  ["priority:>=high", "one"],
  ["sla:breached", ""],
  ["sla.first:ok", ""],
  ["sla.next:ok", ""],
  ["sla.resolve:ok", ""],
  ["sla-due:<4h", ""],
  ["created:>14d", "one"],
  ["updated:>14d", "one"],
  ["resolved:<4d", "three"],
  ["closed:yesterday", "three"],
  ["replied:any", "two"],
  ["due:<4h", ""], // due today: twelve hours are left
  ["due:<12h", "one"],
  ["due:today", "one"],
  ["snooze:tomorrow", "two"],
  ["parent:1", "two"],
  ["linked:#1", "two"],
  ["linked:2", "one"],
  ["title:one", "one"],
  ["body:toner", "one"],
  ["body:ash", ""],
  ["note:ash", "one"],
  ["file:log", "one"],
  ["file:secret", "one"],
  ["file:toner", ""],
  ['file:"fire log"', "one"],
  ["file:fi*", "one"],
  ["body:log", "one"],
  ["rating:bad", "three"],
  ["rating:none", "two one"],
  ["reopened:>1", "three"],
  ["reopened:1..2", "three"],
  ["answered:any", ""],
  ["rated:any", ""],
  ["backlog:2026-03-07", "three two one"],
  ["backlog:2026-03-10", "two one"],
  ["is:one-touch", ""],
  ["met.first:any", ""],
  ["met.next:none", "three two one"],
  ["met.resolve:any", ""],
  ["breached.first:any", ""],
  ["breached.next:none", "three two one"],
  ["breached.resolve:any", ""],
  ["retargeted.first:any", ""],
  ["retargeted.next:none", "three two one"],
  ["retargeted.resolve:any", ""],
  ["created:>14d zone:UTC", "one"],
  ["acme title:three", "three"],
  ['field.place:"building 4"', "one"],
  ["field.place:building", "two one"],
  ["field.place:build*", "two one"],
  ["field.asset:building", ""],
  ["field.place:none", "three"],
  ["field.cost:>20", "two"],
  ["field.cost:12.5", "one"],
  ["field.cost:10..100", "two one"],
  ["-field.cost:>20", "three one"],
  ["field.cost:>=1234567890123456789", "“field.cost:” takes a number of at most 15 digits."],
  ["field.cost:0.1..0.1234567890123456789", "“field.cost:” takes a number of at most 15 digits."],
  ["field.cost:dear", "“field.cost:” takes a number such as 12 or 3.5, not “dear”."],
  ["field.expiry:tomorrow", "one"],
  ["field.expiry:<=2026-03", "one"],
  ["field.expiry:>2026-03-12", ""],
  ["field.expiry:<2d", "one"],
  ["field.expiry:soon", "“soon” isn't a date. For field.expiry, use a date"],
  ["field.visit:today", "one"],
  ["field.visit:<2h", ""],
  ["field.visit:<3h", "one"],
  ["field.vip:yes", "one"],
  ["field.vip:no", "three two"],
  ["field.wing:north", "one"],
  ['field.wing:"South wing"', "two"],
  ["field.wing:east", "“east” isn't a valid value for “field.wing:”. Use North wing or South wing."],
  ["field.wings:south", "one"],
  ["field.wings:any", "one"],
  ["field.buyer:bob@example.org", "one"],
  ["field.buyer:me", ""],
  // A label works as well, as long as only one field has it.
  ['field."Place of work":"building 4"', "one"],
  ['-field."place OF work":building status:any', "three"],
  ["field.gerat:laptop", "one"],
  ["field.Gerät:laptop,none", "three two one"],
  ["field.side:north", "Several fields are called “side”. Use “field.wing:” or “field.wings:”."],
  ['field."Place of wrk":x', "There's no field “place of wrk”. Did you mean “field.place:”?"],
  ['field."place":building', "two one"],
  ["field.vip:>yes", "“field.vip:” can't be compared. Remove the >."],
  ["field.plac:x", "There's no field “plac”. Did you mean “field.place:”?"],
  ["sort:attention", "one two three"],
  ["role:agent", "“role:” finds people, not tasks. Remove it to search tasks."],
  ["state:active", "“state:” finds people, not tasks. Remove it to search tasks."],
];

onEachDatabase("domain B7: every qualifier", (test) => {
  test("finds the tasks the table lists, and has a row in it", async ({ db }) => {
    const { ada } = await aDesk(db);
    const answers: [string, string][] = [];
    for (const [text, titles] of CASES) {
      const answer = await found(db, ada, text);
      answers.push([text, answer.startsWith(titles) && answer.endsWith(".") ? titles : answer]);
    }
    expect(answers).toEqual(CASES);
    const asked = new Set(CASES.flatMap(([text]) => [...text.matchAll(/([a-z.-]+):/g)].map((match) => match[1])));
    expect(FIELD_KEYS.filter((key) => !asked.has(key))).toEqual([]);
  });

  test("reveals nothing to a requester that their pages don't show", async ({ db }) => {
    const { ana, bob } = await aDesk(db);
    const cases: [string, string][] = [
      ["has:attachment", "one"],
      ["file:log", "one"],
      ["file:secret", ""],
      ["field.place:building", "one"],
      ["field.wing:any", "one"],
      ['field."Place of work":building', "one"],
      ["field.side:any", "one"],
      ["field.gerät:laptop", "There's no field “gerät”. Check the spelling."],
      ["field.asset:laptop", "There's no field “asset”. Check the spelling."],
      ["field.asset:none", "There's no field “asset”. Check the spelling."],
      ["acme", ""],
      ["is:unread", "one"],
    ];
    for (const [text, titles] of cases) expect([text, await found(db, ana, text)]).toEqual([text, titles]);
    // Questions don't have the field `place`, so a value stored there stays hidden.
    expect(await found(db, bob, "field.place:any")).toBe("one");
    for (const text of [
      "org:any",
      "is:undelivered",
      "has:checklist",
      "team:network",
      "-watcher:any",
      "field.wing:any is:child",
    ]) {
      expect(await found(db, ana, text)).toMatch(/is only available to agents\. Remove it from the search\.$/);
    }
  });

  test("about people finds people in a people search", async ({ db }) => {
    const { ada, ana } = await aDesk(db);
    const names = async (viewer: Viewer, text: string) =>
      (await searchPeople(db, viewer, text, { now: NOW })).map((person) => person.name).join(", ");
    const cases: [string, string][] = [
      ["is:away", "Grace Hopper"],
      ["-is:away role:agent", "Ada Lovelace"],
      ["team:network", "Ada Lovelace"],
      ["team:none role:agent", "Grace Hopper"],
      ["team:me", "Ada Lovelace"],
      ['org:"acme ltd"', "Ana Díaz"],
      ["org:none bob", "Bob"],
      ["org:any", "Ana Díaz"],
      ["org:nowhere", ""],
      ["state:disabled", ""],
      ["is:open ana", ""],
    ];
    for (const [text, people] of cases) expect([text, await names(ada, text)]).toEqual([text, people]);
    expect(await names(ana, "is:away")).toBe("");
  });

  test("reads a quoted keyword (none, any, me) as a name", async ({ db }) => {
    const ada = await aSearchablePerson(db, { name: "Ada Lovelace", role: "agent" });
    const any = await aSearchablePerson(db, { name: "Any", role: "agent" });
    for (const name of ["none", "any", "me"]) {
      const [team, organization] = [await aSearchableTeam(db, name), await anOrganization(db, name)];
      const requester = await aSearchablePerson(db, { name: `Of ${name}`, organization });
      await aSearchableTask(db, {
        ...{ title: name, requester: requester.id, organization, team, tags: [name], assignee: any.id },
      });
      await db.insertInto("team_member").values({ team_id: team, user_id: any.id }).execute();
    }
    await aSearchableTask(db, { title: "plain", requester: ada.id });
    for (const name of ["none", "any", "me"]) {
      for (const key of ["team", "org", "tag"]) {
        expect([key, name, await found(db, ada, `${key}:"${name}"`)]).toEqual([key, name, name]);
      }
      const people = await searchPeople(db, ada, `org:"${name}"`, { now: NOW });
      expect(people.map((person) => person.name)).toEqual([`Of ${name}`]);
    }
    expect(await found(db, ada, 'assignee:"any"')).toBe("me any none");
    expect(await found(db, ada, "assignee:none")).toBe("plain");
    expect(await found(db, ada, "tag:none")).toBe("plain");
    for (const [query, value] of [
      ["team:non", 'team:"none"'],
      ["org:an", 'org:"any"'],
      ["tag:non", 'tag:"none"'],
    ] as const) {
      expect((await completeTerm(db, ada, query)).map((offer) => offer.value)).toContain(value);
    }
    expect(queryOfFilters({ ...NO_FILTERS, assignee: "none", tag: "none" })).toBe('assignee:none tag:"none"');
  });
});
