import { keywordIn, type Qualifier, type Query, type QueryTerm, termsOf } from "~/features/search/query-ast";
import { fieldOf } from "~/features/search/query-fields";
import { readPeriod } from "~/features/search/query-values";
import { readDuration } from "~/lib/durations";
import * as say from "./service-levels-copy";

/** The parts of a policy that selection needs. */
export type SelectablePolicy = { id: number; enabled: boolean };

/**
 * Selects a task's policy: its organization's own, else the first enabled one whose query matches. Null for none.
 *
 * ordered       all policies in their order
 * organization  the policy of the task's organization; null for none
 * matches       whether the query of an enabled policy matches the task; called only as needed
 */
export async function selectPolicy<P extends SelectablePolicy>(
  ordered: readonly P[],
  organization: number | null,
  matches: (policy: P) => boolean | Promise<boolean>,
): Promise<P | null> {
  const own = ordered.find(({ id, enabled }) => id === organization && enabled);
  if (own) return own;
  for (const policy of ordered) if (policy.enabled && (await matches(policy))) return policy;
  return null;
}

/** Qualifiers on facts recorded in history. */
const FACTS: ReadonlySet<string> = new Set([
  ...[
    "status",
    "awaiting",
    "priority",
    "type",
    "team",
    "assignee",
    "requester",
    "participant",
    "creator",
    "org",
    "tag",
  ],
  ...["channel", "site", "parent", "linked", "rating", "reopened"],
]);

/** Qualifiers on recorded times, stable as long as the query's dates are absolute. */
const DATES: ReadonlySet<string> = new Set(["created", "resolved", "closed", "due"]);

const FLAGS: ReadonlySet<string> = new Set([
  ...["is:open", "is:done", "is:unassigned", "is:confidential", "is:child", "is:parent"],
  ...["has:due", "has:link", "has:checklist", "has:rating"],
]);

/** Values of `is:` and `has:` whose result depends on the viewer. */
const OF_READERS: ReadonlySet<string> = new Set(["is:mine", "is:unread", "is:watched", "has:draft"]);

const OF_MESSAGES: ReadonlySet<string> = new Set([
  ...[
    "author",
    "title",
    "body",
    "note",
    "file",
    "replied",
    "is:unanswered",
    "is:undelivered",
    "has:attachment",
    "has:note",
  ],
]);

/**
 * Says why a policy can't use this query; null if it can. A refused query could select a different policy without any
 * event.
 */
export function refusedInPolicies(query: Query | null): string | null {
  for (const term of termsOf(query)) {
    const refused = refusedTerm(term);
    if (refused !== null) return refused;
  }
  return null;
}

function refusedTerm(term: QueryTerm): string | null {
  if (term.kind === "text") return say.noTextInPolicies(term.text);
  if (term.kind === "number") return null;
  const { key } = term;
  if (key === "sort") return say.noOrderInPolicies;
  if (/^sla\b/.test(key)) return say.dependsOnClocks(`${key}:`);
  if (OF_MESSAGES.has(key)) return say.dependsOnMessages(`${key}:`);
  if (key === "is" || key === "has") return refusedFlag(term);
  if (DATES.has(key)) return refusedDate(term);
  if (key.startsWith("field.")) return refusedPerson(term) ?? refusedDate(term);
  if (!FACTS.has(key)) return say.changesWithTime(`${key}:`);
  return fieldOf(key)?.kind === "person" ? refusedPerson(term) : null;
}

function refusedFlag({ key, values }: Qualifier): string | null {
  for (const value of values) {
    const flag = `${key}:${value.kind === "range" ? "" : value.text.toLowerCase()}`;
    if (FLAGS.has(flag)) continue;
    if (flag === "has:sla") return say.dependsOnClocks(flag);
    if (OF_READERS.has(flag)) return say.dependsOnTheReader(flag);
    return OF_MESSAGES.has(flag) ? say.dependsOnMessages(flag) : say.changesWithTime(flag);
  }
  return null;
}

function refusedPerson({ key, values }: Qualifier): string | null {
  const asksForReader = values.some((value) => value.kind !== "range" && keywordIn(value) === "me");
  return asksForReader ? say.meansNobody(key) : null;
}

/** Refuses ages, time left and words such as `today`: their dates change every day. */
function refusedDate({ key, values }: Qualifier): string | null {
  for (const value of values) {
    if (value.kind === "quoted") continue;
    const texts = value.kind === "range" ? [value.from, value.to] : [value.text];
    const moving = texts.find((text) => readDuration(text) !== null || readPeriod(text)?.kind === "named");
    if (moving !== undefined) return say.datesMoveOn(key, moving);
  }
  return null;
}

/**
 * The qualifiers that a policy's query uses, such as `priority` or `is:open`. When one changes, a policy is selected
 * again.
 */
export const factsUsed = (query: Query | null): ReadonlySet<string> =>
  new Set(
    termsOf(query).flatMap((term) => {
      if (term.kind !== "qualifier") return [];
      if (term.key !== "is" && term.key !== "has") return [term.key];
      return term.values.flatMap((value) =>
        value.kind === "range" ? [] : [`${term.key}:${value.text.toLowerCase()}`],
      );
    }),
  );
