/** History fields that only service levels write: the selected policy, a warning, a breach. */
const OWN_FIELDS = ["service_level_policy", "clock_warning", "clock_breached"] as const;

type OwnField = (typeof OWN_FIELDS)[number];

export const isOwnField = (field: string): field is OwnField => OWN_FIELDS.some((own) => own === field);

/** History fields that affect neither clocks nor policies. */
const QUIET_FIELDS: readonly string[] = [
  ...["title", "snooze", "note_edited", "message_redacted", "files_redacted", "status_kept", "reply_returned"],
  ...["delivery_retried", "delivery_dismissed", "mail_allowed", "update"],
];

export const isQuiet = (field: string) => isOwnField(field) || QUIET_FIELDS.includes(field);
