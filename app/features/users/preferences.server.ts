import { sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { deskZone } from "~/lib/desk-zone.server";
import { PAGE_ROWS } from "~/lib/page-rows";
import { type DateOrder, styleOf, type TimeStyle, USUAL_STYLE } from "~/lib/time-style";
import { timeZoneNamed } from "~/lib/time-zones";
import type { Shown, Theme } from "~/ui/display-preferences";
import type { Viewer } from "./users";

/** Of a query on `user` and their `organization`: its id where it shares its tasks with them, or null. */
export const sharedOrganization = sql<number | null>`case
    when organization.sharing = 'members' or (organization.sharing = 'managers' and "user".org_manager = 1) then organization.id
  end`.as("shared_organization");

/**
 * holdReplies  a reply waits once when somebody else's message has arrived while it was written
 * rows         how many tasks a page of a list has
 * columns      of a list of tasks, by the key of its view, those that were chosen; empty for lists without a view
 * pins         the keys of the views in the sidebar, in their order
 * theme        light, dark, or as the system has it
 * zone         the time zone by name; empty for the desk's, whether or not that was chosen
 * dates        how dates are written
 * keys         whether single keys are shortcuts
 */
export type PersonalPreferences = {
  holdReplies: boolean;
  rows: number;
  columns: Record<string, string[]>;
  pins: string[];
  theme: Theme;
  zone: string;
  dates: DateOrder;
  keys: "on" | "off";
};

/** What holds for whoever has chosen nothing. */
const DEFAULTS: PersonalPreferences = {
  ...{ holdReplies: true, rows: PAGE_ROWS, columns: {}, pins: [] },
  ...{ theme: "system", zone: "", dates: USUAL_STYLE.dates, keys: "on" },
};

/** Zones that browsers report to hide their location. */
const MASKED_ZONES = ["UTC", "Etc/UTC", "GMT"];

const read = (stored: string | undefined): PersonalPreferences =>
  stored === undefined ? DEFAULTS : { ...DEFAULTS, ...(JSON.parse(stored) as Partial<PersonalPreferences>) };

/** What somebody has chosen, as their session brought it along. */
export const preferencesOf = ({ preferences }: Pick<Viewer, "preferences">) => read(preferences);

/** Where the clock of this person stands, and how they write dates. */
export function timeStyleOf(person: Pick<Viewer, "preferences">): TimeStyle {
  const { zone, dates } = preferencesOf(person);
  return styleOf(zone || deskZone(), dates);
}

/** The time zone in which their days begin and end. */
export const zoneOf = (person: Pick<Viewer, "preferences">) => timeStyleOf(person).zone;

/** What the browser is told of what they have chosen; null for nothing but what is usual. */
export function shownTo(person: Pick<Viewer, "preferences">): Shown | null {
  const { theme, dates, keys } = preferencesOf(person);
  const zone = zoneOf(person);
  const shown: Shown = {
    ...(theme !== DEFAULTS.theme && { theme }),
    ...(zone !== USUAL_STYLE.zone && { zone }),
    ...(dates !== DEFAULTS.dates && { dates }),
    ...(keys === "off" && { keys }),
  };
  return Object.keys(shown).length > 0 ? shown : null;
}

export async function readPreferences(db: Db, viewer: Pick<Viewer, "id">): Promise<PersonalPreferences> {
  return read((await preferencesRow(db, viewer.id).executeTakeFirstOrThrow()).preferences);
}

const preferencesRow = (db: Db, id: number) => db.selectFrom("user").select("preferences").where("id", "=", id);

/** Everybody chooses for themselves alone; what is not among the chosen stays as it is. */
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

/** Keeps the time zone of the browser that a person signs in with, unless they have chosen a zone or the desk's. */
export async function learnZone(db: Db, { id }: Pick<Viewer, "id">, told: string, now: number): Promise<void> {
  const zone = timeZoneNamed(told);
  if (zone === null || MASKED_ZONES.includes(zone)) return;
  const { preferences } = await preferencesRow(db, id).executeTakeFirstOrThrow();
  if ("zone" in JSON.parse(preferences)) return;
  await savePreferences(db, { id }, (before) => ({ zone: before.zone || zone }), now); // chosen meanwhile in another tab
}
