import { once } from "~/db/request-key.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { dropFilesAfterwards, keepFile } from "~/features/files/file-rows.server";
import type { FileStore, ReceivedFile } from "~/features/files/file-store.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { settings } from "~/lib/settings.server";
import type { Logo } from "~/ui/brand";
import { hostNameOf, SITE_LIMITS, type SiteFields, siteNameOf } from "./branding";
import * as say from "./branding-copy";

/*
 * What admins have said of hosts, as this process knows it: seldom changed and asked for by every page, so it is read once,
 * and anew when the version that comes with each session (auth/session-queries) is another one.
 */

type SiteLogo = Logo & { sha256: string; type: string; size: number };
type Kept = SiteFields & { host: string; logo: SiteLogo | null; version: number };

let known = 0; // version 0: nothing was ever said
let sites: ReadonlyMap<string, Kept> = new Map();

/** Sees to it that sites are those of this version, or a later one. */
export async function knowSites(db: Db, version: number): Promise<void> {
  if (version === known) return;
  // The version first: of what is read after it, it is a version at most too old, and then it is read once more.
  const { sites: current } = await db.selectFrom("catalogue").select("sites").executeTakeFirstOrThrow();
  const kept = await readAll(db);
  sites = new Map(kept.map((site) => [site.host, site]));
  known = current;
}

/** What a process begins with. */
export function forgetSites() {
  sites = new Map();
  known = 0;
}

/** The same for whoever has no session to go by. */
export async function readSites(db: Db): Promise<void> {
  const row = await db.selectFrom("catalogue").select("sites").executeTakeFirst();
  await knowSites(db, row?.sites ?? 0);
}

async function readAll(db: Db): Promise<Kept[]> {
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

/** The site that a host serves, as a Host header has it: what an admin said, else its name in SITE_NAMES. */
export function siteOf(host: string | null): Site {
  const named = siteNameOf(host, settings().siteNames);
  const kept = known === 0 ? undefined : sites.get(hostNameOf(host ?? ""));
  return { name: kept?.name || named, colour: kept?.colour ?? "", logo: kept?.logo ?? null };
}

/** What every page is told of it beside its name. */
export function shownSite({ colour, logo }: Site): { site?: { colour?: string; logo?: Logo } } {
  if (colour === "" && logo === null) return {};
  return { site: { ...(colour !== "" && { colour }), ...(logo && { logo: shownLogo(logo) }) } };
}

const shownLogo = ({ src, width, height }: SiteLogo): Logo => ({ src, width, height });

/** Whether it is the colour of a site: those of others nobody asks for. */
export const isSiteColour = (asked: string) => [...sites.values()].some(({ colour }) => colour === asked);

/** The logo with this hash, as long as it is that of a site: what else is in the store is not for everybody. */
export const logoOf = (sha256: string): SiteLogo | null =>
  [...sites.values()].find(({ logo }) => logo?.sha256 === sha256)?.logo ?? null;

/** A host as its settings show it; `usual` is its name in SITE_NAMES. */
export type ListedSite = SiteFields & { host: string; usual: string | null; logo: Logo | null; version: number };

/** The hosts that SITE_NAMES has, and those of which an admin has said something. For admins. */
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
 * What a form says of a site.
 *
 * version  of the site when the form was shown; 0 for one of which nothing had been said
 * logo     another one; null for none any more, undefined for the one it has
 */
export type SiteChange = SiteFields & {
  requestKey: string;
  host: string;
  version: number;
  logo: ReceivedFile | null | undefined;
};

export type SaveSite = { ok: true } | { ok: false; why: "not_allowed" | "too_many" | "changed" | "exists" };

/** Writes down how a site is called and looks; once, however often its form is sent. */
export async function saveSite(
  db: Db,
  store: FileStore,
  viewer: Viewer,
  { requestKey, host, version, name, colour, logo: sent }: SiteChange,
  now: number,
): Promise<SaveSite> {
  return changing<SaveSite>(db, viewer, async (tx) => {
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
        ...((live?.logo ?? null) !== logo && { Logo: logo === null ? "removed" : say.anotherOne }),
      };
      await logSecurity(tx, { kind: "site_changed", actorId: viewer.id, details }, now);
      return row.version;
    });
    return refused ?? (made?.otherText ? { ok: false, why: "changed" } : { ok: true });
  });
}

const changed = (label: string, before = "", after = "") =>
  before === after ? {} : { [label]: `${before || "none"} → ${after || "none"}` };

export type RemoveSite = { ok: true } | { ok: false; why: "not_allowed" | "no_such_site" | "changed" };

/** Forgets what was said of a host: it is called what SITE_NAMES says, and looks like the product. Can be taken back for a day. */
export async function removeSite(
  db: Db,
  viewer: Viewer,
  { host, version }: Pick<SiteChange, "host" | "version">,
  now: number,
): Promise<RemoveSite> {
  return changing<RemoveSite>(db, viewer, async (tx) => {
    const known = tx.selectFrom("site").select("version").where("host", "=", host).where("deleted_at", "is", null);
    const before = await known.executeTakeFirst();
    if (!before) return { ok: false, why: "no_such_site" };
    if (before.version !== version) return { ok: false, why: "changed" };
    await setDeleted(tx, host, now);
    await logSecurity(tx, { kind: "site_removed", actorId: viewer.id, details: { Of: host } }, now);
    return { ok: true };
  });
}

export type RestoreSite = { ok: true } | { ok: false; why: "not_allowed" | "no_such_site" | "too_many" };

/** Brings back name, colour and logo of a site that was removed within a day, unless something else was said of it since. */
export async function restoreSite(db: Db, viewer: Viewer, host: string, now: number): Promise<RestoreSite> {
  return changing<RestoreSite>(db, viewer, async (tx) => {
    const removed = tx.selectFrom("site").select("host").where("host", "=", host);
    const site = await removed.where("deleted_at", ">", now - DAY_MS).executeTakeFirst();
    if (!site) return { ok: false, why: "no_such_site" };
    if (await isFull(tx)) return { ok: false, why: "too_many" };
    await setDeleted(tx, host, null);
    await logSecurity(tx, { kind: "site_restored", actorId: viewer.id, details: { Of: host } }, now);
    return { ok: true };
  });
}

/** Forgets for good what nobody can take back any more. */
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

/** With it every process reads anew what there is. Never used twice, so that a site that comes back is another one. */
async function nextVersion(tx: Tx): Promise<number> {
  const { sites } = await tx
    .updateTable("catalogue")
    .set((eb) => ({ sites: eb("sites", "+", 1) }))
    .returning("sites")
    .executeTakeFirstOrThrow();
  return Number(sites);
}

/** By an admin. */
async function changing<T>(
  db: Db,
  viewer: Viewer,
  work: (tx: Tx) => Promise<T>,
): Promise<T | { ok: false; why: "not_allowed" }> {
  return inTransaction(db, async (tx) => {
    const me = await tx.selectFrom("user").select("role").where("id", "=", viewer.id).executeTakeFirst();
    if (!me || !maySetUpDesk(me)) return { ok: false, why: "not_allowed" };
    return work(tx);
  });
}
