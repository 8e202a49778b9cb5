import { sql } from "kysely";
import { expect } from "vitest";
import { migrateToLatest } from "~/db/migrate.server";
import { MIGRATIONS } from "~/db/migrations";
import type { Db } from "~/db/types";
import { findOrganization } from "~/features/organizations/organization-read.server";
import { addAddress } from "~/features/users/addresses.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import { editPerson } from "~/features/users/user-changes.server";
import { createRequesterByEmail, findForSignIn } from "~/features/users/user-queries.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { onEachDatabase } from "../support/database";
import { anAdmin, anAgent, aRequester, NOON } from "../support/factories";

const step = MIGRATIONS["0034-address-keys"];
const upgrade = (db: Db) => migrateToLatest(db, { migrations: { ...MIGRATIONS, ...(step && { "9001-again": step }) } });

/** Stores the key as older versions did: from the address as typed. */
const keyAsTyped = (db: Db, id: number) =>
  sql`update "user" set email_key = lower(email), search_text = ' ana' where id = ${id}`.execute(db);

onEachDatabase("the upgrade to one key for the Unicode and Punycode form of a domain", (test) => {
  test("finds people and organizations by either form", async ({ db }) => {
    const ana = await aRequester(db, { name: "Ana", email: "ana@müller.example" });
    const bo = await aRequester(db, { name: "Bo", email: "bo@xn--mller-kva.example" });
    await keyAsTyped(db, ana.id);
    await keyAsTyped(db, bo.id);
    const row = { user_id: bo.id, email: "Bo@Straße.example", email_key: "bo@straße.example", created_at: NOON };
    await db.insertInto("user_address").values(row).execute();
    const organization = { name: "Müller", name_key: "muller", note: "", created_at: NOON, updated_at: NOON };
    const made = await db
      .insertInto("organization")
      .values({ ...organization, sharing: "none" })
      .returning("id")
      .executeTakeFirst();
    const id = made?.id ?? 0;
    const domains = ["xn--mller-kva.example", "straße.example"].map((domain) => ({ domain, organization_id: id }));
    await db.insertInto("organization_domain").values(domains).execute();

    await upgrade(db);
    for (const email of ["ANA@MÜLLER.example", "ana@xn--mller-kva.example"]) {
      expect(await findForSignIn(db, emailKeyOf(email)), email).toMatchObject({ id: ana.id });
    }
    expect(await resolvePerson(db, "bo@xn--strae-oqa.example")).toMatchObject({ ok: true, person: { id: bo.id } });
    const texts = await db.selectFrom("user").select("search_text").orderBy("id").execute();
    expect(texts.map(({ search_text }) => search_text)).toEqual([
      " ana ana xn mller kva example ana muller example",
      " ana bo xn mller kva example bo muller example bo xn strae oqa example bo strasse example",
    ]);
    expect((await findOrganization(db, id))?.fields.domains).toBe("müller.example\nstraße.example");
    const late = await createRequesterByEmail(db, { email: "late@xn--mller-kva.example" }, null, NOON);
    const joined = db.selectFrom("user").select("organization_id").where("id", "=", late.id);
    expect(await joined.executeTakeFirst()).toEqual({ organization_id: id });
  });

  test("leaves two people one form each of an address, and the second stays editable", async ({ db }) => {
    const [admin, ada] = [await anAdmin(db), await anAgent(db)];
    const first = await aRequester(db, { name: "First", email: "ana@xn--mller-kva.example" });
    const second = await aRequester(db, { name: "Second", email: "other@one.example" });
    await sql`update "user" set email = 'ana@müller.example', email_key = 'ana@müller.example' where id = ${second.id}`.execute(
      db,
    );
    await upgrade(db);
    const keys = await db
      .selectFrom("user")
      .select("email_key")
      .where("role", "=", "requester")
      .orderBy("id")
      .execute();
    expect(keys.map(({ email_key }) => email_key)).toEqual(["ana@xn--mller-kva.example", "ana@müller.example"]);
    expect(await findForSignIn(db, emailKeyOf("ana@müller.example"))).toMatchObject({ id: first.id });

    const was = { name: "Second", email: "ana@müller.example", role: "requester" } as const;
    expect(await editPerson(db, admin, second.id, { was, mine: { ...was, name: "Zweite" } }, NOON)).toEqual({
      ok: true,
    });
    expect(await addAddress(db, ada, second.id, "second@one.example", NOON)).toMatchObject({ ok: true });
    expect(
      await editPerson(
        db,
        admin,
        second.id,
        { was: { ...was, name: "Zweite" }, mine: { ...was, email: "new@one.example", name: "Zweite" } },
        NOON,
      ),
    ).toEqual({ ok: true });
    expect(await findForSignIn(db, emailKeyOf("new@one.example"))).toMatchObject({ id: second.id });
  });
});
