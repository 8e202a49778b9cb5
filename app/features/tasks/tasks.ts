import * as say from "./tasks-copy";

/** Items of one task, characters of one item. */
export const CHECKLIST_LIMITS = { items: 50, text: 200 } as const;

/** What a button beside an item does; the form sends its name with the id of the item. */
export const ITEM_VERBS = ["tick", "untick", "remove", "up", "down"] as const;
export type ItemVerb = (typeof ITEM_VERBS)[number];

export type ChecklistItem = {
  id: number;
  text: string;
  /** Who ticked it and when, UTC milliseconds; null while it is to be done. */
  done: { by: string; at: number } | null;
};

/** Words and limits of tasks that browser and server share. Nothing here needs a library. */

export const CATEGORIES = ["new", "active", "waiting", "resolved", "closed"] as const;
/** What a status means for the product; its name is only a label. */
export type Category = (typeof CATEGORIES)[number];

export const AWAITED = ["us", "requester", "third_party", "nobody"] as const;

/** A status as admins keep it (features/catalogue); of what is not shown anywhere the browser knows nothing. */
export type Status = {
  key: string;
  name: string;
  requesterName: string;
  category: Category;
  /** Who has to act. */
  awaits: (typeof AWAITED)[number];
  /** The one that a task takes which comes into the category by itself. */
  isDefault: boolean;
  /** What its mark looks like beside its shape, which is the category's; empty for the colour of that. */
  colour: string;
  /** Tasks that have it keep it; others are not offered it. */
  enabled: boolean;
  /** What it was called before; history tells of it by those names. */
  formerNames?: readonly string[];
  /** There is none of that key any more, but whoever had not heard of it may have given it to a task. */
  deleted?: true;
};

export type StatusKey = string;

/** A kind of tasks. */
type TaskType = {
  key: string;
  name: string;
  /** Requesters are offered it. */
  portal: boolean;
  enabled: boolean;
};

export type TypeKey = string;

/** What tasks can be, in the order people choose from. */
export type Catalogue = { statuses: readonly Status[]; types: readonly TaskType[] };

const shipped = (
  key: string,
  [name, requesterName]: [string, string],
  category: Category,
  awaits: Status["awaits"],
  isDefault = true,
): Status => ({ key, name, requesterName, category, awaits, isDefault, colour: "", enabled: true });

/** What every desk begins with, and what both sides go by until an admin has changed it. */
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

/** From now on statuses and types are these: on the server what the database has, in the browser what came with the page. */
export function learnCatalogue(catalogue: Catalogue) {
  known = { ...catalogue, statuses: catalogue.statuses.filter(({ deleted }) => !deleted) };
  byKey = new Map(catalogue.statuses.map((status) => [status.key, status]));
  defaults = new Map(catalogue.statuses.flatMap((one) => (one.isDefault ? [[one.category, one.key]] : [])));
}
learnCatalogue(SHIPPED);

/** All statuses, those that are not offered any more among them. */
export const statuses = () => known.statuses;

export const offeredStatuses = () => known.statuses.filter((status) => status.enabled);

/** What history calls or called a status. */
export const statusesCalledEver = (name: string) =>
  known.statuses.filter((status) => status.name === name || status.formerNames?.includes(name));

/** The category a task is open in: somebody still has to do something. */
export const OPEN_CATEGORIES: readonly Category[] = ["new", "active", "waiting"];

/** The status of that key. Throws for a key there is none of: a damaged row, not a person's mistake. */
export function statusOf(key: string): Status {
  const status = byKey.get(key);
  if (!status) throw new Error(`There is no status "${key}".`);
  return status;
}

export const isStatusKey = (key: string): key is StatusKey => byKey.has(key);

export const isOpen = (key: string) => OPEN_CATEGORIES.includes(statusOf(key).category);

/** The status of tasks that come into a category without anybody choosing one. */
export const defaultOf = (category: Category): StatusKey => defaults.get(category) as StatusKey;

export const types = () => known.types;

/** Requesters are told of no type that is not theirs to choose. */
export const isToldOf = (agent: boolean, { portal, enabled }: TaskType) => agent || (portal && enabled);

export const offeredTypes = () => known.types.filter((type) => type.enabled);

export const isTypeKey = (key: string): key is TypeKey => known.types.some((type) => type.key === key);

/** The name of a type; the key itself where there is none. */
export const typeName = (key: string) => known.types.find((type) => type.key === key)?.name ?? key;

/** The type of what nobody has chosen one for. */
export const defaultType = (): TypeKey => offeredTypes()[0]?.key ?? known.types[0]?.key ?? "";

/** Priorities by rank, lowest first; the rank is stored, because it sorts and compares as a number. */
export const PRIORITIES = [
  { rank: 1, key: "low", name: say.low },
  { rank: 2, key: "normal", name: say.normal },
  { rank: 3, key: "high", name: say.high },
  { rank: 4, key: "urgent", name: say.urgent },
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
  works: say.onlyTheTeamWorks,
  unmarks: say.onlyALeadUnmarks,
} as const;

/** Whose request a task is, to somebody else on the requester's side: in copy of it, or a colleague. */
export type RequestOf = { name: string; inCopy: boolean };

export const whoseRequest = ({ name, inCopy }: RequestOf) => (inCopy ? say.inCopyOf(name) : say.requestOf(name));
