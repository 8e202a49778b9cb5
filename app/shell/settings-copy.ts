/** Copy of the settings page. docs/decisions/0020 says how to add to it. */

export const searchSettings = "Search settings";
export const noSettingsMatch = (typed: string) => `No settings match “${typed}”.`;
export const showAllSettings = "Show all settings";

export const prioritiesAreFixed =
  "Priorities are fixed: they can't be renamed or added to. Types set the priority that new tasks start with.";

/* Groups. */
export const peopleAndAccess = "People and access";
export const tasksAndRequests = "Tasks and requests";
export const email = "Email";
export const desk = "Desk";
export const personal = "Personal";

/* Pages. `words` are others that people search for. */
export const setup = {
  label: "Setup checklist",
  hint: "First steps for a new desk, and sample data.",
  words: "onboarding getting started first steps demo examples",
};
export const people = {
  label: "People",
  hint: "Accounts, roles and invitations.",
  words: "users agents requesters admins invite password disable deactivate suspend block merge import",
};
export const teams = {
  label: "Teams",
  hint: "Groups of agents, and how tasks are assigned to them.",
  words: "groups departments leads members assignment rotate round robin visibility",
};
export const organizations = {
  label: "Organizations",
  hint: "Companies that requesters belong to.",
  words: "customers clients companies domains sharing",
};
export const securityLog = {
  label: "Security log",
  hint: "Sign-ins, and changes to accounts and settings.",
  words: "audit history login access who changed",
};
export const statuses = {
  label: "Statuses",
  hint: "The steps a task goes through, and the names requesters see.",
  words: "states workflow waiting closed resolved pending colours marks",
};
export const types = {
  label: "Types",
  hint: "Kinds of task, with default team, priority and templates.",
  words: "request types incident question categories forms portal icons",
};
export const fields = {
  label: "Fields",
  hint: "Extra task details by type, and who can see and edit them.",
  words: "custom fields attributes properties required options",
};
export const calendars = {
  label: "Calendars",
  hint: "Opening hours and holidays, for service levels.",
  words: "business hours working time holidays opening schedule ical",
};
export const serviceLevels = {
  label: "Service levels",
  hint: "Targets for responses and resolution, by priority.",
  words: "sla policies targets clocks deadlines response time resolution breach",
};
export const rules = {
  label: "Rules",
  hint: "Automatic actions for routine work.",
  words: "automation triggers actions schedule webhook automatic workflow",
};
export const macros = {
  label: "Macros",
  hint: "Saved replies and actions.",
  words: "canned responses templates snippets quick replies text modules",
};
export const views = {
  label: "Views",
  hint: "Saved lists of tasks, personal and shared.",
  words: "filters queues overviews searches pins sidebar",
};
export const emailAddresses = {
  label: "Email addresses",
  hint: "Addresses people write to, and how Taskdesk receives and sends email.",
  words: "mailbox inbox imap smtp channels connect support signature sender",
};
export const emailTemplates = {
  label: "Email templates",
  hint: "Text of the emails that Taskdesk sends automatically.",
  words: "messages automatic replies confirmation reminder",
};
export const quarantine = {
  label: "Quarantine",
  hint: "Messages held for review.",
  words: "mail spam blocked unknown senders held",
};
export const emailLog = {
  label: "Email log",
  hint: "Every message received, and how it was handled.",
  words: "inbound received history source missing",
};
export const reports = {
  label: "Reports",
  hint: "Volume, response times, service levels and ratings.",
  words: "statistics charts numbers metrics csv sla attainment backlog workload",
};
export const emailSettings = {
  label: "Email settings",
  hint: "How much of each message to include in notifications, and how long email links stay valid.",
  words: "privacy excerpt expiry links",
};
export const sites = {
  label: "Sites",
  hint: "Name, logo and colour for each web address.",
  words: "branding brand theme host domain picture",
};
export const timeZone = {
  label: "Desk time zone",
  hint: "Default for people who haven't set a time zone.",
  words: "clock hours region timezone",
};
export const yourProfile = {
  label: "Your profile",
  hint: "Your name, availability, preferences and password.",
  words: "account password signature availability absence me",
};
export const preferences = {
  label: "Preferences",
  hint: "Theme, time zone, dates and keyboard shortcuts.",
  words: "display dark light mode density language keys appearance",
};
export const notificationSettings = {
  label: "Notification settings",
  hint: "The notifications you get, in the app and by email.",
  words: "email alerts mute quiet hours bell digest",
};
