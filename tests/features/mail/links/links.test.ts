import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { acceptInvitation, findInvitation, withdrawInvitation } from "~/features/auth/invitations.server";
import { findSession } from "~/features/auth/session-queries.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { invite, sendConfirmation } from "~/features/mail/links/account-mail.server";
import { confirmByLink, resetPassword, sayByLink, signInByLink } from "~/features/mail/links/follow-link.server";
import { findLink, makeLinkKey } from "~/features/mail/links/link-keys.server";
import type { LinkKind } from "~/features/mail/links/link-kinds";
import { readLink } from "~/features/mail/links/read-link.server";
import { linkJobs, requestLink } from "~/features/mail/links/requested-links.server";
import { readUnsubscribeKey, unsubscribeKey } from "~/features/mail/links/unsubscribe-key.server";
import { linkAddress } from "~/features/mail/sending/link-address.server";
import { addAddress, makePrimary, removeAddress } from "~/features/users/addresses.server";
import { setPassword, setUserState } from "~/features/users/user-changes.server";
import { passwordHashOf } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { anAdmin, anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aMailAddress } from "../../../support/mail";
import { linkIn, queuedMail } from "../queued-mail";

const ACCOUNT = ["sign_in", "invitation", "password", "confirmation", "security"];

const aLink = async (db: Db, person: Viewer, kind: LinkKind = "sign_in", path = "/tasks/1") =>
  (await makeLinkKey(db, { kind, userId: person.id, address: person.email ?? "", path }, NOON)) ?? "";

const BROWSER = { previousId: null, ip: "192.0.2.1" };
const signIn = (db: Db, key: string, now = NOON) => signInByLink(db, key, BROWSER, now);

const setRole = (db: Db, { id }: Viewer, role: "agent" | "requester") =>
  db.updateTable("user").set({ role }).where("id", "=", id).execute();

onEachDatabase("a link in an email", (test) => {
  test("has a key only for a requester's confirmed address", async ({ db }) => {
    const [root, ada, rita] = [
      await anAdmin(db),
      await anAgent(db),
      await aRequester(db, { email: "rita@one.example" }),
    ];
    await addAddress(db, ada, rita.id, "typo@two.example", NOON); // an agent's word isn't proof
    const addressFor = (person: Viewer, address: string | null, key?: LinkKind) =>
      linkAddress(
        db,
        { to: "/tasks/1042", ...(key && { key }) },
        { origin: "https://desk.example.org", userId: person.id, address: address ?? "" },
        NOON,
      );
    expect(await addressFor(rita, "RITA@one.example", "sign_in")).toMatch(
      /^https:\/\/desk\.example\.org\/login\?key=[0-9a-f]{64}&to=\/tasks\/1042$/,
    );
    expect(await addressFor(rita, rita.email, "solved")).toMatch(/\.org\/login\/link\?key=[0-9a-f]{64}$/);
    const marked = { to: "/tasks?q=(a)*'$&!", key: "sign_in" } as const;
    const to = { origin: "", userId: rita.id, address: "rita@one.example" };
    expect(await linkAddress(db, marked, to, NOON)).toMatch(/&to=\/tasks%3Fq%3D%28a%29%2A%27%24%26%21$/);
    expect(await linkAddress(db, { to: marked.to }, to, NOON)).toBe("/tasks?q=%28a%29%2A%27$&%21");
    const page = "https://desk.example.org/tasks/1042";
    const without: [Viewer, string | null, LinkKind?][] = [
      [rita, rita.email],
      [rita, "typo@two.example", "sign_in"],
      [rita, "typo@two.example", "password"],
      [rita, "else@one.example", "sign_in"],
      [ada, ada.email, "sign_in"],
      [ada, ada.email, "not_solved"],
      [root, root.email, "sign_in"],
    ];
    for (const [person, address, kind] of without) expect(await addressFor(person, address, kind)).toBe(page);
    await setUserState(db, root, rita.id, "disabled", NOON);
    expect(await addressFor(rita, rita.email, "sign_in")).toBe(page);
    const stored = JSON.stringify(await db.selectFrom("sign_in_link").selectAll().execute());
    expect(stored).not.toContain((await aLink(db, await aRequester(db))) || "none");
  });

  test("signs a requester in once and verifies the address; the session ends with the role", async ({ db }) => {
    const rita = await aRequester(db, { email: "rita@one.example" });
    const key = await aLink(db, rita);
    const both = await Promise.all([signIn(db, key), signIn(db, key)]);
    const [signedIn, ...rest] = both.filter((one) => one !== null);
    expect(rest).toEqual([]);
    expect(signedIn).toMatchObject({ userId: rita.id, path: "/tasks/1" });
    expect(await signIn(db, key)).toBeNull();
    const { verified_at } = await db
      .selectFrom("user")
      .select("verified_at")
      .where("id", "=", rita.id)
      .executeTakeFirstOrThrow();
    expect(verified_at).toBe(NOON);
    const session = () => findSession(db, signedIn?.sessionId ?? null, NOON);
    expect((await session())?.viewer.id).toBe(rita.id);
    await setRole(db, rita, "agent");
    expect(await session()).toBeNull();
    const log = await db.selectFrom("security_event").select("details").where("kind", "=", "signed_in").execute();
    expect(log).toEqual([{ details: '{"Method":"Link in an email"}' }]);
  });

  test("expires after its days, and ends with its address, account or requester role", async ({ db }) => {
    const root = await anAdmin(db);
    const ends: Record<string, (rita: Viewer) => Promise<unknown>> = {
      role: (rita) => setRole(db, rita, "agent"),
      account: (rita) => setUserState(db, root, rita.id, "disabled", NOON),
      address: async (rita) => {
        await addAddress(db, root, rita.id, `other${rita.id}@one.example`, NOON);
        await makePrimary(db, root, rita.id, `other${rita.id}@one.example`, NOON);
        await removeAddress(db, root, rita.id, rita.email ?? "", NOON);
      },
    };
    for (const [what, end] of Object.entries(ends)) {
      const rita = await aRequester(db);
      const key = await aLink(db, rita);
      expect(await findLink(db, key, NOON), what).not.toBeNull();
      await end(rita);
      expect(await findLink(db, key, NOON), what).toBeNull();
      expect(await signIn(db, key), what).toBeNull();
    }
    const rita = await aRequester(db);
    const key = await aLink(db, rita);
    expect(await findLink(db, key, NOON + 7 * DAY_MS - 1)).not.toBeNull();
    expect(await signIn(db, key, NOON + 7 * DAY_MS)).toBeNull();
    await db.updateTable("catalogue").set({ link_days: 2 }).execute();
    const shorter = await aLink(db, rita);
    expect(await findLink(db, shorter, NOON + 2 * DAY_MS - 1)).not.toBeNull();
    expect(await findLink(db, shorter, NOON + 2 * DAY_MS)).toBeNull();
    for (const bad of ["", "x", "0".repeat(64), "'; --"]) expect(await findLink(db, bad, NOON)).toBeNull();
  });

  test("marks a request as solved or not solved, once", async ({ db }) => {
    const rita = await aRequester(db);
    const statusOf = async (id: number) =>
      (await db.selectFrom("task").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
    const aSaying = async (kind: LinkKind) => {
      const { id } = await aTask(db, { requester: rita, status: "resolved" });
      return { id, key: await aLink(db, rita, kind, `/tasks/${id}`) };
    };
    const [yes, no, late] = [await aSaying("solved"), await aSaying("not_solved"), await aSaying("not_solved")];
    expect(await readLink(db, yes.key, NOON)).toMatchObject({ kind: "solved", title: "Printer on fire" });
    expect(await sayByLink(db, yes.key, "", NOON)).toEqual({ ok: true, path: `/tasks/${yes.id}` });
    expect(await sayByLink(db, yes.key, "", NOON)).toEqual({ ok: false, why: "no_link" });
    expect(await statusOf(yes.id)).toBe("closed");

    expect(await sayByLink(db, no.key, "It still smokes.", NOON)).toMatchObject({ ok: true });
    expect(await statusOf(no.id)).toBe("in_progress");
    const last = db.selectFrom("message").select(["body", "author_id"]).where("task_id", "=", no.id);
    expect(await last.orderBy("id", "desc").executeTakeFirst()).toEqual({
      body: "It still smokes.",
      author_id: rita.id,
    });

    await db.updateTable("task").set({ status: "cancelled", closed_at: 1 }).where("id", "=", late.id).execute();
    expect(await sayByLink(db, late.key, "", NOON)).toEqual({ ok: false, why: "too_late" });
    expect(await findLink(db, late.key, NOON)).not.toBeNull(); // nothing was done, so it isn't used up

    const { id } = await aTask(db, { status: "resolved" });
    const foreign = await aLink(db, rita, "solved", `/tasks/${id}`);
    expect(await readLink(db, foreign, NOON)).toBeNull();
    expect(await sayByLink(db, foreign, "", NOON)).toEqual({ ok: false, why: "no_link" });
  });

  test("resets a password within an hour, and ends sessions and other reset links", async ({ db }) => {
    const root = await anAdmin(db);
    const rita = await aRequester(db, { email: "rita@one.example", passwordHash: "old" });
    const signedIn = await signIn(db, await aLink(db, rita));
    const [first, second] = [await aLink(db, rita, "password"), await aLink(db, rita, "password")];
    expect(await resetPassword(db, first, "late", NOON + HOUR_MS)).toBeNull();
    expect(await resetPassword(db, first, "new", NOON + HOUR_MS - 1)).toBe("rita@one.example");
    expect(await passwordHashOf(db, rita.id)).toBe("new");
    expect(await findSession(db, signedIn?.sessionId ?? null, NOON)).toBeNull();
    for (const key of [first, second]) expect(await resetPassword(db, key, "again", NOON)).toBeNull();
    const overtaken = await aLink(db, rita, "password");
    await setPassword(db, root, rita.id, { passwordHash: "admin's" }, NOON);
    expect(await resetPassword(db, overtaken, "again", NOON)).toBeNull();
    expect(await signIn(db, await aLink(db, rita, "password"))).toBeNull(); // each key works for one purpose
  });

  test("confirms an address once, and agents can send it only if the person has confirmed none", async ({ db }) => {
    await aMailAddress(db, { host: "desk.example.org" });
    const [root, ada, eve] = [await anAdmin(db), await anAgent(db), await aRequester(db)];
    const rita = await aRequester(db, { email: "rita@one.example" });
    await addAddress(db, ada, rita.id, "rita@two.example", NOON);
    const send = (viewer: Viewer, address = "rita@two.example") => sendConfirmation(db, viewer, rita.id, address, NOON);
    expect(await send(eve)).toEqual({ ok: false, why: "not_allowed" });
    expect(await send(ada)).toEqual({ ok: false, why: "not_allowed" }); // the address could be Ada's own
    for (const viewer of [rita, root]) expect(await send(viewer)).toEqual({ ok: true, sentTo: "rita@two.example" });
    expect(await send(root, "rita@one.example")).toEqual({ ok: false, why: "no_such_address" });
    await db.updateTable("user").set({ confirmed_at: null }).where("id", "=", rita.id).execute();
    expect(await send(ada)).toEqual({ ok: true, sentTo: "rita@two.example" });
    const [mail] = await queuedMail(db, ["confirmation"]);
    const { key } = await linkIn(db, mail as NonNullable<typeof mail>);
    expect(await signIn(db, key)).toBeNull();
    expect(await readLink(db, key, NOON)).toMatchObject({ kind: "confirmation", email: "rita@two.example" });
    expect(await confirmByLink(db, key, NOON)).toBe("rita@two.example");
    expect(await confirmByLink(db, key, NOON)).toBeNull();
    const row = db.selectFrom("user_address").select(["confirmed_at", "verified_at"]);
    expect(await row.executeTakeFirst()).toEqual({ confirmed_at: NOON, verified_at: NOON });
  });

  test("to confirm an address ends once the person has confirmed another one", async ({ db }) => {
    await aMailAddress(db, { host: "desk.example.org" });
    const [ada, rita] = [await anAgent(db), await aRequester(db, { email: "rita@one.example" })];
    await addAddress(db, ada, rita.id, "typo@two.example", NOON);
    await db.updateTable("user").set({ confirmed_at: null }).where("id", "=", rita.id).execute();
    const keyFor = async (address: string) => {
      expect(await sendConfirmation(db, ada, rita.id, address, NOON)).toEqual({ ok: true, sentTo: address });
      const mail = (await queuedMail(db, ["confirmation"])).find((one) => one.address === address);
      return (await linkIn(db, mail as NonNullable<typeof mail>)).key;
    };
    const [hers, wrong] = [await keyFor("rita@one.example"), await keyFor("typo@two.example")];
    expect(await confirmByLink(db, hers, NOON)).toBe("rita@one.example");
    expect(await confirmByLink(db, wrong, NOON)).toBeNull();
  });

  test("to unsubscribe can't be forged or changed", ({ db: _ }) => {
    const key = unsubscribeKey({ userId: 12, event: "note" });
    expect(readUnsubscribeKey(key)).toEqual({ userId: 12, event: "note" });
    for (const bad of [key.replace("12.", "13."), key.replace("note", "mention"), key.slice(0, -1), `${key}0`, ""]) {
      expect(readUnsubscribeKey(bad), bad).toBeNull();
    }
  });
});

onEachDatabase("mail about an account", (test) => {
  const request = async (db: Db, kind: "sign_in" | "password", address: string, now = NOON) => {
    await requestLink(db, { kind, address, path: "/tasks/7" }, now);
    await doDueJobs(db, linkJobs, now, (error) => {
      throw error;
    });
  };
  const sentTo = async (db: Db, kinds = ACCOUNT) =>
    (await queuedMail(db, kinds)).map(({ kind, address }) => `${kind} ${address}`);

  test("goes only to people who may have a link, at most five times an hour", async ({ db }) => {
    await request(db, "sign_in", "rita@one.example");
    await aMailAddress(db, { host: "desk.example.org" });
    const ada = await anAgent(db, { email: "ada@one.example", passwordHash: "hash" });
    const rita = await aRequester(db, { email: "Rita@one.example" });
    await addAddress(db, ada, rita.id, "typo@two.example", NOON);
    for (const address of ["nobody@one.example", "typo@two.example", ada.email ?? ""]) {
      await request(db, "sign_in", address);
    }
    expect(await sentTo(db, ["sign_in", "password"])).toEqual([]);
    await request(db, "password", "ada@one.example");
    await request(db, "password", "rita@one.example"); // Rita has no password, so she gets a sign-in link
    expect(await sentTo(db, ["sign_in", "password"])).toEqual(["password ada@one.example", "sign_in Rita@one.example"]);
    const [, hers] = await queuedMail(db, ["sign_in", "password"]);
    const { path, key } = await linkIn(db, hers as NonNullable<typeof hers>);
    expect(path).toBe(`/login?key=${key}&to=/tasks/7`);
    expect(await signIn(db, key)).toMatchObject({ userId: rita.id, path: "/tasks/7" });
    for (let again = 0; again < 6; again++) await request(db, "sign_in", "rita@one.example");
    expect(await sentTo(db, ["sign_in"])).toHaveLength(5);
    await request(db, "sign_in", "rita@one.example", NOON + HOUR_MS);
    expect(await sentTo(db, ["sign_in"])).toHaveLength(6);
  });

  test("comes from an address that isn't paused, if there is one", async ({ db }) => {
    const first = await aMailAddress(db, { host: "desk.example.org", paused: "Ada paused this address." });
    const second = await aMailAddress(db, { address: "it@example.org", host: "desk.example.org" });
    await aRequester(db, { email: "rita@one.example" });
    const senders = db.selectFrom("outgoing_mail").select("address_id").orderBy("id");
    await request(db, "sign_in", "rita@one.example");
    await db.updateTable("mail_address").set({ paused: "All are." }).execute();
    await request(db, "sign_in", "rita@one.example");
    expect(await senders.execute()).toEqual([{ address_id: second }, { address_id: first }]);
  });

  test("invites with a link beside the one an admin copies, until either is used or withdrawn", async ({ db }) => {
    const root = await anAdmin(db);
    const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
    expect(await invite(db, root, rita.id, NOON)).toMatchObject({ ok: true, sentTo: null });
    await aMailAddress(db, { host: "desk.example.org" });
    const invited = async () => {
      const made = await invite(db, root, rita.id, NOON);
      const mail = (await queuedMail(db, ["invitation"])).at(-1);
      if (!made.ok || !mail) throw new Error("not invited");
      expect(made.sentTo).toBe("rita@one.example");
      return { copied: made.key, mailed: (await linkIn(db, mail)).key };
    };
    const withdrawn = await invited();
    for (const key of Object.values(withdrawn))
      expect(await findInvitation(db, key, NOON)).toMatchObject({ id: rita.id });
    await withdrawInvitation(db, root, rita.id, NOON);
    for (const key of Object.values(withdrawn)) expect(await findInvitation(db, key, NOON)).toBeNull();
    const { copied, mailed } = await invited();
    expect(await acceptInvitation(db, mailed, "hers", BROWSER, NOON)).not.toBeNull();
    expect(await acceptInvitation(db, copied, "theirs", BROWSER, NOON)).toBeNull();
    expect(await passwordHashOf(db, rita.id)).toBe("hers");
  });

  test("tells the owner of changes at old and new addresses, but not at unconfirmed ones", async ({ db }) => {
    await aMailAddress(db);
    const [root, ada] = [await anAdmin(db), await anAgent(db)];
    const rita = await aRequester(db, { email: "rita@one.example" });
    await setPassword(db, root, rita.id, { passwordHash: "hash" }, NOON);
    expect(await sentTo(db)).toEqual(["security rita@one.example"]);
    await addAddress(db, ada, rita.id, "typo@two.example", NOON); // the new address isn't confirmed, so it gets no mail
    expect(await sentTo(db)).toEqual(["security rita@one.example", "security rita@one.example"]);
    await addAddress(db, root, rita.id, "new@one.example", NOON);
    await makePrimary(db, root, rita.id, "new@one.example", NOON);
    await removeAddress(db, root, rita.id, "rita@one.example", NOON);
    expect((await sentTo(db)).slice(2)).toEqual([
      ...["security rita@one.example", "security new@one.example"], // added
      ...["security new@one.example", "security rita@one.example"], // made primary
      ...["security new@one.example", "security rita@one.example"], // removed
    ]);
    for (const { body } of await queuedMail(db, ["security"])) expect(body).not.toMatch(/one.?\.example/);
    await inTransaction(db, (tx) => setUserState(tx, root, rita.id, "disabled", NOON));
    await setPassword(db, root, rita.id, { passwordHash: "other" }, NOON);
    expect(await sentTo(db)).toHaveLength(8);
  });
});
