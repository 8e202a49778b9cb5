/** Words and limits of tasks that browser and server share. Nothing here needs a library. */

export const CATEGORIES = ["new", "active", "waiting", "resolved", "closed"] as const;
/** What a status means for the product; its name is only a label. */
export type Category = (typeof CATEGORIES)[number];

/** Shipped statuses, in the order people choose from. The first of a category is its default. */
export const STATUSES = [
  { key: "new", name: "New", requesterName: "Received", category: "new", awaits: "us" },
  { key: "in_progress", name: "In progress", requesterName: "In progress", category: "active", awaits: "us" },
  {
    key: "waiting_requester",
    name: "Waiting for requester",
    requesterName: "Waiting for your reply",
    category: "waiting",
    awaits: "requester",
  },
  { key: "on_hold", name: "On hold", requesterName: "On hold", category: "waiting", awaits: "third_party" },
  { key: "resolved", name: "Resolved", requesterName: "Resolved", category: "resolved", awaits: "nobody" },
  { key: "closed", name: "Closed", requesterName: "Closed", category: "closed", awaits: "nobody" },
  { key: "cancelled", name: "Cancelled", requesterName: "Cancelled", category: "closed", awaits: "nobody" },
] as const satisfies readonly {
  key: string;
  name: string;
  requesterName: string;
  category: Category;
  awaits: "us" | "requester" | "third_party" | "nobody";
}[];

export type Status = (typeof STATUSES)[number];
export type StatusKey = Status["key"];
export const STATUS_KEYS = STATUSES.map((status) => status.key);

/** The category a task is open in: somebody still has to do something. */
export const OPEN_CATEGORIES: readonly Category[] = ["new", "active", "waiting"];

const byKey = new Map<string, Status>(STATUSES.map((status) => [status.key, status]));

/** The status of that key. Throws for a key nobody shipped: a damaged row, not a person's mistake. */
export function statusOf(key: string): Status {
  const status = byKey.get(key);
  if (!status) throw new Error(`There is no status "${key}".`);
  return status;
}

export const isStatusKey = (key: string): key is StatusKey => byKey.has(key);

export const isOpen = (key: string) => OPEN_CATEGORIES.includes(statusOf(key).category);

/** Kinds of tasks. Requesters are offered those of the portal. */
export const TYPES = [
  { key: "incident", name: "Incident", description: "Something that worked does not work any more.", portal: true },
  { key: "request", name: "Request", description: "Something new is wanted.", portal: true },
  { key: "question", name: "Question", description: "Something is to be explained.", portal: true },
  { key: "task", name: "Task", description: "Work of our own that nobody asked for.", portal: false },
] as const;

export type TypeKey = (typeof TYPES)[number]["key"];
export const TYPE_KEYS = TYPES.map((type) => type.key);
export const DEFAULT_TYPE: TypeKey = "incident";

/** The name of a type; the key itself where nobody shipped it. */
export const typeName = (key: string) => TYPES.find((type) => type.key === key)?.name ?? key;

/** Priorities by rank, lowest first; the rank is stored, because it sorts and compares as a number. */
export const PRIORITIES = [
  { rank: 1, key: "low", name: "Low" },
  { rank: 2, key: "normal", name: "Normal" },
  { rank: 3, key: "high", name: "High" },
  { rank: 4, key: "urgent", name: "Urgent" },
] as const;

export type PriorityKey = (typeof PRIORITIES)[number]["key"];
export const PRIORITY_KEYS = PRIORITIES.map((priority) => priority.key);
export const DEFAULT_PRIORITY: PriorityKey = "normal";

/** The priority of that rank. Throws for a rank nobody shipped. */
export function priorityOf(rank: number): (typeof PRIORITIES)[number] {
  const priority = PRIORITIES.find((one) => one.rank === rank);
  if (!priority) throw new Error(`There is no priority of rank ${rank}.`);
  return priority;
}

export const rankOf = (key: PriorityKey) => PRIORITIES.findIndex((priority) => priority.key === key) + 1;

/** `field` of an event that changed nothing history shows: an imported row of which only who and when is known. */
export const UPDATE_FIELD = "update";

/** Lengths in code points, numbers of things, things an hour. */
export const TASK_LIMITS = {
  title: 200,
  message: 65_536,
  tags: 20,
  tag: 40,
  participants: 20,
  attachments: 100,
  createdPerHour: 30,
  messagesPerHour: 60,
} as const;

/** Lower-case letters, digits and four signs. For HTML `pattern` too, which is why it has no flags. */
export const TAG_PATTERN = "[\\p{Ll}\\p{Lo}\\p{N}\\-_\\/.]+";

/** What the mark of a confidential task means, and that not everybody who sets it can take it away. */
export const CONFIDENTIAL = {
  works: "Only the team, the assignee and admins work on it.",
  unmarks: "Only a lead of the team or an admin can take this away again.",
} as const;

/** Whose request a task is, to somebody else on the requester's side: in copy of it, or a colleague. */
export type RequestOf = { name: string; inCopy: boolean };

export const whoseRequest = ({ name, inCopy }: RequestOf) => (inCopy ? `in copy of ${name}` : `request of ${name}`);
