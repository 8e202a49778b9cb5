import type { Generated, Kysely } from "kysely";

/** The database, or a transaction on it; every query function takes one as its first argument. */
export type Db = Kysely<Database>;

/** UTC milliseconds since 1970. */
type Time = number;
type YesNo = 0 | 1;

export type Database = {
  user: UserTable;
  /** Addresses beside the one that stands in `user`; unique with those. */
  user_address: {
    email_key: string;
    email: string;
    user_id: number;
    verified_at: Time | null;
    /** As in `user`. */
    confirmed_at: Generated<Time | null>;
    created_at: Time;
  };
  /** What people are found by: their `search_text` from each of its words on. Triggers keep it. */
  user_word: { words: string; user_id: number };
  invitation: InvitationTable;
  session: SessionTable;
  team: TeamTable;
  organization: OrganizationTable;
  /** Whoever writes from an address of this domain belongs to it. */
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
  /** People who receive public messages and may see the task on the requester's side (cc). */
  participant: { task_id: number; user_id: number; added_at: Time; address: Generated<string | null> };
  /** People with agent access who follow the task. */
  watcher: { task_id: number; user_id: number; added_at: Time };
  /** `task_id` *kind* `other_id`: #7 duplicate_of #3. `relates` stands once, with the smaller number as `task_id`. */
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
  /** One row; `version` grows whenever a status or a type changes, `sites` with every change of a site. */
  catalogue: { id: 1; version: number; sites: number; time_zone: Generated<string> };
  site: SiteTable;
  status: StatusTable;
  task_type: TaskTypeTable;
  custom_field: CustomFieldTable;
  /** Values as text: of a multiselect a JSON list of option keys, of a date `2026-03-09`, of a boolean 1 or 0, of a user the id. */
  task_field: { task_id: number; key: string; value: string };
  draft: DraftTable;
  /** What lies in the file store, once by content. */
  file: { sha256: string; size: number; type: string; width: number | null; height: number | null; created_at: Time };
  attachment: AttachmentTable;
  /**
   * A form that was sent after its writer's session had ended: kept until they have signed in. `address` is the path of
   * its page; `form` is JSON, texts by name; `files` is JSON, the names of files that were not kept.
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
  /** What somebody has seen of a task: up to `seen_until`, by the times of its history; null once they marked it unread. */
  task_seen: { user_id: number; task_id: number; seen_until: Time | null; viewed_at: Time };
  notification: NotificationTable;
  /** How loud somebody is told of one kind of event, where that is not what is usual. */
  notification_level: { user_id: number; kind: string; level: "off" | "in_app" };
  /** Who wants to hear of a task only when they are mentioned or it is given to them. */
  task_mute: { task_id: number; user_id: number };
  job: JobTable;
  security_event: SecurityEventTable;
  view: ViewTable;
  macro: MacroTable;
  bulk_change: BulkChangeTable;
  /** A task that a bulk change is about; `outcome` null until it is its turn, `reason` why it was skipped. */
  bulk_task: {
    bulk_id: number;
    task_id: number;
    outcome: "changed" | "skipped" | null;
    reason: string | null;
    change_set_id: number | null;
  };
};

type TeamMemberTable = {
  team_id: number;
  user_id: number;
  lead: Generated<YesNo>;
  /** When they last got a task of a team that hands its tasks out by itself; null for never. */
  assigned_at: Generated<Time | null>;
  /** Whether they are told of its new tasks; null for what is usual (features/tasks/notifications). */
  new_tasks: Generated<YesNo | null>;
};

type NotificationTable = {
  id: Generated<number>;
  /** Who is told. */
  user_id: number;
  /** What about; of a change of many tasks, the last of them. */
  task_id: number;
  message_id: number | null;
  /** Null: done by the product itself. */
  actor_id: number | null;
  /** A key of `NOTIFICATION_KINDS` (features/tasks/notifications). */
  kind: string;
  reason: string;
  /** It is for those alone who work on the task. */
  inner_only: YesNo;
  /** What changed, as people read it; empty for what needs no more words. */
  details: string;
  /** What many tasks were changed by; of one such change there is one for each person. */
  batch: string | null;
  /** How many tasks it is about. */
  tasks: Generated<number>;
  at: Time;
  read_at: Time | null;
};

type SecurityEventTable = {
  id: Generated<number>;
  /** A key of `SECURITY_KINDS` (features/security-log). */
  kind: string;
  /** Who did it; null for nobody we know, and for the product itself. */
  actor_id: number | null;
  /** To whom, or to what. */
  user_id: Generated<number | null>;
  team_id: Generated<number | null>;
  task_id: Generated<number | null>;
  /** The network address of the browser. */
  ip: Generated<string | null>;
  /** JSON: texts by name, as they were then. */
  details: Generated<string>;
  at: Time;
};

type ViewTable = {
  id: Generated<number>;
  name: string;
  /** In the query language, with references in place of names (features/search/query-references). */
  query: string;
  /** As in an address; empty for the usual order. */
  sort: string;
  /** Keys of its columns, with a comma between them; null for the usual ones. */
  columns: Generated<string | null>;
  scope: "personal" | "team" | "everyone";
  /** Who made it; a personal one is theirs alone. */
  owner_id: number;
  team_id: number | null;
  position: number;
  created_at: Time;
  updated_at: Time;
  /** Can be brought back for a day. */
  deleted_at: Generated<Time | null>;
};

type MacroTable = {
  id: Generated<number>;
  name: string;
  scope: "personal" | "team" | "everyone";
  /** Who made it; a personal one is theirs alone. */
  owner_id: number;
  team_id: number | null;
  /** What its text becomes; `none` has no text. */
  kind: "reply" | "note" | "none";
  /** Markdown with variables. */
  body: string;
  /** JSON: what becomes of the task (features/tasks/actions). */
  actions: string;
  created_at: Time;
  updated_at: Time;
  /** Can be brought back for a day. */
  deleted_at: Generated<Time | null>;
};

type BulkChangeTable = {
  id: Generated<number>;
  actor_id: number;
  /** JSON: what is wanted of each task (features/bulk); of one that takes another back, nothing. */
  wanted: string;
  /** Address of the list it was made from. */
  back: string;
  /** The bulk change that this one takes back. */
  undoes: number | null;
  /** How many tasks it is about, and how many of them are done with. */
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
  /** What was done: `fields`, `merge`, `split`, … */
  kind: string;
  /** JSON: what takes the change back. Its shape belongs to the kind. */
  inverse: string;
  created_at: Time;
  undone_at: Time | null;
  undone_by: number | null;
  /** The change set that this one took back. */
  undoes: number | null;
  /** The bulk change it is a part of. */
  bulk_id: Generated<number | null>;
};

type StatusTable = {
  key: string;
  /** What agents call it, and what requesters are told. */
  name: string;
  requester_name: string;
  category: "new" | "active" | "waiting" | "resolved" | "closed";
  awaits: "us" | "requester" | "third_party" | "nobody";
  pauses_resolution: YesNo;
  /** Exactly one of each category. */
  is_default: YesNo;
  colour: string;
  position: number;
  enabled: Generated<YesNo>;
  /** JSON: what it was called before; history tells of it by those names. */
  former_names: Generated<string>;
  /** Nobody ever used it: it is shown nowhere, but stays known to whoever has not heard of that yet. */
  deleted_at: Generated<Time | null>;
};

type TaskTypeTable = {
  key: string;
  name: string;
  /** For requesters, who choose by it. */
  description: string;
  icon: string;
  portal_visible: YesNo;
  /** Where its tasks go, and how urgent they are, unless somebody chooses otherwise. */
  team_id: number | null;
  priority: number | null;
  requester_sets_priority: YesNo;
  title_template: string;
  body_template: string;
  position: number;
  enabled: Generated<YesNo>;
  /** As of a status. */
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
  /** JSON: keys of task types; empty for all. */
  types: Generated<string>;
  visibility: Generated<"agents" | "requester_read" | "requester_write">;
  required: Generated<"never" | "create" | "resolve">;
  /** JSON: `{ field, is: "is" | "is_not" | "is_set", value? }`; `field` is the key of another one, or `type`. */
  show_if: string | null;
  position: Generated<number>;
  enabled: Generated<YesNo>;
  /** As of a status. */
  deleted_at: Generated<Time | null>;
};

type DraftTable = {
  id: Generated<number>;
  user_id: number;
  /** Null: a task that is not made yet. */
  task_id: number | null;
  kind: "reply" | "note" | "task";
  body: string;
  /** JSON: the other fields of the form by name, as typed. */
  fields: Generated<string>;
  /** Version of the task when the draft was last written. */
  base_version: number | null;
  /** Of the form it was last typed in: what that form sends, or has sent, makes the draft needless. */
  request_key: string | null;
  /** Counts the savings of that form, so that one that comes late overwrites nothing. */
  revision: Generated<number>;
  shared: Generated<YesNo>;
  created_at: Time;
  updated_at: Time;
  /** Thrown away by its writer; can be taken back for a day. */
  deleted_at: Time | null;
};

type AttachmentTable = {
  id: Generated<number>;
  /** Null once its content was redacted. */
  sha256: string | null;
  /** Null for a draft of a new task. */
  task_id: number | null;
  /** Exactly one of message and draft. */
  message_id: number | null;
  draft_id: number | null;
  uploaded_by: number | null;
  name: string;
  /** What the browser said it is. What it is stands in `file.type`. */
  declared_type: string;
  size: number;
  created_at: Time;
  redacted_at: Time | null;
};

type JobTable = {
  id: Generated<number>;
  kind: string;
  /** Two jobs of one key are one; null for no such rule. */
  key: string | null;
  /** JSON. */
  payload: Generated<string>;
  /** Null: given up after too many failures. */
  run_at: Time | null;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Time;
};

type UserTable = {
  id: Generated<number>;
  name: string;
  /** Words of the name as search and sorting see them (lib/search-text). */
  name_key: string;
  /** Words of name and addresses, each with a blank in front; `user_word` follows from it. */
  search_text: string;
  /** As given; null for people known only from an import. */
  email: string | null;
  /** Lower case, unique. */
  email_key: string | null;
  /** When somebody has proved to be who reads mail to it. */
  verified_at: Generated<Time | null>;
  /** When someone else first changed how they sign in, until they dismiss the notice. */
  account_changed_at: Generated<Time | null>;
  /** When it was confirmed, so that it can sign in; null while neither the person nor an admin has confirmed it. */
  confirmed_at: Generated<Time | null>;
  role: "requester" | "agent" | "admin";
  state: "active" | "disabled" | "anonymised" | "merged";
  /** Who they are now, of two who were one: only their number and the log still know of them. */
  merged_into: Generated<number | null>;
  /** Null: cannot sign in with a password. */
  password_hash: string | null;
  /** Key of this person in the system they were imported from. */
  external_key: string | null;
  /** JSON: what this person has chosen for themselves (users/preferences.server). */
  preferences: Generated<string>;
  organization_id: Generated<number | null>;
  /** Sees what their organization shares with its managers. */
  org_manager: Generated<YesNo>;
  /** Tasks they have never opened count as read up to here. */
  read_until: Generated<Time>;
  /** Whether teams that hand out their tasks by themselves give them any. */
  available: Generated<YesNo>;
  /** With so many open tasks they get no more by themselves. */
  capacity: Generated<number>;
  /** Away from the one time until the other; both or neither. */
  absent_from: Generated<Time | null>;
  absent_until: Generated<Time | null>;
  /** Who stands in meanwhile. */
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
  /** 1: began before its cookie had the prefix `__Host-`, so a request can use the old cookie once. */
  old_cookie: Generated<number>;
};

/** How the desk looks on one host. */
type SiteTable = {
  /** As `hostNameOf` writes it (features/branding). */
  host: string;
  /** Empty: what SITE_NAMES says. */
  name: string;
  /** "#1f6feb"; empty for the product's own. */
  colour: string;
  /** The `sha256` of its file; null for none. */
  logo: string | null;
  version: number;
  /** Reset by an admin; can be taken back for a day. */
  deleted_at: Generated<Time | null>;
};

type TeamTable = {
  id: Generated<number>;
  name: string;
  is_default: YesNo;
  description: Generated<string>;
  /** `open`: every agent works on its tasks, but for confidential ones; `members`: those who belong to it. */
  visibility: Generated<"open" | "members">;
  /** Who gets its new tasks when nobody says so. */
  assignment: Generated<"manual" | "rotate" | "least_loaded">;
  /** It takes no new tasks; those it has stay. */
  archived_at: Generated<Time | null>;
  /** The status an agent's reply sets unless they choose another; `keep` leaves it. */
  after_reply: Generated<string>;
  /** Resolved tasks are closed after so many days without an answer; 0 never. */
  auto_close_days: Generated<number>;
  /** How long after closing an answer of the requester opens the task again. */
  reopen_days: Generated<number>;
  version: Generated<number>;
};

type OrganizationTable = {
  id: Generated<number>;
  name: string;
  /** Words of the name as search and sorting see them (lib/search-text). */
  name_key: string;
  /** Whose tasks its people see beside their own: nobody's, every member's if they are a manager, every member's. */
  sharing: Generated<"none" | "managers" | "members">;
  /** For agents. */
  note: Generated<string>;
  /** Where tasks of its people go unless something else says so. */
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
  /** That of the requester when the task was made. */
  organization_id: Generated<number | null>;
  /** A calendar day as midnight UTC (lib/calendar-day): the same day for everyone, not a moment. */
  due_at: Time | null;
  channel: "web" | "import";
  external_key: string | null;
  reopen_count: number;
  first_responded_at: Time | null;
  resolved_at: Time | null;
  closed_at: Time | null;
  last_public_at: Time | null;
  last_requester_at: Time | null;
  last_agent_at: Time | null;
  created_by: number | null;
  /** Agent access only for the team's members, the assignee and admins. */
  confidential: Generated<YesNo>;
  /** When it wakes. Only while the status is in category waiting. */
  snoozed_until: Time | null;
  /** The calendar day it was snoozed until, as midnight UTC. Read it with `snoozeDayOf`. */
  snooze_day: Generated<Time | null>;
  parent_id: number | null;
  /** The task that took this one in; its number leads there. */
  merged_into: number | null;
  /** Why nobody finds it but who looks there; of one that was deleted for good the number remains. Then `open` is 0. */
  put_away: "trash" | "spam" | "deleted" | null;
  put_away_at: Time | null;
  rating: "good" | "bad" | null;
  rating_comment: string | null;
  rated_at: Time | null;
  /** Whose rating it is: the task may have got another requester since. */
  rated_by: number | null;
  created_at: Time;
  updated_at: Time;
  /** Increased by every change; a form says which one it was rendered from. */
  version: number;
};

type MessageTable = {
  id: Generated<number>;
  task_id: number;
  /** Null: written by the system. */
  author_id: number | null;
  kind: "public" | "internal";
  side: "requester" | "agent" | "system";
  /** Markdown as typed. */
  body: string;
  /** Safe HTML, rendered once from `body`. */
  body_html: string;
  /** Its words without marks: what search and previews read. */
  body_text: string;
  channel: "web" | "import";
  /** When it was written; of an agent's reply, when it was sent: until then it is held. */
  created_at: Time;
  /** Not null: held until then, its author may withdraw it, and nobody without agent access learns of it. */
  send_after: Time | null;
  /** Of a held message: the status the task takes when it is sent (or `keep`). */
  send_status: string | null;
  /** Of a held message: the status it found. From another one it does not move the task. */
  send_from: string | null;
  /** Token of the readers a held message was meant for (tasks/sending/readers.server). */
  send_readers: Generated<string | null>;
  edited_at: Time | null;
  redacted_at: Time | null;
  /** The task a copy of it was split into. */
  split_into: number | null;
  /** Of a copy that a split made: the message it was first, whatever was split again since. */
  copy_of: number | null;
  /** Of a description: whom the task was for, who may be its author. */
  on_behalf_of: Generated<number | null>;
};

type EventTable = {
  id: Generated<number>;
  task_id: number;
  /** Null: done by the system. */
  actor_id: number | null;
  via: "web" | "import" | "system";
  kind: "created" | "changed" | "replied" | "noted";
  /** What changed, when `kind` is `changed`: title, status, priority, assignee, requester, tags, due, team, type, … */
  field: string | null;
  /** As people read it (a name, not an id), so that history stays true when things are renamed. */
  old_value: string | null;
  new_value: string | null;
  message_id: number | null;
  /** The change it is a part of: what can be undone as one. */
  change_set_id: number | null;
  /** Key of the imported row, so that importing again adds nothing. */
  external_key: string | null;
  at: Time;
};

type RequestKeyTable = {
  user_id: number;
  /** Random, made with the form. */
  key: string;
  /** Id of what the first request made. */
  result_id: number;
  /** SHA-256 of what its writer wrote; null for a form without a text, and for those of older versions. */
  text_hash: string | null;
  created_at: Time;
};
