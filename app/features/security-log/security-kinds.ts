import { pageHref, parsePlace } from "~/lib/page-place";
import type { LogFilter, LogPlace, LogPosition } from "./security-log.server";
import * as say from "./security-log-copy";

/** Event kinds and their names. Each is logged by the feature where it happens. */
export const SECURITY_KINDS = {
  signed_in: say.signedIn,
  signed_out: say.signedOut,
  sign_in_failed: say.signInFailed,
  sign_in_blocked: say.signInBlocked,
  access_refused: say.accessRefused,
  account_created: say.accountCreated,
  accounts_imported: say.accountsImported,
  password_set: say.passwordSet,
  role_changed: say.roleChanged,
  account_disabled: say.accountDisabled,
  account_enabled: say.accountEnabled,
  team_created: say.teamCreated,
  team_changed: say.teamChanged,
  team_archived: say.teamArchived,
  team_restored: say.teamRestored,
  team_member_added: say.teamMemberAdded,
  team_member_removed: say.teamMemberRemoved,
  team_lead_made: say.teamLeadMade,
  team_lead_ended: say.teamLeadEnded,
  invitation_made: say.invitationMade,
  invitation_withdrawn: say.invitationWithdrawn,
  invitation_used: say.invitationUsed,
  address_added: say.addressAdded,
  address_removed: say.addressRemoved,
  address_confirmed: say.addressConfirmed,
  primary_address_changed: say.primaryAddressChanged,
  people_merged: say.peopleMerged,
  account_anonymised: say.accountAnonymised,
  organization_created: say.organizationCreated,
  organization_changed: say.organizationChanged,
  organization_member_added: say.organizationMemberAdded,
  organization_member_removed: say.organizationMemberRemoved,
  org_manager_made: say.orgManagerMade,
  org_manager_ended: say.orgManagerEnded,
  status_created: say.statusCreated,
  status_changed: say.statusChanged,
  status_removed: say.statusRemoved,
  type_created: say.typeCreated,
  type_changed: say.typeChanged,
  type_removed: say.typeRemoved,
  field_created: say.fieldCreated,
  field_changed: say.fieldChanged,
  field_removed: say.fieldRemoved,
  site_changed: say.siteChanged,
  site_removed: say.siteRemoved,
  site_restored: say.siteRestored,
  desk_zone_changed: say.deskZoneChanged,
  restricted_task_opened: say.restrictedTaskOpened,
  list_exported: say.listExported,
  task_deleted: say.taskDeleted,
} as const;

export type SecurityKind = keyof typeof SECURITY_KINDS;

export const isSecurityKind = (kind: string): kind is SecurityKind => Object.hasOwn(SECURITY_KINDS, kind);

/** Filters and cursor in the log's URL; `person` as typed. */
type LogAddress = { kind: LogFilter["kind"]; person: string; place: LogPlace };

/** Reads `?kind=&person=&after=` or `&before=`. Skips unreadable values, so an old bookmark still opens. */
export function readLogAddress(parameters: URLSearchParams): LogAddress {
  const kind = parameters.get("kind") ?? "";
  return {
    kind: isSecurityKind(kind) ? kind : null,
    person: (parameters.get("person") ?? "").slice(0, 400),
    place: parsePlace(parameters, parsePosition),
  };
}

/** URL of a page of the log, without default values. */
export const logAddress = ({ kind, person, place }: LogAddress) =>
  pageHref("/settings/security-log", { kind, person: person.trim() }, place, ({ at, id }) => `${at}~${id}`);

function parsePosition(text: string | null): LogPosition | null {
  const match = /^(\d{1,15})~([1-9]\d{0,8})$/.exec(text ?? "");
  return match ? { at: Number(match[1]), id: Number(match[2]) } : null;
}
