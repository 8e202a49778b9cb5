import { expect } from "vitest";
import type { Db } from "~/db/types";
import { compilePeopleQuery } from "~/features/search/people-query.server";
import { listPeople } from "~/features/users/people-list.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { anAdmin, anAgent, aRequester, disableUser, NOON } from "../../support/factories";
import { anOrganization } from "../../support/search-desk";

async function found(db: Db, viewer: Viewer, text: string): Promise<string[] | string> {
  const query = await compilePeopleQuery(db, viewer, text, NOON);
  if (!query.ok) return query.error.message;
  return (await listPeople(db, { where: query.where }, NOON)).people.map(({ name }) => name);
}

onEachDatabase("domain B7: a people query", (test) => {
  test("finds people by words of name or address, role, state, organization, team and flags", async ({ db }) => {
    const root = await anAdmin(db, { name: "Root", email: "root@desk.example" });
    const ada = await anAgent(db, { name: "Ada Lovelace", email: "ad@desk.example" });
    await db.updateTable("user").set({ password_hash: "x", verified_at: NOON }).execute();
    const ana = await aRequester(db, { name: "Ana Díaz", email: "ana@harbour.example" });
    await disableUser(db, await aRequester(db, { name: "Bob", email: null }));
    const taro = await aRequester(db, { name: "山田太郎", email: null });
    const organization_id = await anOrganization(db, "Harbour");
    await db.updateTable("user").set({ organization_id }).where("id", "in", [ana.id, ada.id]).execute();
    await db
      .updateTable("user")
      .set({ absent_from: NOON - DAY_MS, absent_until: NOON + DAY_MS })
      .where("id", "=", ada.id)
      .execute();
    await db
      .insertInto("invitation")
      .values({ user_id: ana.id, key_hash: "h", created_by: root.id, created_at: NOON, expires_at: NOON + 1 })
      .execute();

    const everybody = [ada.name, ana.name, "Bob", root.name, taro.name];
    const cases: [string, string[] | string][] = [
      ["", everybody],
      ["an", [ana.name]],
      ["diaz AN", [ana.name]],
      ['"lovelace ada"', []],
      ["ad@desk", [ada.name]],
      ["太郎", [taro.name]],
      ["iaz", []],
      ["%", []],
      ["_na", []],
      ["?!", []],
      ["role:agent,admin", [ada.name, root.name]],
      ["-role:requester ada", [ada.name]],
      ["state:disabled", ["Bob"]],
      ["state:invited", [ana.name]],
      ["state:active", [ada.name, root.name, taro.name]],
      ["org:harbour", [ada.name, ana.name]],
      ["org:me", []],
      ["org:none role:requester", ["Bob", taro.name]],
      ["org:any bob OR root", [root.name]],
      ['team:"service desk"', [ada.name, root.name]],
      ["team:me -is:away", [root.name]],
      ["team:none", [ana.name, "Bob", taro.name]],
      ["is:away", [ada.name]],
      ["is:unverified", [ana.name]],
      ["org:nowhere", "There's no organization “nowhere”. Check the spelling."],
      ["team:nowhere", "There's no team “nowhere”. Check the spelling."],
      ["ada status:open", "“status:” finds tasks, not people. Remove it to search people."],
      ["is:away,overdue", "“is:overdue” finds tasks, not people. Remove it to search people."],
      ["state:gone", "“state:” takes invited, active, disabled, or anonymised, not “gone”."],
    ];
    for (const [text, names] of cases) expect([text, await found(db, root, text)]).toEqual([text, names]);
    expect(await found(db, ada, "org:me role:requester")).toEqual([ana.name]);
  });
});
