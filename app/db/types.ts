import type { Generated, Kysely } from "kysely";

/** A database or transaction, the first argument of every query function. */
export type Db = Kysely<Database>;

/** UTC milliseconds since 1970. */
type Time = number;
type YesNo = 0 | 1;

export type Database = {
  user: UserTable;
  /** Secondary addresses of people; unique together with those in `user`. */
  user_address: {
    email_key: string;
    email: string;
    user_id: number;
    verified_at: Time | null;
    /** As in `user`. */
    confirmed_at: Generated<Time | null>;
    created_at: Time;
  };
  /** People search: the rest of `search_text` from each word on, for prefix matching. Maintained by triggers. */
  user_word: { words: string; user_id: number };
  invitation: InvitationTable;
  session: SessionTable;
  team: TeamTable;
  organization: OrganizationTable;
  /** People with an address in the domain belong to the organization. */
  organization_domain: { domain: string; organization_id: number };
  task: TaskTable;
  task_tag: { task_id: number; tag: string };
  message: MessageTable;
  event: EventTable;
  request_key: RequestKeyTable;
  rate_limit: { key: string; points: number; expire: number | null };
  task_search: { task_id: number; document: string };
  team_member: TeamMemberTable;
  message_edit: { id: Generated<number>; message_id: number; body: string; edited_by: number | null; edited_at: Time };
  change_set: ChangeSetTable;
  /** People in cc: they get public messages and see the task as the requester does. */
  participant: { task_id: number; user_id: number; added_at: Time; address: Generated<string | null> };
  /** Followers with agent access. */
  watcher: { task_id: number; user_id: number; added_at: Time };
  /**
   * `task_id` *kind* `other_id`: #7 duplicate_of #3. `relates` is stored once, with the smaller number as `task_id`.
   */
  task_link: {
    task_id: number;
    kind: "relates" | "duplicate_of" | "blocked_by" | "follow_up_of";
    other_id: number;
    created_at: Time;
  };
  checklist_item: {
    id: Generated<number>;
    task_id: number;
    position: number;
    text: string;
    done_by: number | null;
    done_at: Time | null;
  };
  catalogue: CatalogueTable;
  site: SiteTable;
  status: StatusTable;
  task_type: TaskTypeTable;
  custom_field: CustomFieldTable;
  /** Values as text: a multiselect is a JSON list of option keys, a date `2026-03-09`, a boolean 1, a user the id. */
  task_field: { task_id: number; key: string; value: string };
  draft: DraftTable;
  /** Files in the store, one row per content. */
  file: { sha256: string; size: number; type: string; width: number | null; height: number | null; created_at: Time };
  attachment: AttachmentTable;
  /**
   * A form submitted after the session expired, kept until its writer signs in. `address` is the page's path, `form` is
   * JSON: texts by name, `files` is JSON: names of files that weren't kept.
   */
  parked_form: {
    request_key: string;
    user_id: number;
    address: string;
    form: string;
    files: string;
    created_at: Time;
  };
  presence: { task_id: number; user_id: number; writing: Generated<YesNo>; expires_at: Time };
  /** The last history time a person has seen of a task; `seen_until` is null once they mark it unread. */
  task_seen: { user_id: number; task_id: number; seen_until: Time | null; viewed_at: Time };
  notification: NotificationTable;
  /** Notification settings that differ from the default. */
  notification_level: { user_id: number; kind: string; level: "off" | "in_app" | "email" };
  /** Muted tasks: only mentions and assignments still notify. */
  task_mute: { task_id: number; user_id: number };
  job: JobTable;
  security_event: SecurityEventTable;
  view: ViewTable;
  macro: MacroTable;
  bulk_change: BulkChangeTable;
  /** A task of a bulk change. `outcome` is null until it is processed; `reason` says why it was skipped. */
  bulk_task: {
    bulk_id: number;
    task_id: number;
    outcome: "changed" | "skipped" | null;
    reason: string | null;
    change_set_id: number | null;
  };
  mail_address: MailAddressTable;
  /** Locks with one holder across all processes and machines: one per mailbox, one for the listener. */
  lease: { name: string; holder: string; expires_at: Time };
  inbound_mail: InboundMailTable;
  message_email: MessageEmailTable;
  /** Message-IDs of sent and received mail, to match a reply to its task. `id_key` has no angle brackets. */
  mail_id: { id_key: string; task_id: number; message_id: number | null; ours: Generated<YesNo>; at: Time };
  outgoing_mail: OutgoingMailTable;
  /** Messages quoted in a notification email. */
  mail_quote: { outgoing_id: number; message_id: number };
  delivery: DeliveryTable;
  /**
   * Addresses that bounced or complained. Mail to them stops once `suppressed_at` is set. `reason` is the server's
   * response, or `complaint`.
   */
  mail_suppression: {
    address_key: string;
    hard_bounces: Generated<number>;
    reason: Generated<string>;
    suppressed_at: Time | null;
  };
  /** Senders that an admin always allows or blocks. */
  sender_rule: { address_key: string; rule: "allow" | "block"; created_by: number; created_at: Time };
  mail_template: MailTemplateTable;
  sign_in_link: SignInLinkTable;
  /** Tasks, messages and people that are sample data. */
  sample_record: { kind: "task" | "message" | "user"; id: number };
  calendar: NamedRecord;
  /** `definition` is JSON: the values of its form (service-levels/calendar-text). `saved_by` is null for the system. */
  calendar_version: Saved & { id: Generated<number>; calendar_id: number; definition: string };
  policy: PolicyTable;
  policy_version: PolicyVersionTable;
  /** Whether a status pauses the resolution clock, from `saved_at` on. A status without one uses its own setting. */
  pausing_version: { id: Generated<number>; status_key: string; saved_at: Time; pauses: YesNo };
  /** The parts of a task's history that its clocks need. `value` is JSON: a `ClockFact` without `at` and `kind`. */
  clock_fact: { task_id: number; seq: number; at: Time; kind: string; value: string };
  clock_state: ClockStateTable;
  clock: ClockTable;
  rule: RuleTable;
  rule_change: RuleChangeTable;
  rule_run: RuleRunTable;
  webhook_call: WebhookCallTable;
  report: ReportTable;
  /**
   * When a task was open, from its history. Maintained by triggers. `until_at` is `STILL_OPEN` for a task that still
   * is.
   */
  task_open: { task_id: number; from_at: Time; until_at: Time };
  /** Queue of tasks that reports must count again. Triggers add a row in the transaction of each change. */
  report_change: { id: Generated<number>; task_id: number };
  /** A task's state when it was last counted. JSON: `CountedTask` (features/reports). */
  report_task: { task_id: number; facts: string };
  /**
   * Counts per day, month and year (`2026-03-09`, `2026-03`, `2026`), without merged tasks and tasks in trash or spam.
   */
  report_count: {
    dimension: "team" | "agent" | "type" | "organization" | "tag";
    period: string;
    /** A team, person, type, organization or tag; empty for none. */
    item: string;
    team_id: number;
    confidential: YesNo;
    measure: string;
    n: number;
  };
  /** A single row: the time zone whose days are counted; empty before the first count. */
  report_state: { id: 1; zone: string };
};

/** A rule (features/rules). Deleted rows stay, because runs refer to them. */
type RuleTable = NamedRecord & {
  /** The order in which rules run. */
  position: number;
  enabled: Generated<YesNo>;
  /** A key of `TRIGGERS`. */
  trigger_kind: string;
  /** As in the form, such as `daily at 09:00`; empty for rules on events. */
  schedule: Generated<string>;
  /** Keys of the fields whose changes trigger it: `status,field.floor`. Empty for any. */
  changed_fields: Generated<string>;
  /** In the query language, with references in place of names (features/search/query-references). */
  query: string;
  /** Whether it only acts on tasks that didn't meet its condition before the change. */
  newly_met: Generated<YesNo>;
  /** JSON: `StoredAction[]`. */
  actions: string;
  stop_after: Generated<YesNo>;
  /** Consecutive failures. */
  failures: Generated<number>;
  /** When a schedule runs next; null for none. */
  next_at: Generated<Time | null>;
  /** The task after which its next run continues; 0 to start from the first. */
  next_task: Generated<number>;
};

/** A change that rules haven't processed yet. */
type RuleChangeTable = {
  id: Generated<number>;
  /** Random id shared by a person's change and all changes that rules make because of it. */
  chain: string;
  /** 0 for a person's change. */
  depth: number;
  /** 0 for a schedule without a task. */
  task_id: number;
  /** JSON: `Triggers` (features/rules). */
  triggers: string;
  /** The person whose change started the chain; null for the system. */
  originator_id: number | null;
  /** Rules up to this position have already run. */
  after_position: Generated<number>;
  at: Time;
};

type RuleRunTable = {
  id: Generated<number>;
  rule_id: number;
  /** The rule's name at the time. */
  rule_name: string;
  chain: string;
  depth: number;
  /** Null for a schedule without a task. */
  task_id: number | null;
  outcome: "done" | "failed" | "stopped";
  because: string;
  /** The actions it took, or why it failed. */
  did: Generated<string>;
  /** The change set of its field changes, for undo. */
  change_set_id: Generated<number | null>;
  at: Time;
};

type WebhookCallTable = {
  id: Generated<number>;
  rule_id: number;
  run_id: number;
  task_id: number | null;
  url: string;
  /** JSON. */
  body: string;
  state: "waiting" | "sent" | "failed";
  attempts: Generated<number>;
  /** The last response or failure. */
  result: Generated<string>;
  /** Null once it's settled. */
  try_at: Generated<Time | null>;
  created_at: Time;
  settled_at: Generated<Time | null>;
};

type Saved = { saved_at: Time; saved_by: number | null };

type NamedRecord = {
  id: Generated<number>;
  name: string;
  /** Words of the name as search and sorting see them (lib/search-tokens); unique among those that aren't deleted. */
  name_key: string;
  created_at: Time;
  updated_at: Time;
  /** The row stays, because clocks still refer to its versions. */
  deleted_at: Generated<Time | null>;
  version: Generated<number>;
};

type PolicyTable = NamedRecord & {
  /**
   * The order in which policies are tried. An organization's policy applies only to its tasks, and is tried first for
   * them.
   */
  position: number;
  organization_id: Generated<number | null>;
  enabled: Generated<YesNo>;
};

/** Policies are selected by their newest version. */
type PolicyVersionTable = Saved & {
  id: Generated<number>;
  policy_id: number;
  /**
   * In the query language, with references in place of names (features/search/query-references). Empty for all tasks.
   */
  query: string;
  calendar_id: number;
  /** JSON: minutes by priority and metric, such as `{"urgent":{"first":60}}`; a missing entry means no target. */
  targets: string;
};

type ClockStateTable = {
  task_id: number;
  policy_id: number | null;
  /** The number of facts it was computed from. */
  facts: number;
  /** JSON: a `ClockHistory` (service-levels/clock-rules). */
  state: string;
  /** The state of its worst clock: the value of `sla:`. */
  level: string;
  /** The earliest due time of its running clocks; a breached clock keeps its past due time. */
  due_at: Time | null;
  /** The time of the next warning or breach; null for none. */
  next_at: Time | null;
};

/** A task's clocks as of the last fact, warning or breach. */
type ClockTable = {
  task_id: number;
  metric: "first" | "next" | "resolution";
  /** Each question has its own clock. */
  ordinal: number;
  /** The latest clock of its metric, shown in lists. */
  is_current: YesNo;
  policy_id: number | null;
  state: "running" | "warning" | "paused" | "met" | "breached" | "cancelled";
  /** Milliseconds of open time. */
  target: number;
  consumed: number;
  started_at: Time;
  due_at: Time | null;
  warned_at: Time | null;
  met_at: Time | null;
  breached_at: Time | null;
  ended_at: Time | null;
  retargeted: Generated<YesNo>;
  /** When the warning and the breach were notified. */
  told_warning: Generated<Time | null>;
  told_breach: Generated<Time | null>;
};

type ReportTable = {
  id: Generated<number>;
  name: string;
  /** A preset such as `last-month`, or `2026-03-01..2026-03-31`. */
  period: string;
  grouped_by: "team" | "agent" | "type" | "organization" | "tag";
  /** In the query language, with references in place of names (features/search/query-references). */
  query: string;
  /** As in `view`. */
  scope: "personal" | "team" | "everyone";
  owner_id: number;
  team_id: number | null;
  mailed: "never" | "weekly" | "monthly";
  /** JSON: ids of agents. */
  recipients: string;
  /** When it's mailed next. */
  mail_at: Time | null;
  created_at: Time;
  updated_at: Time;
  deleted_at: Generated<Time | null>;
};

/** A single row. */
type CatalogueTable = {
  id: 1;
  /** Increases with every change of a status or type. */
  version: number;
  /** Increases with every change of a site. */
  sites: number;
  time_zone: Generated<string>;
  /** How much of a message email notifications contain: all, the first characters, or nothing. */
  notice_text: Generated<"full" | "start" | "none">;
  /** Days until links in emails expire. */
  link_days: Generated<number>;
  /** JSON: steps of the setup checklist that are skipped or checked, and whether it's hidden (features/first-run). */
  setup: Generated<string>;
  /** A new number after every change that clocks depend on (service-levels-data); 0 means there was never a policy. */
  service_levels: Generated<number>;
  /** A new number after every change of a rule (features/rules/rules-data); 0 means there was never a rule. */
  rules: Generated<number>;
  /** The account that rules act as; null until a rule runs. */
  rule_actor_id: Generated<number | null>;
};

type MailAddressTable = {
  id: Generated<number>;
  address: string;
  /** Lower case, with the domain in ASCII; unique among addresses that aren't removed. */
  address_key: string;
  team_id: number;
  /** The site whose name and links its mail carries; empty for the desk's own. */
  host: Generated<string>;
  display_name: Generated<string>;
  /** The team's mail is sent from this address. */
  is_sender: Generated<YesNo>;
  unknown_senders: "anyone" | "known_organizations" | "invited";
  way: "imap" | "listener" | "http";
  /** JSON: server, port, user and encryption (features/mail/addresses), without secrets. */
  incoming: string;
  outgoing: string;
  /** Encrypted JSON: passwords, client secret and tokens. Empty when there are none. */
  secrets: Generated<string>;
  /** JSON: settings that differ from the default. */
  options: Generated<string>;
  /** The authserv-id of the trusted server: as entered by an admin, and as detected by the setup test. */
  trusted_server: Generated<string>;
  learned_server: string | null;
  /** Whether mail to name+tag@ arrives; null until tested. */
  plus_arrives: YesNo | null;
  /** The last part of the URL that takes mail by HTTP. */
  http_key: string | null;
  /** JSON: how far its mailbox has been read (features/mail/transport); null before the first connection. */
  cursor: string | null;
  /** Why it neither fetches nor sends, as a sentence. Null while it works. */
  paused: string | null;
  paused_at: Time | null;
  /** Paused by an admin or a restore, not by a failure. */
  paused_by_admin: Generated<YesNo>;
  received_at: Time | null;
  sent_at: Time | null;
  succeeded_at: Time | null;
  /** The last failure as a sentence, and when it started; null after a success in the same direction. */
  failed_at: Time | null;
  failure: string | null;
  failed_direction: "in" | "out" | null;
  /** When admins were notified of the failure. */
  told_at: Time | null;
  /** When admins were alerted to a failure that hasn't ended; null otherwise. */
  alerted_at: Time | null;
  /** JSON: the latest setup test (features/mail/addresses/setup-test). */
  setup_test: string | null;
  /** When the running setup test ends at the latest; null when none runs. */
  testing_until: Time | null;
  created_at: Time;
  updated_at: Time;
  deleted_at: Time | null;
  version: Generated<number>;
};

type InboundMailTable = {
  id: Generated<number>;
  address_id: number;
  way: "imap" | "listener" | "http";
  /** "validity:uid" of a fetched message, so it is stored only once. */
  uid: string | null;
  envelope_from: string | null;
  envelope_to: string | null;
  /** The source, compressed; null once redacted or never kept. */
  sha256: string | null;
  /** Bytes of the source before compression. */
  size: number;
  from_name: Generated<string>;
  from_address: Generated<string>;
  subject: Generated<string>;
  message_key: string | null;
  content_hash: string | null;
  /** Our own verdict on the sender, if the receiving server gave none; null otherwise. */
  verdict: "pass" | "fail" | "none" | null;
  /** Null until processed. */
  outcome: "task" | "reply" | "automatic" | "bounce" | "duplicate" | "ignored" | "quarantined" | null;
  /** A key of the reasons in features/mail, with its detail after a colon. */
  reason: Generated<string>;
  task_id: number | null;
  message_id: number | null;
  /** The email it duplicates. */
  same_as: number | null;
  attempts: Generated<number>;
  /** The earliest time to process it; null for immediately. */
  try_at: Time | null;
  received_at: Time;
  processed_at: Time | null;
  /** When someone released it from quarantine or dismissed it. */
  handled_at: Time | null;
  handled_by: number | null;
};

type MessageEmailTable = {
  message_id: number;
  /** Null for a message we sent, and once the log is swept. */
  inbound_id: number | null;
  from_name: Generated<string>;
  from_address: Generated<string>;
  reply_to: Generated<string>;
  /** JSON: `{ to, cc }`, each a list of names and addresses. */
  recipients: string;
  subject: Generated<string>;
  /** Its Message-ID as written, without angle brackets; null if it wasn't stored. */
  mail_id: Generated<string | null>;
  /** Quotation and signature, sanitised; null for none. */
  folded_html: string | null;
  /** The Date header, if it differs from the arrival by more than a day. */
  sent_at: Time | null;
  /** Comma-separated keys: `EmailFlag` of features/mail/receiving. */
  flags: Generated<string>;
};

type OutgoingMailTable = {
  id: Generated<number>;
  /** Null: sent from the desk's first address. */
  address_id: number | null;
  task_id: number | null;
  message_id: number | null;
  /** `reply`, `acknowledgement`, `resolved`, `notification`, `sign_in`, … */
  kind: string;
  /** Its Message-ID, assigned before the first attempt, without angle brackets. */
  mail_id: string;
  /** JSON: subject and text of mail without a message. Empty once redacted or swept. */
  content: string;
  created_at: Time;
};

type DeliveryTable = {
  id: Generated<number>;
  outgoing_id: number;
  user_id: number | null;
  address: string;
  address_key: string;
  role: "to" | "cc";
  state: "held" | "queued" | "sent" | "deferred" | "failed" | "bounced";
  attempts: Generated<number>;
  /** When to try next; null once it's settled. */
  try_at: Time | null;
  first_tried_at: Time | null;
  settled_at: Time | null;
  /** Enhanced status code such as "5.1.1"; null if the server gave none. */
  status: string | null;
  /** The server's response text. */
  words: Generated<string>;
  /** A report sent to its signed envelope address says it bounced. */
  proven_bounce: Generated<YesNo>;
  dismissed_at: Time | null;
  created_at: Time;
};

/** An automatic email's template, as edited by an admin. */
type MailTemplateTable = {
  kind: string;
  /** Empty for every site. */
  host: string;
  subject: string;
  body: string;
  /** Reminders: days of waiting before one is sent; 0 turns them off. */
  days: number | null;
  version: Generated<number>;
  /** Reset to the default; can be restored. */
  deleted_at: Generated<Time | null>;
};

type SignInLinkTable = {
  /** A `LinkKind` (features/mail/links). */
  kind: Generated<string>;
  /** SHA-256 of the key in the link, hex. */
  key_hash: string;
  user_id: number;
  /** The address it was sent to; using the link confirms it. */
  address_key: string;
  /** The page it leads to. */
  path: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
};

type TeamMemberTable = {
  team_id: number;
  user_id: number;
  lead: Generated<YesNo>;
  /** When automatic assignment last gave them a task; null for never. */
  assigned_at: Generated<Time | null>;
  /** Whether new tasks of the team notify them; null for the default (features/notifications). */
  new_tasks: Generated<YesNo | null>;
};

type NotificationTable = {
  id: Generated<number>;
  user_id: number;
  /** For a bulk change, its last task. */
  task_id: number;
  message_id: number | null;
  /** Null for the system. */
  actor_id: number | null;
  /** A key of `NOTIFICATION_KINDS` (features/notifications). */
  kind: string;
  reason: string;
  /** Whether only people with agent access to the task may see it. */
  inner_only: YesNo;
  /** What changed, as displayed; may be empty. */
  details: string;
  /** Identifies a bulk change, which creates one notification per person. */
  batch: string | null;
  tasks: Generated<number>;
  at: Time;
  read_at: Time | null;
  /** When to email it; null if it won't be emailed or already has been. */
  mail_at: Generated<Time | null>;
};

type SecurityEventTable = {
  id: Generated<number>;
  /** A key of `SECURITY_KINDS` (features/security-log). */
  kind: string;
  /** Null for an unknown person and for the system. */
  actor_id: number | null;
  /** The affected person, team or task. */
  user_id: Generated<number | null>;
  team_id: Generated<number | null>;
  task_id: Generated<number | null>;
  ip: Generated<string | null>;
  /** JSON: texts by label, as of that moment. */
  details: Generated<string>;
  at: Time;
};

type ViewTable = {
  id: Generated<number>;
  name: string;
  /** In the query language, with references in place of names (features/search/query-references). */
  query: string;
  /** As in the URL; empty for the default order. */
  sort: string;
  /** Comma-separated column keys; null for the default columns. */
  columns: Generated<string | null>;
  scope: "personal" | "team" | "everyone";
  /** Its creator; only they see a personal view. */
  owner_id: number;
  team_id: number | null;
  position: number;
  created_at: Time;
  updated_at: Time;
  /** Can be restored for a day. */
  deleted_at: Generated<Time | null>;
};

type MacroTable = {
  id: Generated<number>;
  name: string;
  scope: "personal" | "team" | "everyone";
  /** Its creator; only they see a personal macro. */
  owner_id: number;
  team_id: number | null;
  /** Where its text goes; `none` has no text. */
  kind: "reply" | "note" | "none";
  /** Markdown with variables. */
  body: string;
  /** JSON: changes to the task (features/actions). */
  actions: string;
  created_at: Time;
  updated_at: Time;
  /** Can be restored for a day. */
  deleted_at: Generated<Time | null>;
};

type BulkChangeTable = {
  id: Generated<number>;
  actor_id: number;
  /** JSON: the requested changes (features/bulk); empty for an undo. */
  wanted: string;
  /** URL of the list it started from. */
  back: string;
  /** The bulk change this one undoes. */
  undoes: number | null;
  total: number;
  changed: Generated<number>;
  skipped: Generated<number>;
  created_at: Time;
  ended_at: Generated<Time | null>;
  cancelled: Generated<YesNo>;
};

type ChangeSetTable = {
  id: Generated<number>;
  task_id: number;
  actor_id: number;
  /** `fields`, `merge`, `split`, … */
  kind: string;
  /** JSON: undo data, whose shape depends on the kind. */
  inverse: string;
  created_at: Time;
  undone_at: Time | null;
  undone_by: number | null;
  /** The change set this one undid. */
  undoes: number | null;
  /** The bulk change it belongs to. */
  bulk_id: Generated<number | null>;
};

type StatusTable = {
  key: string;
  name: string;
  /** The name shown to requesters. */
  requester_name: string;
  category: "new" | "active" | "waiting" | "resolved" | "closed";
  awaits: "us" | "requester" | "third_party" | "nobody";
  pauses_resolution: YesNo;
  /** Exactly one per category. */
  is_default: YesNo;
  colour: string;
  position: number;
  enabled: Generated<YesNo>;
  /** JSON: previous names, under which history may mention it. */
  former_names: Generated<string>;
  /** Only an unused one can be deleted. The row stays, because other processes may not know yet. */
  deleted_at: Generated<Time | null>;
};

type TaskTypeTable = {
  key: string;
  name: string;
  /** Helps requesters choose. */
  description: string;
  icon: string;
  portal_visible: YesNo;
  /** Default team and priority of its tasks. */
  team_id: number | null;
  priority: number | null;
  requester_sets_priority: YesNo;
  title_template: string;
  body_template: string;
  position: number;
  enabled: Generated<YesNo>;
  /** As in `status`. */
  former_names: Generated<string>;
  deleted_at: Generated<Time | null>;
};

type CustomFieldTable = {
  key: string;
  label: string;
  help: Generated<string>;
  kind: "text" | "longtext" | "number" | "boolean" | "select" | "multiselect" | "date" | "datetime" | "user" | "url";
  /** JSON: `{ key, label, enabled }[]`. */
  options: Generated<string>;
  /** JSON: keys of task types; an empty list for all. */
  types: Generated<string>;
  visibility: Generated<"agents" | "requester_read" | "requester_write">;
  required: Generated<"never" | "create" | "resolve">;
  /** JSON: `{ field, is: "is" | "is_not" | "is_set", value? }`; `field` is another field's key, or `type`. */
  show_if: string | null;
  position: Generated<number>;
  enabled: Generated<YesNo>;
  /** As in `status`. */
  deleted_at: Generated<Time | null>;
};

type DraftTable = {
  id: Generated<number>;
  user_id: number;
  /** Null for a draft of a new task. */
  task_id: number | null;
  kind: "reply" | "note" | "task";
  body: string;
  /** JSON: the other fields of the form by name, as typed. */
  fields: Generated<string>;
  /** The task's version when the draft was last saved. */
  base_version: number | null;
  /** Key of the form it was last typed in. Submitting that form deletes the draft, even if a save arrives later. */
  request_key: string | null;
  /** Save counter of that form, so a late save doesn't overwrite a newer one. */
  revision: Generated<number>;
  shared: Generated<YesNo>;
  created_at: Time;
  updated_at: Time;
  /** Discarded by its writer; can be restored for a day. */
  deleted_at: Time | null;
};

type AttachmentTable = {
  id: Generated<number>;
  /** Null once its content was redacted. */
  sha256: string | null;
  /** Null for a draft of a new task. */
  task_id: number | null;
  /** Exactly one of `message_id` and `draft_id` is set. */
  message_id: number | null;
  draft_id: number | null;
  uploaded_by: number | null;
  name: string;
  /** The type the browser claimed; `file.type` has the detected one. */
  declared_type: string;
  size: number;
  created_at: Time;
  redacted_at: Time | null;
};

type JobTable = {
  id: Generated<number>;
  kind: string;
  /** At most one job per key; null for no limit. */
  key: string | null;
  /** JSON. */
  payload: Generated<string>;
  /** Null after too many failures. */
  run_at: Time | null;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Time;
};

type UserTable = {
  id: Generated<number>;
  name: string;
  /** Words of the name as search and sorting see them (lib/search-tokens). */
  name_key: string;
  /** Words of name and addresses, each preceded by a space; the source of `user_word`. */
  search_text: string;
  /** As entered; null for people known only from an import. */
  email: string | null;
  /** Lower case, unique. */
  email_key: string | null;
  /** When someone proved they can read mail sent to it. */
  verified_at: Generated<Time | null>;
  /** When someone else first changed how they sign in, until they dismiss the notice. */
  account_changed_at: Generated<Time | null>;
  /** When the person or an admin confirmed the address; null means it can't be used to sign in. */
  confirmed_at: Generated<Time | null>;
  role: "requester" | "agent" | "admin";
  state: "active" | "disabled" | "anonymised" | "merged";
  /** The person this duplicate was merged into. */
  merged_into: Generated<number | null>;
  /** Null if they can't sign in with a password. */
  password_hash: string | null;
  /** Key of this person in the system they were imported from. */
  external_key: string | null;
  /** JSON (users/preferences.server). */
  preferences: Generated<string>;
  organization_id: Generated<number | null>;
  /** Whether they see what their organization shares with managers. */
  org_manager: Generated<YesNo>;
  /** Tasks they have never opened count as read up to this time. */
  read_until: Generated<Time>;
  /** Whether automatic assignment gives them tasks. */
  available: Generated<YesNo>;
  /** Number of open tasks at which automatic assignment stops. */
  capacity: Generated<number>;
  /** Absence; both or neither are set. */
  absent_from: Generated<Time | null>;
  absent_until: Generated<Time | null>;
  /** Who covers for them during the absence. */
  substitute_id: Generated<number | null>;
  created_at: Time;
  updated_at: Time;
  version: number;
};

type InvitationTable = {
  user_id: number;
  /** SHA-256 of the key in the link, hex. */
  key_hash: string;
  created_by: number;
  created_at: Time;
  expires_at: Time;
};

type SessionTable = {
  /** SHA-256 of the id in the cookie, hex. */
  id_hash: string;
  user_id: number;
  created_at: Time;
  expires_at: Time;
  /** 1 if it started before cookies had the `__Host-` prefix, so a request can use the old cookie once. */
  old_cookie: Generated<number>;
  /** 1 if it started from an email link: it is valid only while its user is a requester. */
  by_link: Generated<YesNo>;
};

/** Branding for one host. */
type SiteTable = {
  /** As returned by `hostNameOf` (features/branding). */
  host: string;
  /** Empty for the name in SITE_NAMES. */
  name: string;
  /** "#1f6feb"; empty for the default. */
  colour: string;
  /** `file.sha256`; null for none. */
  logo: string | null;
  version: number;
  /** Reset by an admin; can be restored for a day. */
  deleted_at: Generated<Time | null>;
};

type TeamTable = {
  id: Generated<number>;
  name: string;
  is_default: YesNo;
  description: Generated<string>;
  /** Who has agent access to its tasks: every agent, except for confidential ones, or only members. */
  visibility: Generated<"open" | "members">;
  /** Automatic assignment of new tasks. */
  assignment: Generated<"manual" | "rotate" | "least_loaded">;
  /** An archived team keeps its tasks but takes no new ones. */
  archived_at: Generated<Time | null>;
  /** Default status after an agent's reply; `keep` leaves it unchanged. */
  after_reply: Generated<string>;
  /** Days without a reply until a resolved task closes; 0 for never. */
  auto_close_days: Generated<number>;
  /** Days after closing during which a requester's reply reopens the task. */
  reopen_days: Generated<number>;
  /** Whether an email that only says thanks leaves the status unchanged. */
  thanks_filter: Generated<YesNo>;
  /** Whether requesters see when to expect a first response. */
  shows_first_answer: Generated<YesNo>;
  version: Generated<number>;
};

type OrganizationTable = {
  id: Generated<number>;
  name: string;
  /** Words of the name as search and sorting see them (lib/search-tokens). */
  name_key: string;
  /** Who sees other members' tasks: no one, managers or all members. */
  sharing: Generated<"none" | "managers" | "members">;
  /** Only agents see it. */
  note: Generated<string>;
  /** Default team for its people's tasks. */
  team_id: Generated<number | null>;
  created_at: Time;
  updated_at: Time;
  version: Generated<number>;
};

type TaskTable = {
  /** The number people use: #1042. */
  id: Generated<number>;
  title: string;
  /** A key of `task_type`. */
  type: string;
  /** A key of `status`. */
  status: string;
  /** 1 while the status is in category new, active or waiting. */
  open: YesNo;
  /** 1 low, 2 normal, 3 high, 4 urgent: sorts and compares as a number. */
  priority: number;
  team_id: number;
  assignee_id: number | null;
  requester_id: number;
  /** The requester's organization when the task was created. */
  organization_id: Generated<number | null>;
  /** A calendar day as midnight UTC (lib/calendar-day): the same day for everyone, not a moment. */
  due_at: Time | null;
  channel: "web" | "email" | "import";
  external_key: string | null;
  reopen_count: number;
  first_responded_at: Time | null;
  resolved_at: Time | null;
  closed_at: Time | null;
  last_public_at: Time | null;
  last_requester_at: Time | null;
  last_agent_at: Time | null;
  created_by: number | null;
  /** Only the team's members, the assignee and admins have agent access. */
  confidential: Generated<YesNo>;
  /** When the snooze ends. Set only while the status is in category waiting. */
  snoozed_until: Time | null;
  /** The calendar day it was snoozed until, as midnight UTC. Read it with `snoozeDayOf`. */
  snooze_day: Generated<Time | null>;
  parent_id: number | null;
  /** The task this one was merged into; its number redirects there. */
  merged_into: number | null;
  /** Hidden except in its own list. Of a permanently deleted task only the number remains. When set, `open` is 0. */
  put_away: "trash" | "spam" | "deleted" | null;
  put_away_at: Time | null;
  rating: "good" | "bad" | null;
  rating_comment: string | null;
  rated_at: Time | null;
  /** Who rated it; the requester may have changed since. */
  rated_by: number | null;
  created_at: Time;
  updated_at: Time;
  /** Incremented by every change; forms send the version they were rendered from. */
  version: number;
};

type MessageTable = {
  id: Generated<number>;
  task_id: number;
  /** Null for the system. */
  author_id: number | null;
  kind: "public" | "internal";
  side: "requester" | "agent" | "system";
  /** Markdown as typed. */
  body: string;
  /** Safe HTML, rendered once from `body`. */
  body_html: string;
  /** Plain text, for search and previews. */
  body_text: string;
  channel: "web" | "email" | "import";
  /** When it was written, or when an agent's held reply was sent. */
  created_at: Time;
  /** Held until then: its author can withdraw it and only people with agent access see it. Null once sent. */
  send_after: Time | null;
  /** Held messages: the status to set on sending, or `keep`. */
  send_status: string | null;
  /** Held messages: the task's status at the time. If it has changed, sending leaves it alone. */
  send_from: string | null;
  /** Held messages: token of the intended readers (conversation/sending/recipients.server). */
  send_readers: Generated<string | null>;
  edited_at: Time | null;
  redacted_at: Time | null;
  /** The task that a split copied it into. */
  split_into: number | null;
  /** The original of a copy that a split created, even after further splits. */
  copy_of: number | null;
  /** Descriptions: the person the task is for, who may be its author. */
  on_behalf_of: Generated<number | null>;
  /** Sent by a rule, so it doesn't count as a response. */
  automated: Generated<YesNo>;
};

type EventTable = {
  id: Generated<number>;
  task_id: number;
  /** Null for the system. */
  actor_id: number | null;
  via: "web" | "email" | "import" | "system" | "rule";
  kind: "created" | "changed" | "replied" | "noted";
  /**
   * The changed field if `kind` is `changed`: title, status, priority, assignee, requester, tags, due, team, type, …
   */
  field: string | null;
  /** As displayed (a name, not an id), so history stays true after renames. */
  old_value: string | null;
  new_value: string | null;
  message_id: number | null;
  /** The change set it belongs to, which is undone as a whole. */
  change_set_id: number | null;
  /** Key of the imported row, so importing it again adds nothing. */
  external_key: string | null;
  /** The rule run that created it. */
  rule_run_id: Generated<number | null>;
  at: Time;
};

type RequestKeyTable = {
  user_id: number;
  /** Random, created with the form. */
  key: string;
  /** Id of what the first request created. */
  result_id: number;
  /** SHA-256 of the submitted text; null for forms without one and forms from older versions. */
  text_hash: string | null;
  created_at: Time;
};
