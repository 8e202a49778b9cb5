import { PRIORITIES, type PriorityKey } from "~/features/tasks/tasks";
import { MINUTE_MS } from "~/lib/durations";
import { METRICS, type Metric, type Targets } from "../service-levels";
import { formatTarget, parseTarget } from "../target-duration";
import * as say from "./policies-copy";

export const POLICY_LIMITS = { name: 60, query: 1_000, target: 20, organization: 120, policies: 50 } as const;

type TargetField = `${Metric}_${PriorityKey}`;

/** The fields of targets, most urgent first, as their form shows them. */
export const TARGET_FIELDS: readonly { field: TargetField; metric: Metric; priority: PriorityKey; label: string }[] = [
  ...PRIORITIES,
]
  .reverse()
  .flatMap(({ key: priority, name }) =>
    METRICS.map((metric) => {
      const label = say.target(say.metrics[metric], name.toLowerCase());
      return { field: `${metric}_${priority}` as const, metric, priority, label };
    }),
  );

/** A policy's form. `calendar` is a calendar's id, `organization` a name. */
export type PolicyFields = Record<TargetField, string> & {
  name: string;
  query: string;
  calendar: string;
  organization: string;
  enabled: boolean;
};

export const POLICY_LABELS = {
  ...{ name: say.name, query: say.appliesTo, calendar: say.calendar, organization: say.organization },
  enabled: say.enabled,
  ...Object.fromEntries(TARGET_FIELDS.map(({ field, label }) => [field, label])),
} as Record<keyof PolicyFields, string>;

export const POLICY_FIELDS = Object.keys(POLICY_LABELS) as (keyof PolicyFields)[];

/** Fields stored in versions. */
export const VERSIONED_FIELDS: readonly (keyof PolicyFields)[] = [
  ...(["query", "calendar"] as const),
  ...TARGET_FIELDS.map(({ field }) => field),
];

/** Stored targets, in minutes by priority and metric. */
export type TargetMinutes = Partial<Record<PriorityKey, Partial<Record<Metric, number>>>>;

export function targetFields(minutes: TargetMinutes): Record<TargetField, string> {
  const texts = TARGET_FIELDS.map(({ field, metric, priority }) => {
    const target = minutes[priority]?.[metric];
    return [field, target === undefined ? "" : formatTarget(target * MINUTE_MS)];
  });
  return Object.fromEntries(texts) as Record<TargetField, string>;
}

/** Targets of a valid form, in milliseconds. */
export function targetsOf(fields: Record<TargetField, string>): Targets {
  const targets: Targets = {};
  for (const { field, metric, priority } of TARGET_FIELDS) {
    const parsed = parseTarget(fields[field]);
    if (parsed.ok && parsed.value !== null) targets[priority] = { ...targets[priority], [metric]: parsed.value };
  }
  return targets;
}

export function targetMinutes(fields: Record<TargetField, string>): TargetMinutes {
  const targets = Object.entries(targetsOf(fields)).map(([priority, byMetric]) => [
    priority,
    Object.fromEntries(Object.entries(byMetric).map(([metric, target]) => [metric, target / MINUTE_MS])),
  ]);
  return Object.fromEntries(targets) as TargetMinutes;
}

export const NEW_POLICY: PolicyFields = {
  ...{ name: "", query: "", calendar: "", organization: "", enabled: true },
  ...targetFields({}),
};

export type CalendarChoice = { value: string; label: string };

/** A field's value as conflicts and the security log show it. */
export function policyValue(calendars: readonly CalendarChoice[]) {
  return (field: keyof PolicyFields, fields: PolicyFields): string => {
    if (field === "enabled") return fields.enabled ? say.yes : say.no;
    if (field === "calendar") return calendars.find(({ value }) => value === fields.calendar)?.label ?? say.none;
    if (field === "query") return fields.query || say.allTasks;
    return fields[field] || say.none;
  };
}

export const policyHref = (id: number) => `/settings/service-levels/${id}`;
