import * as say from "./rules-copy";

/** Shared by browser and server, so nothing here imports a library. */

/** Triggers, in the order of the form. */
export const TRIGGERS = {
  created: say.taskCreated,
  changed: say.taskChanged,
  message: say.messageAdded,
  clock_warning: say.clockWarning,
  clock_breached: say.clockBreached,
  snooze_ended: say.snoozeEnded,
  schedule: say.schedule,
} as const;
export type TriggerKind = keyof typeof TRIGGERS;
export const TRIGGER_KINDS = Object.keys(TRIGGERS) as TriggerKind[];
export const isTriggerKind = (kind: string): kind is TriggerKind => Object.hasOwn(TRIGGERS, kind);

/** Actions, in the order of the form. */
export const ACTIONS = {
  priority: say.setPriority,
  status: say.setStatus,
  assignee: say.assignTo,
  team: say.setTeam,
  add_tag: say.addTag,
  remove_tag: say.removeTag,
  due: say.setDueDate,
  snooze: say.snooze,
  reply: say.sendReply,
  note: say.addNote,
  notify: say.notify,
  macro: say.applyMacro,
  create: say.createTask,
  webhook: say.callWebhook,
  type: say.setType,
  field: say.setField,
  add_watcher: say.addWatcher,
  add_participant: say.addParticipant,
} as const;
export type ActionKind = keyof typeof ACTIONS;
export const ACTION_KINDS = Object.keys(ACTIONS) as ActionKind[];
export const isActionKind = (kind: string): kind is ActionKind => Object.hasOwn(ACTIONS, kind);

/** Actions that need no task. */
export const WITHOUT_TASK: readonly ActionKind[] = ["notify", "create", "webhook"];

/** Keywords that Assign to accepts besides a person. */
export const ASSIGNEE_KEYWORDS = {
  rotate: say.roundRobin,
  least_loaded: say.fewestOpenTasks,
  none: say.noAssignee,
} as const;

/** Actions whose value lists several names, separated by commas. */
export const WITH_SEVERAL: readonly ActionKind[] = ["notify", "add_watcher"];

/**
 * An action as stored: with ids and keys in place of names (action-values.server).
 *
 * assignee  a person's id, `rotate`, `least_loaded` or `none`
 * notify    `leads`, `user:3` and `team:2`, separated by commas
 * field     its key, a colon and the value
 *
 * People to add are ids, separated by commas.
 */
export type StoredAction = { kind: ActionKind; value: string };

/**
 * Limits of rules.
 *
 * depth     changes this deep in a chain trigger no more rules
 * messages  automatic messages to one task in 24 hours
 * failures  consecutive failures that disable a rule
 * tasks     tasks that one run of a schedule checks
 */
export const RULE_LIMITS = {
  ...{ name: 60, query: 1000, schedule: 40, changedFields: 500, value: 10_000, rules: 200 },
  ...{ depth: 3, messages: 20, failures: 5, tasks: 500 },
} as const;

export const ACTION_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

type Numbered = (typeof ACTION_NUMBERS)[number];

/** A rule's form fields. `action1` is the kind of the first action, empty for none, and `value1` its value as typed. */
export type RuleFields = {
  name: string;
  trigger: string;
  schedule: string;
  /** For the "changed" trigger: the triggering fields, separated by commas; empty for any. */
  changedFields: string;
  query: string;
  newlyMet: boolean;
  enabled: boolean;
  stopAfter: boolean;
} & Record<`action${Numbered}` | `value${Numbered}`, string>;

const ROWS = ACTION_NUMBERS.flatMap((number) => [`action${number}` as const, `value${number}` as const]);

export const RULE_FIELDS: readonly (keyof RuleFields & string)[] = [
  ...(["name", "trigger", "schedule", "changedFields", "query", "newlyMet"] as const),
  ...ROWS,
  ...(["stopAfter", "enabled"] as const),
];

export const RULE_LABELS = {
  ...{ name: say.name, trigger: say.when, schedule: say.schedule, query: say.onlyIf },
  ...{ changedFields: say.changedFields, newlyMet: say.newlyMet },
  ...{ enabled: say.enabled, stopAfter: say.stopAfter },
  ...Object.fromEntries(
    ACTION_NUMBERS.flatMap((number) => [
      [`action${number}`, say.action(number)],
      [`value${number}`, say.value(number)],
    ]),
  ),
} as Record<keyof RuleFields & string, string>;

export const NEW_RULE = {
  ...{ name: "", trigger: "created", schedule: "", query: "", enabled: false, stopAfter: false },
  ...{ changedFields: "", newlyMet: false },
  ...Object.fromEntries(ROWS.map((field) => [field, ""])),
} as RuleFields;

/** A field's display value, for the log and for conflicts. */
export function ruleValue(field: keyof RuleFields & string, fields: RuleFields): string {
  const value = fields[field];
  if (typeof value === "boolean") return value ? say.yes : say.no;
  if (field === "trigger") return isTriggerKind(value) ? TRIGGERS[value] : "";
  return isActionKind(value) && field.startsWith("action") ? ACTIONS[value] : value;
}

export const ruleHref = (id: number) => `/settings/rules/${id}`;
