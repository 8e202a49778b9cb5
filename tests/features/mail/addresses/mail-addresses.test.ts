import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { pauseAfterRefusal } from "~/features/mail/addresses/address-health.server";
import { type AddressFields, DEFAULT_OPTIONS } from "~/features/mail/addresses/addresses";
import { createAddress, editAddress, renewHttpSecret } from "~/features/mail/addresses/mail-address-changes.server";
import {
  makeSendingAddress,
  pauseAddress,
  removeAddress,
  restoreAddress,
  sweepAddresses,
} from "~/features/mail/addresses/mail-address-state.server";
import { listAddresses, mailAccounts, readAddress } from "~/features/mail/addresses/mail-addresses.server";
import { encryptSecrets } from "~/features/mail/addresses/mail-secrets.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAdmin, anAgent, aRequester, NOON } from "../../../support/factories";
import { aMail } from "../../../support/mail";

const NONE = { imapPassword: "", smtpPassword: "", clientSecret: "" };

async function someFields(db: Db, more: Partial<AddressFields> = {}): Promise<AddressFields> {
  const team = await db.selectFrom("team").select("id").orderBy("id").executeTakeFirstOrThrow();
  return {
    ...{ address: "help@example.org", team: team.id, site: "", displayName: "Help", unknownSenders: "anyone" },
    ...{ way: "imap", imapServer: "imap.example.org", imapPort: 993, imapUser: "help", imapEncryption: "tls" },
    ...{ smtpServer: "smtp.example.org", smtpPort: 465, smtpUser: "help", smtpEncryption: "tls", trustedServer: "" },
    ...DEFAULT_OPTIONS,
    ...more,
  };
}

async function anAddress(db: Db, viewer: Viewer, more: Partial<AddressFields> = {}, typed = {}) {
  const form = { requestKey: aKey(), fields: await someFields(db, more) };
  const secrets = { ...NONE, imapPassword: "hunter2", ...typed };
  const made = await createAddress(db, viewer, { ...form, typed: secrets }, NOON);
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made;
}

async function aTeam(db: Db, name: string) {
  const made = db.insertInto("team").values({ name, is_default: 0 }).returning("id");
  return (await made.executeTakeFirstOrThrow()).id;
}

const account = async (db: Db, id: number) => (await mailAccounts(db, { id }))[0];
const logged = (db: Db) => db.selectFrom("security_event").select(["kind", "details"]).orderBy("id").execute();

onEachDatabase("email addresses", (test) => {
  test("are added once per form, with passwords encrypted and kept out of pages and logs", async ({ db }) => {
    const admin = await anAdmin(db);
    const form = { requestKey: aKey(), fields: await someFields(db), typed: { ...NONE, imapPassword: "hunter2" } };
    const first = await createAddress(db, admin, form, NOON);
    expect(first).toMatchObject({ ok: true, httpSecret: null });
    expect(await createAddress(db, admin, form, NOON)).toEqual(first);

    const id = first.ok ? first.id : 0;
    expect(await account(db, id)).toMatchObject({
      ...{
        address: "help@example.org",
        secrets: { imapPassword: "hunter2" },
        isSender: true,
        options: DEFAULT_OPTIONS,
      },
      incoming: { host: "imap.example.org", port: 993, user: "help", encryption: "tls" },
    });
    const shown = [await readAddress(db, id), await listAddresses(db), await logged(db)];
    expect(JSON.stringify(shown)).not.toContain("hunter2");
    const row = await db.selectFrom("mail_address").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("hunter2");
    expect(await readAddress(db, id)).toMatchObject({
      ...{ fields: form.fields, saved: { imapPassword: true, smtpPassword: false }, health: { state: "unused" } },
    });
  });

  test("are unique regardless of case, and need their secrets, a team and a known site", async ({ db }) => {
    const admin = await anAdmin(db);
    await anAddress(db, admin);
    const attempt = async (more: Partial<AddressFields>, typed = { ...NONE, imapPassword: "x" }) =>
      createAddress(db, admin, { requestKey: aKey(), fields: await someFields(db, more), typed }, NOON);
    const wrong = (field: string) => ({ ok: false, why: "wrong", errors: { [field]: [expect.any(String)] } });
    expect(await attempt({ address: "HELP@Example.ORG" })).toEqual(wrong("address"));
    expect(await attempt({ address: "b@example.org" }, NONE)).toEqual(wrong("imapPassword"));
    expect(await attempt({ address: "b@example.org", team: 9_999 })).toEqual(wrong("team"));
    expect(await attempt({ address: "b@example.org", site: "no.such.site" })).toEqual(wrong("site"));
    expect(await attempt({ address: "b@example.org", way: "http", smtpUser: "relay" }, NONE)).toEqual(
      wrong("smtpPassword"),
    );
    expect(await attempt({ address: "b@example.org", signIn: "google", clientId: "c" }, NONE)).toEqual(
      wrong("clientSecret"),
    );
  });

  test("keep saved passwords, and merge two admins' changes unless they conflict", async ({ db }) => {
    const admin = await anAdmin(db);
    const { id } = await anAddress(db, admin, {}, { smtpPassword: "other" });
    const was = await someFields(db);
    const edit = (mine: Partial<AddressFields>, typed = {}) =>
      editAddress(db, admin, id, { was, mine: { ...was, ...mine }, typed: { ...NONE, ...typed } }, NOON);

    expect(await edit({ displayName: "Desk" })).toMatchObject({ ok: true, paused: false });
    expect(await edit({ trustedServer: "mx.example.org" }, { imapPassword: "new" })).toMatchObject({ ok: true });
    expect(await account(db, id)).toMatchObject({
      ...{ displayName: "Desk", trustedServer: "mx.example.org" },
      secrets: { imapPassword: "new", smtpPassword: "other" },
    });
    expect(await edit({ displayName: "Helpdesk" })).toMatchObject({
      ...{ ok: false, why: "conflict", fields: ["displayName"], current: { displayName: "Desk" } },
    });
    const log = await logged(db);
    expect(JSON.parse(log.at(-1)?.details ?? "")).toEqual({
      ...{ Of: "help@example.org", "Trusted server": "empty → mx.example.org", "IMAP password": "changed" },
    });
  });

  test("keep their mailbox cursor when edited, unless the mailbox changes", async ({ db }) => {
    const admin = await anAdmin(db);
    const { id } = await anAddress(db, admin);
    let was = await someFields(db);
    const cursor = { uidValidity: "14", lastUid: 40, backlog: null, unsettled: [] };
    async function after(changes: Partial<AddressFields>) {
      await db.deleteFrom("inbound_mail").execute();
      await aMail(db, id, { uid: "14:40" });
      await db
        .updateTable("mail_address")
        .set({ cursor: JSON.stringify(cursor) })
        .execute();
      const mine = { ...was, ...changes };
      const typed = { ...NONE, smtpPassword: "x", clientSecret: "x", imapPassword: "x" };
      expect(await editAddress(db, admin, id, { was, mine, typed }, NOON)).toMatchObject({ ok: true });
      was = mine;
      const row = await db.selectFrom("mail_address").select("cursor").executeTakeFirstOrThrow();
      const mail = await db.selectFrom("inbound_mail").select("uid").executeTakeFirstOrThrow();
      return [row.cursor && JSON.parse(row.cursor).uidValidity, mail.uid];
    }
    const same = ["14", "14:40"];
    expect(await after({ address: "desk@example.org" })).toEqual(same);
    expect(await after({ imapPort: 143, imapEncryption: "starttls" })).toEqual(same);
    expect(await after({ signIn: "microsoft", clientId: "c", tenant: "t" })).toEqual(same);
    expect(await after({ imapServer: "outlook.office365.com" })).toEqual(["", null]);
    expect(await after({ imapUser: "sales" })).toEqual([null, null]);
    expect(await after({ way: "http" })).toEqual([null, null]);
  });

  test("ask for passwords again if the saved ones can't be decrypted", async ({ db }) => {
    const admin = await anAdmin(db);
    const { id } = await anAddress(db, admin);
    const foreign = encryptSecrets({ imapPassword: "x" }, "the secret of another desk, long enough");
    await db.updateTable("mail_address").set({ secrets: foreign }).execute();
    expect((await listAddresses(db))[0]?.health).toEqual({ state: "asks_for_passwords" });
    expect(await readAddress(db, id)).toMatchObject({ saved: null });
    expect((await account(db, id))?.secrets).toBeNull();

    const was = await someFields(db);
    const edit = (typed: typeof NONE) => editAddress(db, admin, id, { was, mine: was, typed }, NOON);
    expect(await edit(NONE)).toMatchObject({ ok: false, why: "wrong", errors: { imapPassword: [expect.any(String)] } });
    expect(await edit({ ...NONE, imapPassword: "again" })).toMatchObject({ ok: true });
    expect((await account(db, id))?.secrets).toEqual({ imapPassword: "again" });
  });

  test("include one sender per team: the first, or the one an admin chooses", async ({ db }) => {
    const admin = await anAdmin(db);
    const other = await aTeam(db, "Facilities");
    const [first, second] = [await anAddress(db, admin), await anAddress(db, admin, { address: "b@example.org" })];
    const senders = async () => (await mailAccounts(db)).filter(({ isSender }) => isSender).map(({ id }) => id);
    expect(await senders()).toEqual([first.id]);
    expect(await makeSendingAddress(db, admin, second.id, NOON)).toMatchObject({ ok: true, previous: first.id });
    expect(await senders()).toEqual([second.id]);

    const was = await someFields(db, { address: "b@example.org" });
    await editAddress(db, admin, second.id, { was, mine: { ...was, team: other }, typed: NONE }, NOON);
    expect(await senders()).toEqual([first.id, second.id]);
  });

  test("can be restored within a day of removal, and become the sender again", async ({ db }) => {
    const admin = await anAdmin(db);
    const { id } = await anAddress(db, admin);
    const second = await anAddress(db, admin, { address: "b@example.org" });
    const version = (await readAddress(db, id))?.version ?? 0;
    expect(await removeAddress(db, admin, { id, version: version + 1 }, NOON)).toEqual({ ok: false, why: "changed" });
    expect(await removeAddress(db, admin, { id, version }, NOON)).toEqual({ ok: true, address: "help@example.org" });
    expect(await readAddress(db, id)).toBeNull();
    expect((await account(db, second.id))?.isSender).toBe(true);

    expect(await restoreAddress(db, admin, id, NOON + DAY_MS)).toEqual({ ok: false, why: "no_such_address" });
    expect(await restoreAddress(db, admin, id, NOON)).toMatchObject({ ok: true });
    expect([(await account(db, id))?.isSender, (await account(db, second.id))?.isSender]).toEqual([true, false]);

    await removeAddress(db, admin, { id, version: version + 2 }, NOON);
    await anAddress(db, admin);
    expect(await restoreAddress(db, admin, id, NOON)).toEqual({ ok: false, why: "no_such_address" });
    await inTransaction(db, (tx) => sweepAddresses(tx, NOON + DAY_MS));
    const removed = await db.selectFrom("mail_address").select("secrets").where("id", "=", id).execute();
    expect(removed).toEqual([{ secrets: "" }]);
  });

  test("can be paused and resumed, and show why and since when they fail", async ({ db }) => {
    const admin = await anAdmin(db, { name: "Ada" });
    const { id } = await anAddress(db, admin);
    await pauseAddress(db, admin, id, true, NOON);
    const health = async () => (await listAddresses(db))[0]?.health;
    expect(await health()).toEqual({ state: "paused", words: "Ada paused this address.", since: NOON });
    await pauseAfterRefusal(db, id, "Wrong password.", NOON + 1);
    expect(await health()).toMatchObject({ words: "Ada paused this address." });
    await pauseAddress(db, admin, id, false, NOON);
    await pauseAfterRefusal(db, id, "Wrong password.", NOON);
    await pauseAfterRefusal(db, id, "Account locked.", NOON + 1);
    expect(await health()).toEqual({ state: "paused", words: "Account locked.", since: NOON });
    await pauseAddress(db, admin, id, false, NOON);
    await db.updateTable("mail_address").set({ failure: "No answer.", failed_at: NOON, succeeded_at: 1 }).execute();
    expect(await health()).toEqual({ state: "failing", words: "No answer.", since: NOON });
    await db.updateTable("mail_address").set({ failure: null }).execute();
    expect(await health()).toEqual({ state: "working" });
  });

  test("for mail by HTTP get a key, and a secret that is returned only when it is made", async ({ db }) => {
    const admin = await anAdmin(db);
    const { id, httpSecret } = await anAddress(db, admin, { way: "http", smtpUser: "", imapServer: "", imapUser: "" });
    expect(httpSecret).toMatch(/^[\w-]{20,}$/);
    expect((await account(db, id))?.secrets).toEqual({ httpSecret });
    const read = await readAddress(db, id);
    expect(read?.httpKey).toMatch(/^[\w-]{20,}$/);
    expect(JSON.stringify(read)).not.toContain(httpSecret);
    const renewed = await renewHttpSecret(db, admin, id, NOON);
    expect(renewed).toEqual({ ok: true, secret: expect.any(String) });
    expect((await account(db, id))?.secrets).toEqual({ httpSecret: renewed.ok && renewed.secret });
  });

  test("can be changed by admins only", async ({ db }) => {
    const { id } = await anAddress(db, await anAdmin(db));
    const was = await someFields(db);
    for (const viewer of [await anAgent(db), await aRequester(db)]) {
      const refused = { ok: false, why: "not_allowed" };
      const form = { requestKey: aKey(), fields: { ...was, address: "c@example.org" }, typed: NONE };
      expect(await createAddress(db, viewer, form, NOON)).toEqual(refused);
      expect(await editAddress(db, viewer, id, { was, mine: was, typed: NONE }, NOON)).toEqual(refused);
      expect(await removeAddress(db, viewer, { id, version: 1 }, NOON)).toEqual(refused);
      expect(await restoreAddress(db, viewer, id, NOON)).toEqual(refused);
      expect(await pauseAddress(db, viewer, id, true, NOON)).toEqual(refused);
      expect(await makeSendingAddress(db, viewer, id, NOON)).toEqual(refused);
      expect(await renewHttpSecret(db, viewer, id, NOON)).toEqual(refused);
    }
  });
});
