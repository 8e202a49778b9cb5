import { describe, expect, test as plain } from "vitest";
import type { Db } from "~/db/types";
import { createOrganization, editOrganization } from "~/features/organizations/organization-changes.server";
import {
  addToOrganization,
  type ChangeOfMember,
  changeOrganizationMember,
} from "~/features/organizations/organization-members.server";
import {
  findOrganization,
  listMembers,
  listOrganizations,
  publicDomains,
} from "~/features/organizations/organization-read.server";
import { OrganizationForm } from "~/features/organizations/organization-schema";
import {
  NEW_ORGANIZATION,
  type OrganizationFields,
  orgQuery,
  publicDomainsWarning,
  readOrganizationsAddress,
} from "~/features/organizations/organizations";
import { addAddress } from "~/features/users/addresses.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "../../support/factories";
import { findTaskIds } from "../users/people";

const harbour: OrganizationFields = {
  ...NEW_ORGANIZATION,
  name: "Harbour",
  domains: "harbour.example",
  note: "Pier 4.",
};

async function anOrganization(db: Db, viewer: Viewer, more: Partial<OrganizationFields> = {}): Promise<number> {
  const made = await createOrganization(db, viewer, { ...harbour, ...more, requestKey: aKey() }, NOON);
  if (!made.ok) throw new Error(made.why);
  return made.id;
}

const memberNames = async (db: Db, id: number) =>
  (await listMembers(db, id)).members.map(({ name, manager }) => (manager ? `${name}*` : name));

const logged = async (db: Db) =>
  (await db.selectFrom("security_event").select(["kind", "details"]).orderBy("id").execute()).map(
    ({ kind, details }) => `${kind} ${details}`,
  );

onEachDatabase("domain A17, B2 and B6: organizations", (test) => {
  test("are created and changed once per form, with a unique name and unique domains", async ({ db }) => {
    const ada = await anAdmin(db);
    const form = { ...harbour, requestKey: aKey() };
    const made = await createOrganization(db, ada, form, NOON);
    expect(await createOrganization(db, ada, form, NOON)).toMatchObject({ ...made, joined: 0 });
    if (!made.ok) throw new Error(made.why);
    const again = (fields: Partial<OrganizationFields>) =>
      createOrganization(db, ada, { ...harbour, ...fields, requestKey: aKey() }, NOON);
    expect(await again({ name: "HÁRBOUR", domains: "" })).toEqual({ ok: false, why: "name_taken" });
    expect(await again({ name: "Other" })).toMatchObject({ domain: "harbour.example", by: "Harbour" });
    const museum = await anOrganization(db, ada, { name: "Museum", domains: "" });

    const edit = (id: number, mine: Partial<OrganizationFields>, was = harbour, by = ada) =>
      editOrganization(db, by, id, { was, mine: { ...was, ...mine } }, NOON);
    expect(await edit(made.id, { sharing: "members" })).toEqual({ ok: true, joined: 0 });
    expect(await edit(made.id, { domains: "harbour.example\nquay.example" })).toEqual({ ok: true, joined: 0 });
    const now = { ...harbour, sharing: "members", domains: "harbour.example\nquay.example" };
    expect(await edit(made.id, { sharing: "managers" })).toEqual({
      ok: false,
      why: "conflict",
      fields: ["sharing"],
      current: now,
    });
    expect(await edit(museum, { domains: "quay.example" }, { ...harbour, name: "Museum", domains: "" })).toMatchObject({
      why: "domain_taken",
      by: "Harbour",
    });
    expect(await edit(9_999, {})).toEqual({ ok: false, why: "no_such_organization" });
    expect(await edit(made.id, { note: "Mine" }, harbour, await aRequester(db))).toMatchObject({ why: "not_allowed" });
    expect(await findOrganization(db, made.id)).toEqual({ id: made.id, fields: now });
    expect(await logged(db)).toEqual([
      'organization_created {"Name":"Harbour","Email domains":"harbour.example","Requests shared with":"No one else"}',
      expect.stringContaining("organization_created"),
      'organization_changed {"Name":"Harbour","Requests shared with":"No one else → All members"}',
      'organization_changed {"Name":"Harbour","Email domains":"harbour.example → harbour.example, quay.example"}',
    ]);
  });

  test("let only admins change domains and sharing, while agents edit the rest", async ({ db }) => {
    const [ada, root] = [await anAgent(db), await anAdmin(db)];
    const make = (fields: Partial<OrganizationFields>) =>
      createOrganization(db, ada, { ...NEW_ORGANIZATION, name: "Quay", ...fields, requestKey: aKey() }, NOON);
    for (const more of [{ sharing: "members" }, { sharing: "managers" }, { domains: "quay.example" }] as const) {
      expect(await make(more)).toEqual({ ok: false, why: "admins_only" });
    }
    expect(await make({ note: "Gate 2." })).toMatchObject({ ok: true });
    const id = await anOrganization(db, root);
    const edit = (by: Viewer, mine: Partial<OrganizationFields>) =>
      editOrganization(db, by, id, { was: harbour, mine: { ...harbour, ...mine } }, NOON);
    for (const mine of [
      { sharing: "members" },
      { domains: "" },
      { domains: "harbour.example\nquay.example" },
    ] as const) {
      expect(await edit(ada, mine)).toEqual({ ok: false, why: "admins_only" });
    }
    expect(await edit(ada, { name: "Harbour works", note: "Pier 4, gate 2." })).toMatchObject({ ok: true });
    expect(await edit(root, { sharing: "members" })).toMatchObject({ ok: true });
    // Keeps what an admin changed while an agent's form was open.
    const was = { ...harbour, name: "Harbour works", note: "Pier 4, gate 2." };
    expect(await editOrganization(db, ada, id, { was, mine: { ...was, note: "" } }, NOON)).toMatchObject({ ok: true });
    expect((await findOrganization(db, id))?.fields).toMatchObject({ sharing: "members", note: "" });
  });

  test("take a public email domain only if an admin confirms it", async ({ db }) => {
    const root = await anAdmin(db);
    for (const name of ["ann", "ben"]) await aRequester(db, { email: `${name}@gmail.com` });
    await anAgent(db, { email: "works@gmail.com" });
    const form = {
      ...NEW_ORGANIZATION,
      name: "Mailers",
      sharing: "members",
      domains: "gmail.com\nmailers.example",
    } as const;
    const make = (more: { confirmed?: string[] } = {}) =>
      createOrganization(db, root, { ...form, ...more, requestKey: aKey() }, NOON);
    const asked = { ok: false, why: "public_domains", domains: ["gmail.com"], begins: "joining", people: 2 };
    expect(await make()).toEqual({ ...asked, sharing: "members" });
    expect(await make({ confirmed: ["gmx.de"] })).toMatchObject(asked);
    expect((await listOrganizations(db, {})).organizations).toEqual([]);
    const made = await make({ confirmed: ["gmail.com"] });
    expect(made).toMatchObject({ ok: true, joined: 2 });

    const id = await anOrganization(db, root, { name: "Quay", domains: "" });
    const was = { ...harbour, name: "Quay", domains: "" };
    const edit = (mine: Partial<OrganizationFields>, confirmed: string[] = [], from = was) =>
      editOrganization(db, root, id, { was: from, mine: { ...from, ...mine }, confirmed }, NOON);
    expect(await edit({ domains: "co.uk" })).toMatchObject({ why: "public_domains", people: 0, sharing: "none" });
    expect(await edit({ domains: "co.uk" }, ["co.uk"])).toEqual({ ok: true, joined: 0 });
    // Sharing more asks for confirmation, too, if there is a public domain already. Sharing less doesn't.
    const now = { ...was, domains: "co.uk" };
    expect(await edit({ sharing: "managers" }, [], now)).toMatchObject({ why: "public_domains", begins: "sharing" });
    expect(await edit({ sharing: "managers" }, ["co.uk"], now)).toMatchObject({ ok: true });
    expect(await edit({ sharing: "none", note: "x" }, [], { ...now, sharing: "managers" })).toMatchObject({ ok: true });
  });

  test("take in requesters with an address in their domain, and their tasks", async ({ db }) => {
    const ada = await anAdmin(db);
    const early = await aRequester(db, { name: "Early", email: "early@Harbour.example" });
    await aRequester(db, { name: "Sub", email: "sub@pier.harbour.example" });
    await anAgent(db, { name: "Works here", email: "works@harbour.example" }); // only admins may add agents
    const other = await anOrganization(db, ada, { name: "Other", domains: "" });
    const taken = await aRequester(db, { name: "Taken", email: "taken@harbour.example" });
    expect(await addToOrganization(db, ada, other, "Taken", NOON)).toMatchObject({ ok: true, isNew: true });
    const made = await createOrganization(db, ada, { ...harbour, requestKey: aKey() }, NOON);
    expect(made).toMatchObject({ ok: true, joined: 1 });
    const id = made.ok ? made.id : 0;
    await createRequesterByEmail(db, { email: "Late@HARBOUR.example" }, null, NOON);
    await anAgent(db, { name: "Works here later", email: "later@harbour.example" });
    const moving = await anAgent(db, { name: "Works here, too", email: null });
    expect(await addAddress(db, ada, moving.id, "moving@harbour.example", NOON)).toEqual({ ok: true });
    await aRequester(db, { name: "Stranger", email: "harbour.example@elsewhere.example" });
    expect(await memberNames(db, id)).toEqual(["Early", "Late"]);
    const { id: task } = await aTask(db, { requester: early });
    const row = await db.selectFrom("task").select("organization_id").where("id", "=", task).executeTakeFirstOrThrow();
    expect(row.organization_id).toBe(id);
    expect(await memberNames(db, other)).toEqual([taken.name]);

    const was = { ...harbour };
    expect(await editOrganization(db, ada, id, { was, mine: { ...was, name: "Quay" } }, NOON)).toMatchObject({
      ok: true,
    });
    expect(await findTaskIds(db, ada, "quay")).toEqual([task]);
    expect(await findTaskIds(db, ada, "harbour")).toEqual([task]); // by the requester's address
  });

  test("have members and managers, set by agents among requesters and by admins among everyone", async ({ db }) => {
    const [ada, bob, root] = [
      await anAgent(db, { name: "Ada" }),
      await anAgent(db, { name: "Bob" }),
      await anAdmin(db),
    ];
    const [rita, otto] = [await aRequester(db, { name: "Rita" }), await aRequester(db, { name: "Otto" })];
    const [id, other] = [await anOrganization(db, root), await anOrganization(db, ada, { name: "Other", domains: "" })];
    const add = (typed: string, by = ada, to = id) => addToOrganization(db, by, to, typed, NOON);
    expect(await add("Rita")).toEqual({ ok: true, name: "Rita", from: null, isNew: true });
    expect(await add("Rita")).toEqual({ ok: true, name: "Rita", from: null, isNew: false });
    expect(await add("Nobody at all")).toMatchObject({ why: "wrong" });
    expect(await add("Bob")).toMatchObject({
      why: "wrong",
      message: "Only admins can change Bob's organization. Ask an admin to do it.",
    });
    expect(await add("Bob", root)).toMatchObject({ ok: true });
    expect(await add("Otto", rita)).toEqual({ ok: false, why: "not_allowed" });
    expect(await add("Otto", ada, 9_999)).toEqual({ ok: false, why: "no_such_organization" });
    expect(await add("Otto")).toMatchObject({ ok: true });

    const change = (person: Viewer, what: ChangeOfMember, by = ada, from = id) =>
      changeOrganizationMember(db, by, { id: from, userId: person.id, change: what }, NOON);
    expect(await change(otto, "manager")).toEqual({ ok: true, name: "Otto", undo: "member" });
    expect(await change(otto, "manager")).toEqual({ ok: true, name: "Otto", undo: null });
    expect(await change(bob, "remove")).toEqual({ ok: false, why: "not_allowed" });
    expect(await change(otto, "remove", rita)).toEqual({ ok: false, why: "not_allowed" });
    expect(await change(otto, "member", ada, other)).toEqual({ ok: false, why: "no_member" });
    expect(await memberNames(db, id)).toEqual(["Otto*", "Bob", "Rita"]);
    expect(await change(otto, "remove")).toEqual({ ok: true, name: "Otto", undo: "back_as_manager" });
    for (const _ of ["once", "again"])
      expect(await change(otto, "back_as_manager")).toEqual({ ok: true, name: "Otto", undo: null });
    expect(await change(otto, "back")).toEqual({ ok: true, name: "Otto", undo: null }); // keeps the role
    expect(await memberNames(db, id)).toEqual(["Otto*", "Bob", "Rita"]);
    expect(await add("Otto", ada, other)).toMatchObject({ from: "Harbour" });
    expect(await change(otto, "back")).toEqual({ ok: false, why: "no_member" }); // a member elsewhere by now
    expect(await memberNames(db, other)).toEqual(["Otto"]); // not a manager here
    expect(await change(rita, "remove")).toEqual({ ok: true, name: "Rita", undo: "back" });
    expect(await memberNames(db, id)).toEqual(["Bob"]);
    expect((await logged(db)).slice(2).map((line) => line.split(" ")[0])).toEqual([
      "organization_member_added",
      "organization_member_added",
      "organization_member_added",
      "org_manager_made",
      "organization_member_removed",
      "organization_member_added",
      "organization_member_added",
      "organization_member_removed",
    ]);
  });

  test("are listed by name, a page at a time, and found by words and domains", async ({ db }) => {
    const ada = await anAdmin(db);
    for (const name of ["Quay works", "Ärzte", "Museum", "harbour"]) {
      await anOrganization(db, ada, { name, domains: name === "Museum" ? "art.example" : "" });
    }
    const names = async (search: string) =>
      (await listOrganizations(db, { search })).organizations.map(({ name }) => name);
    expect(await names("")).toEqual(["Ärzte", "harbour", "Museum", "Quay works"]);
    expect(await names("wor QUAY")).toEqual(["Quay works"]);
    expect(await names("@art.example")).toEqual(["Museum"]);
    for (const nothing of ["orks", "%", "_rt", "?!"]) expect(await names(nothing)).toEqual([]);
    expect(await names("quay & works")).toEqual(["Quay works"]);
    const first = await listOrganizations(db, {}, null, 2);
    expect(first).toMatchObject({ previous: null, next: { nameKey: "harbour" } });
    const second = await listOrganizations(db, {}, first.next && { after: first.next }, 2);
    expect(second.organizations.map(({ name, domains, members }) => [name, domains, members])).toEqual([
      ["Museum", ["art.example"], 0],
      ["Quay works", [], 0],
    ]);
    expect(second.next).toBeNull();
    expect(await listOrganizations(db, {}, second.previous && { before: second.previous }, 2)).toEqual(first);
  });
});

describe("the organization form", () => {
  const parsed = (fields: Partial<Record<keyof OrganizationFields, string>>) =>
    OrganizationForm.safeParse({ name: "Harbour", sharing: "none", ...fields });

  plain("keeps domains one per line, however they are typed", () => {
    expect(parsed({ domains: " @Quay.example, harbour.EXAMPLE;quay.example\r\nmünchen.example " }).data?.domains).toBe(
      "harbour.example\nmünchen.example\nquay.example",
    );
  });

  plain.each([
    [{ domains: "ada@harbour.example" }, "“ada@harbour.example” isn't a domain. Enter one such as example.org."],
    [{ domains: "a_b.example" }, "“a_b.example” isn't a domain. Enter one such as example.org."],
    [{ domains: `${"a".repeat(254)}` }, "isn't a domain"],
    [{ domains: Array.from({ length: 51 }, (_, n) => `d${n}.example`).join("\n") }, "at most 50 domains"],
    [{ name: "!?" }, "A name needs at least one letter or digit."],
    [{ name: "a".repeat(121) }, "A name can have at most 120 characters."],
    [{ note: "a".repeat(5001) }, "A note can have at most 5000 characters."],
    [{ sharing: "all" }, "Choose an option from the list."],
  ])("refuses %j", (fields, sentence) => {
    expect(
      parsed(fields)
        .error?.issues.map(({ message }) => message)
        .join(),
    ).toContain(sentence);
  });

  plain("recognises public email domains, however they are written", async () => {
    const open = ["gmail.com", "gmx.de", "co.uk", "com", "github.io", "kobe.jp", "anything.ck", "公司.cn"];
    const closed = [
      "harbour.example",
      "harbour.co.uk",
      "city.kobe.jp",
      "www.ck",
      "intern",
      "localhost",
      "harbour.github.io",
    ];
    expect(await publicDomains([...open, ...closed])).toEqual(open);
    const typed = parsed({ domains: " @GMail.COM, XN--55QX5D.cn;müll.email xn--mll-hoa.email" }).data?.domains.split(
      "\n",
    );
    expect(await publicDomains(typed ?? [])).toEqual(["gmail.com", "müll.email", "公司.cn"]);
    const refused = { ok: false, why: "public_domains", sharing: "members" } as const;
    const asked = { ...refused, domains: ["gmail.com"] };
    expect(publicDomainsWarning({ ...asked, begins: "joining", people: 12 })).toBe(
      "Anyone can get an address at gmail.com. 12 people join now. Anyone who later writes from such an address will join too. All members see each other's requests.",
    );
    expect(publicDomainsWarning({ ...asked, begins: "sharing", people: 1, sharing: "managers" })).toBe(
      "Anyone can get an address at gmail.com. The organization has 1 member. The organization's managers see all members' requests.",
    );
  });

  plain("reads the list's address and quotes names for a query", () => {
    expect(readOrganizationsAddress(new URLSearchParams("q=a%00b&after=x"))).toEqual({ search: "ab", place: null });
    expect(orgQuery("Harbour")).toBe("org:Harbour");
    expect(orgQuery('The "old" harbour')).toBe('org:"The \\"old\\" harbour"');
  });
});
