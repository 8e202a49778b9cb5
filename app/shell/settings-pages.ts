import * as say from "./settings-copy";

type Role = "requester" | "agent" | "admin";

/** `words`: others that people search for. `for`: the least role that can open it. */
type SettingsEntry = { href: string; label: string; hint: string; words: string; for: Role };

type SettingsGroup = { title: string; entries: readonly SettingsEntry[] };

const entry = (href: string, role: Role, words: Pick<SettingsEntry, "label" | "hint" | "words">): SettingsEntry => ({
  ...{ href, for: role, ...words },
});

/** The form on the settings page itself. */
export const ZONE_HREF = "/settings#zone";

/** Every page of settings, in groups. */
export const SETTINGS: readonly SettingsGroup[] = [
  {
    title: say.peopleAndAccess,
    entries: [
      entry("/users", "admin", say.people),
      entry("/settings/teams", "admin", say.teams),
      entry("/organizations", "admin", say.organizations),
      entry("/settings/security-log", "admin", say.securityLog),
    ],
  },
  {
    title: say.tasksAndRequests,
    entries: [
      entry("/settings/statuses", "admin", say.statuses),
      entry("/settings/types", "admin", say.types),
      entry("/settings/fields", "admin", say.fields),
      entry("/settings/calendars", "admin", say.calendars),
      entry("/settings/service-levels", "admin", say.serviceLevels),
      entry("/settings/rules", "admin", say.rules),
      entry("/macros", "agent", say.macros),
      entry("/tasks/views", "agent", say.views),
      entry("/reports", "agent", say.reports),
    ],
  },
  {
    title: say.email,
    entries: [
      entry("/settings/addresses", "admin", say.emailAddresses),
      entry("/settings/addresses/templates", "admin", say.emailTemplates),
      entry("/settings/addresses/quarantine", "admin", say.quarantine),
      entry("/settings/addresses/log", "admin", say.emailLog),
      entry("/settings/emails", "admin", say.emailSettings),
    ],
  },
  {
    title: say.desk,
    entries: [
      entry("/settings/sites", "admin", say.sites),
      entry(ZONE_HREF, "admin", say.timeZone),
      entry("/setup", "admin", say.setup),
    ],
  },
  {
    title: say.personal,
    entries: [
      entry("/settings/profile", "requester", say.yourProfile),
      entry("/settings/display", "requester", say.preferences),
      entry("/settings/notifications", "requester", say.notificationSettings),
    ],
  },
];

const ROLES: readonly Role[] = ["requester", "agent", "admin"];

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether the search is for priorities, which have no settings. */
export const asksForPriorities = (typed: string) =>
  wordsIn(typed).some((word) => word.length >= 4 && ["priority", "priorities"].some((one) => one.startsWith(word)));

/** Settings this role can open, with every typed word at the start of one of their words. Drops empty groups. */
export function settingsFor(role: Role, typed = ""): SettingsGroup[] {
  const asked = wordsIn(typed);
  const fits = (title: string, { label, hint, words, for: least }: SettingsEntry) => {
    if (ROLES.indexOf(role) < ROLES.indexOf(least)) return false;
    const known = wordsIn([title, label, hint, words].join(" "));
    return asked.every((word) => known.some((one) => one.startsWith(word)));
  };
  return SETTINGS.map(({ title, entries }) => ({ title, entries: entries.filter((one) => fits(title, one)) })).filter(
    ({ entries }) => entries.length > 0,
  );
}
