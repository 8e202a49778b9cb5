/** What is written down, by key: the words of the log. Each kind is told by the room in which it happens. */
export const SECURITY_KINDS = {
  signed_in: "Signed in",
  sign_in_failed: "Sign-in failed",
  password_set: "Password set",
  role_changed: "Role changed",
  account_disabled: "Account disabled",
  account_enabled: "Account enabled",
  team_created: "Team created",
  team_changed: "Team changed",
  team_archived: "Team archived",
  team_restored: "Team restored",
  team_member_added: "Member added",
  team_member_removed: "Member removed",
  team_lead_made: "Lead made",
  team_lead_ended: "Lead ended",
  invitation_made: "Invitation made",
  invitation_withdrawn: "Invitation withdrawn",
  invitation_used: "Invitation used",
  address_added: "Address added",
  address_removed: "Address removed",
  primary_address_changed: "First address changed",
  people_merged: "People merged",
  account_anonymised: "Person anonymised",
  organization_created: "Organization created",
  organization_changed: "Organization changed",
  organization_member_added: "Added to organization",
  organization_member_removed: "Removed from organization",
  org_manager_made: "Organization manager made",
  org_manager_ended: "Organization manager ended",
  restricted_task_opened: "Restricted task opened",
  list_exported: "List exported",
  task_deleted: "Task deleted for good",
} as const;

export type SecurityKind = keyof typeof SECURITY_KINDS;

export const isSecurityKind = (kind: string): kind is SecurityKind => Object.hasOwn(SECURITY_KINDS, kind);
