import { once } from "~/db/once-per-form.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { dropFilesAfterwards, keepFile } from "~/features/files/file-rows.server";
import type { FileStore, ReceivedFile } from "~/features/files/file-store.server";
import { changeRecords } from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { settings } from "~/lib/settings.server";
import type { Logo } from "~/ui/brand";
import { hostNameOf, SITE_LIMITS, type SiteFields, siteNameOf } from "./branding";
import * as say from "./branding-copy";

/*
 * Site settings, cached in this process: they rarely change, and every page needs them. Reloaded when the version in a session
 * (auth/session-queries) differs.
 */

type SiteLogo = Logo & { sha256: string; type: string; size: number };
type StoredSite = SiteFields & { host: string; logo: SiteLogo | null; version: number };

let known = 0; // version 0: no site was ever saved
let sites: ReadonlyMap<string, StoredSite> = new Map();

/** Makes sure the cache has this version or a later one. */
export async function loadSites(db: Db, version: number): Promise<void> {
  if (version === known) return;
  // Version first: if sites change before they're read, the version is too old, and the next request reads them again.
  const { sites: current } = await db.selectFrom("catalogue").select("sites").executeTakeFirstOrThrow();
  const kept = await readAll(db);
  sites = new Map(kept.map((site) => [site.host, site]));
  known = current;
}

/** Resets the cache to that of a new process. */
export function forgetSites() {
  sites = new Map();
  known = 0;
}

/** Loads the sites for a request without a session. */
export async function readSites(db: Db): Promise<void> {
  const row = await db.selectFrom("catalogue").select("sites").executeTakeFirst();
  await loadSites(db, row?.sites ?? 0);
}

async function readAll(db: Db): Promise<StoredSite[]> {
  const rows = await db
    .selectFrom("site")
    .leftJoin("file", "file.sha256", "site.logo")
    .select(["site.host", "site.name", "site.colour", "site.version", "site.logo"])
    .select(["file.type", "file.size", "file.width", "file.height"])
    .where("site.deleted_at", "is", null)
    .orderBy("site.host")
    .execute();
  return rows.map(({ logo, type, size, width, height, ...site }) => ({
    ...site,
    logo:
      logo && type && size && width && height
        ? { sha256: logo, src: `/logos/${logo}`, type, size, width, height }
        : null,
  }));
}

/** `name` null: the host has none. `colour` empty: the product's own. */
export type Site = { name: string | null; colour: string; logo: SiteLogo | null };

/** The site for a Host header: an admin's settings, else the name in SITE_NAMES. */
export function siteOf(host: string | null): Site {
  const named = siteNameOf(host, settings().siteNames);
  const kept = known === 0 ? undefined : sites.get(hostNameOf(host ?? ""));
  return { name: kept?.name || named, colour: kept?.colour ?? "", logo: kept?.logo ?? null };
}

/** Site details for every page, besides the name. */
export function siteForPage({ colour, logo }: Site): { site?: { colour?: string; logo?: Logo } } {
  if (colour === "" && logo === null) return {};
  return { site: { ...(colour !== "" && { colour }), ...(logo && { logo: shownLogo(logo) }) } };
}

const shownLogo = ({ src, width, height }: SiteLogo): Logo => ({ src, width, height });

/** Other colours have no public stylesheet. */
export const isSiteColour = (asked: string) => [...sites.values()].some(({ colour }) => colour === asked);

/** The logo with this hash, if a site uses it: other files in the store aren't public. */
export const logoOf = (sha256: string): SiteLogo | null =>
  [...sites.values()].find(({ logo }) => logo?.sha256 === sha256)?.logo ?? null;

/** `usual`: the host's name in SITE_NAMES. */
type ListedSite = SiteFields & { host: string; usual: string | null; logo: Logo | null; version: number };

/** Hosts in SITE_NAMES, and those with settings by an admin. For admins. */
export async function listSites(db: Db): Promise<ListedSite[]> {
  const kept = new Map((await readAll(db)).map((site) => [site.host, site]));
  const { siteNames } = settings();
  const hosts = new Set([...[...siteNames.keys()].map(hostNameOf), ...kept.keys()]);
  return [...hosts].sort().map((host) => {
    const { name = "", colour = "", logo, version = 0 } = kept.get(host) ?? {};
    return { host, usual: siteNameOf(host, siteNames), name, colour, logo: logo ? shownLogo(logo) : null, version };
  });
}

export const readSite = async (db: Db, host: string) =>
  (await listSites(db)).find((site) => site.host === host) ?? null;

/**
 * version  when the form was loaded; 0 for a host without settings
 * logo     null removes it, undefined keeps it
 */
export type SiteChange = SiteFields & {
  requestKey: string;
  host: string;
  version: number;
  logo: ReceivedFile | null | undefined;
};

type SaveSite = { ok: true } | { ok: false; why: "not_allowed" | "too_many" | "changed" | "exists" };

/** Saves once per `requestKey`, however often the form is sent. */
export async function saveSite(
  db: Db,
  store: FileStore,
  viewer: Viewer,
  { requestKey, host, version, name, colour, logo: sent }: SiteChange,
  now: number,
): Promise<SaveSite> {
  return changeSites<SaveSite>(db, viewer, async (tx) => {
    let refused: SaveSite | null = null;
    const text = JSON.stringify([host, name, colour, sent === undefined ? "same" : (sent?.sha256 ?? null)]);
    const made = await once(tx, { userId: viewer.id, key: requestKey, text }, now, async () => {
      const before = await tx.selectFrom("site").selectAll().where("host", "=", host).executeTakeFirst();
      const live = before?.deleted_at === null ? before : undefined;
      if ((live?.version ?? 0) !== version) refused = { ok: false, why: version === 0 ? "exists" : "changed" };
      else if (!live && (await isFull(tx))) refused = { ok: false, why: "too_many" };
      if (refused) return null;

      if (sent) await keepFile(tx, store, sent, now);
      const logo = sent === undefined ? (live?.logo ?? null) : (sent?.sha256 ?? null);
      const row = { name, colour, logo, version: await nextVersion(tx), deleted_at: null };
      if (before) await tx.updateTable("site").set(row).where("host", "=", host).execute();
      else
        await tx
          .insertInto("site")
          .values({ host, ...row })
          .execute();
      if (before && before.logo !== logo) await dropFilesAfterwards(tx, [before.logo], now);
      const details = {
        Of: host,
        ...changed("Name", live?.name, name),
        ...changed("Colour", live?.colour, colour),
        ...((live?.logo ?? null) !== logo && { Logo: logo === null ? "removed" : say.logoChanged }),
      };
      await logSecurity(tx, { kind: "site_changed", actorId: viewer.id, details }, now);
      return row.version;
    });
    return refused ?? (made?.differentText ? { ok: false, why: "changed" } : { ok: true });
  });
}

const changed = (label: string, before = "", after = "") =>
  before === after ? {} : { [label]: `${before || "none"} → ${after || "none"}` };

type RemoveSite = { ok: true } | { ok: false; why: "not_allowed" | "no_such_site" | "changed" };

/** Resets a host to its name in SITE_NAMES and the product's look. Can be undone for a day. */
export async function removeSite(
  db: Db,
  viewer: Viewer,
  { host, version }: Pick<SiteChange, "host" | "version">,
  now: number,
): Promise<RemoveSite> {
  return changeSites<RemoveSite>(db, viewer, async (tx) => {
    const known = tx.selectFrom("site").select("version").where("host", "=", host).where("deleted_at", "is", null);
    const before = await known.executeTakeFirst();
    if (!before) return { ok: false, why: "no_such_site" };
    if (before.version !== version) return { ok: false, why: "changed" };
    await setDeleted(tx, host, now);
    await logSecurity(tx, { kind: "site_removed", actorId: viewer.id, details: { Of: host } }, now);
    return { ok: true };
  });
}

type RestoreSite = { ok: true } | { ok: false; why: "not_allowed" | "no_such_site" | "too_many" };

/** Undoes `removeSite` within a day, unless the site has been saved since. */
export async function restoreSite(db: Db, viewer: Viewer, host: string, now: number): Promise<RestoreSite> {
  return changeSites<RestoreSite>(db, viewer, async (tx) => {
    const removed = tx.selectFrom("site").select("host").where("host", "=", host);
    const site = await removed.where("deleted_at", ">", now - DAY_MS).executeTakeFirst();
    if (!site) return { ok: false, why: "no_such_site" };
    if (await isFull(tx)) return { ok: false, why: "too_many" };
    await setDeleted(tx, host, null);
    await logSecurity(tx, { kind: "site_restored", actorId: viewer.id, details: { Of: host } }, now);
    return { ok: true };
  });
}

/** Deletes sites that can no longer be restored. */
export async function sweepSites(tx: Tx, now: number): Promise<void> {
  const gone = await tx
    .deleteFrom("site")
    .where("deleted_at", "<=", now - DAY_MS)
    .returning("logo")
    .execute();
  await dropFilesAfterwards(
    tx,
    gone.map(({ logo }) => logo),
    now,
  );
}

async function setDeleted(tx: Tx, host: string, deleted_at: number | null): Promise<void> {
  const row = { deleted_at, version: await nextVersion(tx) };
  await tx.updateTable("site").set(row).where("host", "=", host).execute();
}

async function isFull(tx: Tx): Promise<boolean> {
  const sites = await tx.selectFrom("site").select("host").where("deleted_at", "is", null).execute();
  return sites.length >= SITE_LIMITS.sites;
}

/** Makes every process reload the sites. Never reused, so a restored site counts as changed. */
async function nextVersion(tx: Tx): Promise<number> {
  const { sites } = await tx
    .updateTable("catalogue")
    .set((eb) => ({ sites: eb("sites", "+", 1) }))
    .returning("sites")
    .executeTakeFirstOrThrow();
  return Number(sites);
}

const changeSites = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>) =>
  changeRecords(db, viewer, { may: maySetUpDesk }, work);
