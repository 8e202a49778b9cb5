import { sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import { deskZone } from "~/lib/desk-zone.server";
import { PAGE_ROWS } from "~/lib/page-cursor";
import { type DateOrder, DEFAULT_TIME_STYLE, styleOf, type TimeStyle } from "~/lib/time-style";
import { timeZoneNamed } from "~/lib/time-zones";
import type { Density, Shown, Theme } from "~/ui/display-preferences";
import type { MailPreferences } from "./mail-preferences";
import { maySetUpDesk } from "./user-policy";
import type { AfterResolve, Viewer } from "./users";
import * as say from "./users-copy";

/** Sets the desk's time zone by name. False for anyone but an admin. */
export async function saveDeskZone(db: Db, viewer: Viewer, zone: string, now: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const me = await tx.selectFrom("user").select("role").where("id", "=", viewer.id).executeTakeFirst();
    if (!me || !maySetUpDesk(me)) return false;
    const { time_zone: before } = await tx.selectFrom("catalogue").select("time_zone").executeTakeFirstOrThrow();
    if (before === zone) return true;
    await tx.updateTable("catalogue").set({ time_zone: zone }).execute();
    const details = { [say.timeZone]: `${before} → ${zone}` };
    await logSecurity(tx, { kind: "desk_zone_changed", actorId: viewer.id, details }, now);
    return true;
  });
}

/** For a query on `user` joined with `organization`: its id if it shares its tasks with the person, else null. */
export const sharedOrganization = sql<number | null>`case
    when organization.sharing = 'members' or (organization.sharing = 'managers' and "user".org_manager = 1) then organization.id
  end`.as("shared_organization");

/**
 * holdReplies  hold a reply once when another message arrived while it was written
 * rows         tasks per list page
 * columns      chosen list columns by view key; empty for lists without a view
 * pins         keys of the views in the sidebar, in order
 * zone         time zone name; empty for the desk's, chosen or not
 * keys         whether single-key shortcuts are on
 * density      height of a list's rows
 * afterResolve the page shown once the person has resolved a task they opened from a list
 */
type PersonalPreferences = MailPreferences & {
  holdReplies: boolean;
  rows: number;
  columns: Record<string, string[]>;
  pins: string[];
  theme: Theme;
  zone: string;
  dates: DateOrder;
  keys: "on" | "off";
  density: Density;
  afterResolve: AfterResolve;
};

const DEFAULTS: PersonalPreferences = {
  ...{ holdReplies: true, rows: PAGE_ROWS, columns: {}, pins: [] },
  ...{ theme: "system", zone: "", dates: DEFAULT_TIME_STYLE.dates, keys: "on" },
  ...{ density: "compact", afterResolve: "stay" },
  ...{ mailWait: "5", quietFrom: "", quietUntil: "", urgentBreaksQuiet: true },
};

/** Zones that browsers report to hide their location. */
const MASKED_ZONES = ["UTC", "Etc/UTC", "GMT"];

const read = (stored: string | undefined): PersonalPreferences =>
  stored === undefined ? DEFAULTS : { ...DEFAULTS, ...(JSON.parse(stored) as Partial<PersonalPreferences>) };

/** Read from the session, without a query. */
export const preferencesOf = ({ preferences }: Pick<Viewer, "preferences">) => read(preferences);

export function timeStyleOf(person: Pick<Viewer, "preferences">): TimeStyle {
  const { zone, dates } = preferencesOf(person);
  return styleOf(zone || deskZone(), dates);
}

export const zoneOf = (person: Pick<Viewer, "preferences">) => timeStyleOf(person).zone;

/** Display preferences to send to the browser; null for all defaults. */
export function shownTo(person: Pick<Viewer, "preferences">): Shown | null {
  const { theme, dates, keys, density } = preferencesOf(person);
  const zone = zoneOf(person);
  const shown: Shown = {
    ...(theme !== DEFAULTS.theme && { theme }),
    ...(zone !== DEFAULT_TIME_STYLE.zone && { zone }),
    ...(dates !== DEFAULTS.dates && { dates }),
    ...(keys === "off" && { keys }),
    ...(density !== DEFAULTS.density && { density }),
  };
  return Object.keys(shown).length > 0 ? shown : null;
}

export async function readPreferences(db: Db, viewer: Pick<Viewer, "id">): Promise<PersonalPreferences> {
  return read((await preferencesRow(db, viewer.id).executeTakeFirstOrThrow()).preferences);
}

const preferencesRow = (db: Db, id: number) => db.selectFrom("user").select("preferences").where("id", "=", id);

/** Saves the given preferences and keeps all others. */
export async function savePreferences(
  db: Db,
  { id }: Pick<Viewer, "id">,
  chosen: Partial<PersonalPreferences> | ((before: PersonalPreferences) => Partial<PersonalPreferences>),
  now: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await forUpdate(tx, preferencesRow(tx, id)).executeTakeFirstOrThrow();
    const changes = typeof chosen === "function" ? chosen(read(row.preferences)) : chosen;
    const preferences = JSON.stringify({ ...JSON.parse(row.preferences), ...changes });
    await tx.updateTable("user").set({ preferences, updated_at: now }).where("id", "=", id).execute();
  });
}

/** Saves the browser's time zone at sign-in, unless the person has chosen a zone or the desk's. */
export async function saveBrowserZone(db: Db, { id }: Pick<Viewer, "id">, told: string, now: number): Promise<void> {
  const zone = timeZoneNamed(told);
  if (zone === null || MASKED_ZONES.includes(zone)) return;
  const { preferences } = await preferencesRow(db, id).executeTakeFirstOrThrow();
  if ("zone" in JSON.parse(preferences)) return;
  await savePreferences(db, { id }, (before) => ({ zone: before.zone || zone }), now); // keeps one chosen in another tab
}
