import type { Generated, Kysely } from "kysely";

/** The database, or a transaction on it; every query function takes one as its first argument. */
export type Db = Kysely<Database>;

/** UTC milliseconds since 1970. */
type Time = number;
type YesNo = 0 | 1;

export type Database = {
  user: UserTable;
  session: SessionTable;
  team: TeamTable;
  task: TaskTable;
  task_tag: { task_id: number; tag: string };
  message: MessageTable;
  event: EventTable;
  request_key: RequestKeyTable;
  rate_limit: { key: string; points: number; expire: number | null };
  task_search: { task_id: number; document: string };
};

type UserTable = {
  id: Generated<number>;
  name: string;
  /** Words of the name as search and sorting see them (lib/search-text). */
  name_key: string;
  /** Words of name and address, each with a blank in front: what people are found by. */
  search_text: string;
  /** As given; null for people known only from an import. */
  email: string | null;
  /** Lower case, unique. */
  email_key: string | null;
  role: "requester" | "agent" | "admin";
  state: "active" | "disabled";
  /** Null: cannot sign in with a password. */
  password_hash: string | null;
  /** Key of this person in the system they were imported from. */
  external_key: string | null;
  created_at: Time;
  updated_at: Time;
  version: number;
};

type SessionTable = {
  /** SHA-256 of the id in the cookie, hex. */
  id_hash: string;
  user_id: number;
  created_at: Time;
  expires_at: Time;
};

type TeamTable = { id: Generated<number>; name: string; is_default: YesNo };

type TaskTable = {
  /** The number people use: #1042. */
  id: Generated<number>;
  title: string;
  type: string;
  /** A key of `STATUSES` (features/tasks/task-words). */
  status: string;
  /** 1 while the status is in category new, active or waiting. */
  open: YesNo;
  /** 1 low, 2 normal, 3 high, 4 urgent: sorts and compares as a number. */
  priority: number;
  team_id: number;
  assignee_id: number | null;
  requester_id: number;
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
  channel: "web" | "import";
  created_at: Time;
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
  created_at: Time;
};
