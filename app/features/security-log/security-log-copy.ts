/** Product copy. docs/decisions/0020 says how to add to it. */

export const securityLog = "Security log";
export const event = "Event";
export const by = "By";
export const about = "Target";
export const details = "Details";
export const when = "Time";
export const fromAddress = (ip: string) => `IP address: ${ip}`;
export const aboutSecurityLog =
  "Sign-ins, changes to accounts and settings, list exports, deleted tasks, and confidential or members-only tasks opened by admins. Kept for 400 days.";
export const anyEvent = "Any event";
export const person = "Person";
export const show = "Filter";
export const clear = "Clear";
export const enterAFullName = "Enter a full name or an email address.";
export const removeAFilter = "Remove a filter to see more of the log.";
export const noSinglePerson = "No single person matches";
export const noMatchingEvents = "No matching events";
export const nameIsAmbiguous =
  "This name matches no one, or more than one person. Enter a full name or an email address.";
/** Event kinds, in the order of the filter. Each is logged by the feature where it happens. */
export const kinds = {
  signed_in: "Signed in",
  signed_out: "Signed out",
  sign_in_failed: "Sign-in failed",
  sign_in_blocked: "Sign-ins throttled",
  access_refused: "Access denied",
  account_created: "Account created",
  accounts_imported: "Accounts imported",
  password_set: "Password set",
  role_changed: "Role changed",
  account_disabled: "Account disabled",
  account_enabled: "Account enabled",
  team_created: "Team created",
  team_changed: "Team changed",
  team_archived: "Team archived",
  team_restored: "Team restored",
  team_member_added: "Team member added",
  team_member_removed: "Team member removed",
  team_lead_made: "Team lead added",
  team_lead_ended: "Team lead removed",
  invitation_made: "Invitation created",
  invitation_withdrawn: "Invitation withdrawn",
  invitation_used: "Invitation used",
  address_added: "Account address added",
  address_removed: "Account address removed",
  address_confirmed: "Account address confirmed",
  primary_address_changed: "Primary address changed",
  people_merged: "People merged",
  account_anonymised: "Person anonymised",
  organization_created: "Organization created",
  organization_changed: "Organization changed",
  organization_member_added: "Organization member added",
  organization_member_removed: "Organization member removed",
  org_manager_made: "Organization manager added",
  org_manager_ended: "Organization manager removed",
  status_created: "Status created",
  status_changed: "Status changed",
  status_removed: "Status deleted",
  type_created: "Type created",
  type_changed: "Type changed",
  type_removed: "Type deleted",
  field_created: "Field created",
  field_changed: "Field changed",
  field_removed: "Field deleted",
  site_changed: "Site changed",
  site_removed: "Site reset",
  site_restored: "Site restored",
  mail_address_added: "Email address added",
  mail_address_changed: "Email address changed",
  mail_address_removed: "Email address removed",
  mail_address_restored: "Email address restored",
  mail_address_paused: "Email address paused",
  mail_address_resumed: "Email address resumed",
  mail_template_changed: "Email template changed",
  mail_template_reset: "Email template reset",
  mail_template_restored: "Email template restored",
  mail_secret_made: "Signing secret created",
  sender_allowed: "Sender allowed",
  sender_blocked: "Sender blocked",
  sender_rule_undone: "Sender change undone",
  calendar_created: "Calendar created",
  calendar_changed: "Calendar changed",
  calendar_removed: "Calendar deleted",
  calendar_restored: "Calendar restored",
  policy_created: "Service-level policy created",
  policy_changed: "Service-level policy changed",
  policy_removed: "Service-level policy deleted",
  policy_restored: "Service-level policy restored",
  rule_created: "Rule created",
  rule_changed: "Rule changed",
  rule_removed: "Rule deleted",
  rule_restored: "Rule restored",
  desk_zone_changed: "Desk time zone changed",
  restricted_task_opened: "Confidential or members-only task opened",
  list_exported: "List exported",
  task_deleted: "Task permanently deleted",
} as const;
