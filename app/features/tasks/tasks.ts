import * as say from "./tasks-copy";

/** Items per task, characters per item. */
export const CHECKLIST_LIMITS = { items: 50, text: 200 } as const;

/** Buttons beside a checklist item. The form sends the verb as the name and the item's id as the value. */
export const ITEM_VERBS = ["tick", "untick", "remove", "up", "down"] as const;
export type ItemVerb = (typeof ITEM_VERBS)[number];

export type ChecklistItem = {
  id: number;
  text: string;
  /** Who ticked it and when, in UTC milliseconds; null while open. */
  done: { by: string; at: number } | null;
};

/** Browser and server share these terms and limits, so nothing here imports a library. */

export const CATEGORIES = ["new", "active", "waiting", "resolved", "closed"] as const;
/** How the product treats a status; its name is only a label. */
export type Category = (typeof CATEGORIES)[number];

export const AWAITED = ["us", "requester", "third_party", "nobody"] as const;

/** A status as admins define it (features/catalogue). The browser gets only the fields it displays. */
export type Status = {
  key: string;
  name: string;
  requesterName: string;
  category: Category;
  /** Who has to act next. */
  awaits: (typeof AWAITED)[number];
  /** Tasks that enter the category automatically get this status. */
  isDefault: boolean;
  /** Colour of the mark, whose shape comes from the category. Empty for the category's colour. */
  colour: string;
  /** When false, tasks in this status keep it and others can't choose it. */
  enabled: boolean;
  /** Earlier names, which history entries still use. */
  formerNames?: readonly string[];
  /** Deleted, but a process with an old cache may have set it on a task since. */
  deleted?: true;
};

export type StatusKey = string;

type TaskType = {
  key: string;
  name: string;
  /** Requesters can choose it. */
  portal: boolean;
  enabled: boolean;
};

export type TypeKey = string;

/** Statuses and types, each in display order. */
export type Catalogue = { statuses: readonly Status[]; types: readonly TaskType[] };

const shipped = (
  key: string,
  [name, requesterName]: [string, string],
  category: Category,
  awaits: Status["awaits"],
  isDefault = true,
): Status => ({ key, name, requesterName, category, awaits, isDefault, colour: "", enabled: true });

/** The catalogue of a new desk; server and browser use it until an admin changes it. */
export const SHIPPED: Catalogue = {
  statuses: [
    shipped("new", [say.statusNew, say.statusReceived], "new", "us"),
    shipped("in_progress", [say.statusInProgress, say.statusInProgress], "active", "us"),
    shipped("waiting_requester", [say.statusWaiting, say.statusWaitingForYou], "waiting", "requester"),
    shipped("on_hold", [say.statusOnHold, say.statusOnHold], "waiting", "third_party", false),
    shipped("resolved", [say.statusResolved, say.statusResolved], "resolved", "nobody"),
    shipped("closed", [say.statusClosed, say.statusClosed], "closed", "nobody"),
    shipped("cancelled", [say.statusCancelled, say.statusCancelled], "closed", "nobody", false),
  ],
  types: [
    { key: "incident", name: say.typeIncident, portal: true, enabled: true },
    { key: "request", name: say.typeRequest, portal: true, enabled: true },
    { key: "question", name: say.typeQuestion, portal: true, enabled: true },
    { key: "task", name: say.typeTask, portal: false, enabled: true },
  ],
};

let known = SHIPPED;
let byKey = new Map<string, Status>();
let defaults = new Map<Category, StatusKey>();

/** Sets the catalogue: from the database on the server, from the page in the browser. */
export function setCatalogue(catalogue: Catalogue) {
  known = { ...catalogue, statuses: catalogue.statuses.filter(({ deleted }) => !deleted) };
  byKey = new Map(catalogue.statuses.map((status) => [status.key, status]));
  defaults = new Map(catalogue.statuses.flatMap((one) => (one.isDefault ? [[one.category, one.key]] : [])));
}
setCatalogue(SHIPPED);

/** All statuses, including retired ones but not deleted ones. */
export const statuses = () => known.statuses;

export const offeredStatuses = () => known.statuses.filter((status) => status.enabled);

/** Statuses that have or had this name. */
export const statusesEverNamed = (name: string) =>
  known.statuses.filter((status) => status.name === name || status.formerNames?.includes(name));

export const OPEN_CATEGORIES: readonly Category[] = ["new", "active", "waiting"];

/** Returns the status. Throws on an unknown key: that's a damaged row, not a user error. */
export function statusOf(key: string): Status {
  const status = byKey.get(key);
  if (!status) throw new Error(`There is no status "${key}".`);
  return status;
}

export const isStatusKey = (key: string): key is StatusKey => byKey.has(key);

export const isOpen = (key: string) => OPEN_CATEGORIES.includes(statusOf(key).category);

/** The status a task gets when it enters a category automatically. */
export const defaultOf = (category: Category): StatusKey => defaults.get(category) as StatusKey;

export const types = () => known.types;

/** Whether a browser gets this type: requesters get only types they can choose. */
export const isTypeSentTo = (agent: boolean, { portal, enabled }: TaskType) => agent || (portal && enabled);

export const offeredTypes = () => known.types.filter((type) => type.enabled);

export const isTypeKey = (key: string): key is TypeKey => known.types.some((type) => type.key === key);

/** A type's name; the key itself if the type is unknown. */
export const typeName = (key: string) => known.types.find((type) => type.key === key)?.name ?? key;

/** The type of a task created without one. */
export const defaultType = (): TypeKey => offeredTypes()[0]?.key ?? known.types[0]?.key ?? "";

/** Priorities, lowest first. The database stores the rank, which sorts and compares as a number. */
export const PRIORITIES = [
  { rank: 1, key: "low", name: say.low },
  { rank: 2, key: "normal", name: say.normal },
  { rank: 3, key: "high", name: say.high },
  { rank: 4, key: "urgent", name: say.urgent },
] as const;

export type PriorityKey = (typeof PRIORITIES)[number]["key"];
export const PRIORITY_KEYS = PRIORITIES.map((priority) => priority.key);
export const DEFAULT_PRIORITY: PriorityKey = "normal";

export function priorityOf(rank: number): (typeof PRIORITIES)[number] {
  const priority = PRIORITIES.find((one) => one.rank === rank);
  if (!priority) throw new Error(`There is no priority of rank ${rank}.`);
  return priority;
}

export const rankOf = (key: PriorityKey) => PRIORITIES.findIndex((priority) => priority.key === key) + 1;

/** `field` of an imported event of which only the person and time are known. */
export const UPDATE_FIELD = "update";

/** Lengths in code points, counts, and rates per hour. */
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

/** Lower-case letters, digits and four symbols. Also used as an HTML `pattern`, so it has no flags. */
export const TAG_PATTERN = "[\\p{Ll}\\p{Lo}\\p{N}\\-_\\/.]+";

/** The meaning of the confidential mark, and who can remove it. */
export const CONFIDENTIAL = {
  works: say.onlyTeamHasAccess,
  unmarks: say.onlyLeadsRemoveMark,
} as const;

/** A request as a person in copy or a colleague sees it; `name` is the requester's. */
export type RequestOf = { name: string; inCopy: boolean };

export const whoseRequest = ({ name, inCopy }: RequestOf) => (inCopy ? say.inCopyOf(name) : say.requestOf(name));
