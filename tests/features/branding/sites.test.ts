import { afterEach, describe, expect, test } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { findSession } from "~/features/auth/session-queries.server";
import { NewSiteForm } from "~/features/branding/site-schema";
import {
  forgetSites,
  listSites,
  loadSites,
  logoOf,
  readSite,
  readSites,
  removeSite,
  restoreSite,
  type SiteChange,
  saveSite,
  siteOf,
  sweepSites,
} from "~/features/branding/sites.server";
import { fileJobs, SWEEP_EVERY_MS, sweepFiles } from "~/features/files/file-rows.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { onEachDatabase } from "../../support/database";
import { aKey, anAdmin, anAgent, aRequester, NOON } from "../../support/factories";
import { aFileStore } from "../../support/files";
import { aPng } from "../../support/pictures";
import { cookieOf } from "../../support/session";

// Each process caches the sites. Clearing the cache makes it read the next database, as a new version would.
afterEach(forgetSites);

const change = (more: Partial<SiteChange> = {}): SiteChange => ({
  ...{ requestKey: aKey(), host: "desk.example.org", version: 0, name: "Harbour", colour: "#1f6feb", logo: undefined },
  ...more,
});

const kinds = (db: Db) => db.selectFrom("security_event").select(["kind", "details"]).orderBy("id").execute();

onEachDatabase("domain 25: sites", (test) => {
  test("use the configured name until an admin sets another", async ({ db }) => {
    const [files, boss] = [await aFileStore(), await anAdmin(db)];
    await readSites(db);
    expect(siteOf("localhost:3000")).toEqual({ name: "Localhost", colour: "", logo: null });
    expect(siteOf("desk.example.org")).toEqual({ name: null, colour: "", logo: null });
    expect(await saveSite(db, files.store, boss, change(), NOON)).toEqual({ ok: true });
    expect(await saveSite(db, files.store, boss, change({ host: "localhost", name: "" }), NOON)).toEqual({ ok: true });
    await readSites(db);
    expect(siteOf("Desk.example.org:8443")).toEqual({ name: "Harbour", colour: "#1f6feb", logo: null });
    expect(siteOf("localhost")).toEqual({ name: "Localhost", colour: "#1f6feb", logo: null });
    expect(siteOf("www.desk.example.org").name).toBeNull();
    expect((await listSites(db)).map(({ host }) => host)).toEqual(
      expect.arrayContaining(["desk.example.org", "localhost"]),
    );
    const gone = async (version: number) => removeSite(db, boss, { host: "desk.example.org", version }, NOON);
    expect(await gone(99)).toEqual({ ok: false, why: "changed" });
    expect(await gone((await readSite(db, "desk.example.org"))?.version ?? 0)).toEqual({ ok: true });
    expect(await gone(1)).toEqual({ ok: false, why: "no_such_site" });
    await readSites(db);
    expect(siteOf("desk.example.org")).toEqual({ name: null, colour: "", logo: null });
    const log = await kinds(db);
    expect(log.map(({ kind }) => kind)).toEqual(["site_changed", "site_changed", "site_removed"]);
    expect(JSON.parse(log[0]?.details ?? "")).toEqual({
      ...{ Of: "desk.example.org", Name: "none → Harbour", Colour: "none → #1f6feb" },
    });
  });

  test("can be restored with their logo for a day, unless their host was set up again since", async ({ db }) => {
    const [files, boss] = [await aFileStore(), await anAdmin(db)];
    const [now, host] = [Date.now(), "desk.example.org"];
    const logo = await files.received(aPng(200, 200));
    const jobs = (at: number) =>
      doDueJobs(db, fileJobs(files.store), at, (error) => {
        throw error;
      });
    const remove = async (at: number) =>
      removeSite(db, boss, { host, version: (await readSite(db, host))?.version ?? 0 }, at);
    await saveSite(db, files.store, boss, change({ logo }), now);
    await readSites(db);
    const before = siteOf(host);
    await remove(now);
    await jobs(now);
    await inTransaction(db, (tx) => sweepSites(tx, now + DAY_MS - 1));
    await readSites(db);
    expect(siteOf(host).name).toBeNull();
    expect(logoOf(logo.sha256)).toBeNull(); // not shown to anyone meanwhile
    expect(await restoreSite(db, boss, host, now + DAY_MS - 1)).toEqual({ ok: true });
    expect(await restoreSite(db, boss, host, now)).toEqual({ ok: false, why: "no_such_site" }); // pressed twice
    await readSites(db);
    expect(siteOf(host)).toEqual(before);
    expect(await files.stored()).toEqual([logo.sha256]);

    await remove(now);
    expect(await saveSite(db, files.store, boss, change({ name: "Anew" }), now)).toEqual({ ok: true });
    expect(await restoreSite(db, boss, host, now)).toEqual({ ok: false, why: "no_such_site" });
    await jobs(now);
    await readSites(db);
    expect(siteOf(host)).toEqual({ name: "Anew", colour: "#1f6feb", logo: null }); // nothing of the old one
    expect(await files.stored()).toEqual([]);

    await remove(now);
    expect(await restoreSite(db, boss, host, now + DAY_MS)).toEqual({ ok: false, why: "no_such_site" });
    await inTransaction(db, (tx) => sweepSites(tx, now + DAY_MS));
    expect(await db.selectFrom("site").selectAll().execute()).toEqual([]);
  });

  test("are reloaded with the session of the next request", async ({ db }) => {
    const [files, boss] = [await aFileStore(), await anAdmin(db)];
    const cookie = (await cookieOf(db, await aRequester(db))).split("=")[1] ?? "";
    await saveSite(db, files.store, boss, change(), NOON);
    const session = await findSession(db, cookie, Date.now());
    await loadSites(db, session?.sitesVersion ?? 0);
    expect(siteOf("desk.example.org").name).toBe("Harbour");
  });

  test("are for admins only", async ({ db }) => {
    const files = await aFileStore();
    for (const viewer of [await anAgent(db), await aRequester(db)]) {
      const refused = { ok: false, why: "not_allowed" };
      expect(await saveSite(db, files.store, viewer, change(), NOON)).toEqual(refused);
      expect(await removeSite(db, viewer, { host: "localhost", version: 1 }, NOON)).toEqual(refused);
    }
    expect(await db.selectFrom("site").selectAll().execute()).toEqual([]);
    expect(await kinds(db)).toEqual([]);
  });

  test("change once per form, never over another admin's change, and number 20 at most", async ({ db }) => {
    const [files, boss] = [await aFileStore(), await anAdmin(db)];
    const sent = change();
    await saveSite(db, files.store, boss, sent, NOON);
    expect(await saveSite(db, files.store, boss, sent, NOON)).toEqual({ ok: true });
    expect(await kinds(db)).toHaveLength(1);
    const late = await saveSite(db, files.store, boss, change({ name: "Mine" }), NOON);
    expect(late).toEqual({ ok: false, why: "exists" });
    const other = await saveSite(db, files.store, boss, { ...sent, colour: "#000000" }, NOON); // page reached with Back
    expect(other).toEqual({ ok: false, why: "changed" });
    const stale = change({ version: 77, name: "Mine" });
    expect(await saveSite(db, files.store, boss, stale, NOON)).toEqual({ ok: false, why: "changed" });
    expect((await db.selectFrom("site").select("name").executeTakeFirst())?.name).toBe("Harbour");
    for (let n = 1; n < 20; n++) await saveSite(db, files.store, boss, change({ host: `h${n}` }), NOON);
    expect(await saveSite(db, files.store, boss, change({ host: "h20" }), NOON)).toEqual({
      ...{ ok: false, why: "too_many" },
    });
  });

  test("keep their logo, and drop the previous one", async ({ db }) => {
    const [files, boss] = [await aFileStore(), await anAdmin(db)];
    const now = Date.now();
    const first = await files.received(aPng(200, 200));
    await saveSite(db, files.store, boss, change({ logo: first }), now);
    await readSites(db);
    expect(logoOf(first.sha256)).toMatchObject({ width: 200, height: 200, type: "image/png" });
    expect(siteOf("desk.example.org").logo?.src).toBe(`/logos/${first.sha256}`);
    for (let turn = 0; turn < 16; turn++)
      await inTransaction(db, (tx) =>
        sweepFiles(tx, files.store, files.incoming, now + 2 * HOUR_MS + turn * SWEEP_EVERY_MS),
      );
    expect(await files.stored()).toEqual([first.sha256]);

    const second = await files.received(aPng(300, 200));
    await saveSite(db, files.store, boss, change({ version: 1, logo: second }), now);
    await doDueJobs(db, fileJobs(files.store), now, (error) => {
      throw error;
    });
    await readSites(db);
    expect(await files.stored()).toEqual([second.sha256]);
    expect(logoOf(first.sha256)).toBeNull();
    await saveSite(db, files.store, boss, change({ version: 2, name: "Still there" }), now);
    await readSites(db);
    expect(siteOf("desk.example.org").logo?.width).toBe(300);
    await saveSite(db, files.store, boss, change({ version: 3, logo: null }), now);
    await readSites(db);
    expect(siteOf("desk.example.org").logo).toBeNull();
  });
});

describe("the site form", () => {
  const read = (form: Record<string, string>) =>
    NewSiteForm.safeParse({ requestKey: aKey(), version: "0", host: "localhost", ...form });

  test.each([
    ["desk.example.org", "desk.example.org"],
    [" https://Desk.example.org:8443/tasks?x=1 ", "desk.example.org"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["[::1]:3000", "::1"],
  ])("understands the host %j", (host, understood) => {
    expect(read({ host }).data?.host).toBe(understood);
  });

  test.each(["", "two words", "http://", "x".repeat(300)])("refuses the host %j", (host) => {
    expect(read({ host }).success).toBe(false);
  });

  test.each([
    ["#1F6FEB", "#1f6feb"],
    ["1f6feb", "#1f6feb"],
    ["#abc", "#aabbcc"],
    ["", ""],
  ])("understands the colour %j", (colour, understood) => {
    expect(read({ colour }).data?.colour).toBe(understood);
  });

  test.each(["red", "#12345", "#1f6feb;}", "url(x)", "#1f6feb00"])("refuses the colour %j", (colour) => {
    expect(read({ colour }).error?.issues[0]?.message).toContain("six hex digits");
  });
});
