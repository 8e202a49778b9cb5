import { sql } from "kysely";
import type { Db } from "~/db/types";
import { isAway, isInvited, isUnverified } from "~/features/users/absence.server";
import { hasWords, searchPrefixes } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import { beginningOf } from "~/lib/search-tokens";
import { loadNamedThings } from "./field-lookups.server";
import { keywordIn, type Qualifier, type Query, type QueryTerm, termsOf } from "./query-ast";
import { fieldOf, PEOPLE_FLAGS } from "./query-fields";
import { parseQuery, type QueryError, type QueryNotice } from "./query-language";
import { idsCalled } from "./query-names";
import { short } from "./query-rules";
import * as say from "./search-copy";
import { ALWAYS, anyOf, type Circumstances, type Condition, NEVER, textsOf } from "./sql-condition.server";
import { Unanswerable } from "./unanswerable-queries";

type CompiledPeopleQuery = { ok: true; where: Condition; notices: QueryNotice[] } | { ok: false; error: QueryError };

type Asking = Pick<Circumstances, "viewer" | "now" | "teams" | "organizations">;

/**
 * Compiles a query to a condition on rows of `user` under that name. Supports prefixes of names and addresses, `role:`,
 * `state:`, `org:`, `team:`, `is:away` and `is:unverified`. A term that only tasks have yields an error message.
 */
export async function compilePeopleQuery(
  db: Db,
  viewer: Viewer,
  text: string,
  now: number,
): Promise<CompiledPeopleQuery> {
  const parsed = parseQuery(text);
  if (!parsed.ok) return parsed;
  const terms = termsOf(parsed.query);
  const wrong = terms.find((term) => !isAboutPeople(term));
  if (wrong) return { ok: false, error: { message: say.findsTasks(short(asTyped(wrong))), at: wrong.at } };
  const asking = { viewer, now, ...(await loadNamedThings(db, terms)) };
  try {
    const where = parsed.query ? conditionOf(parsed.query, asking) : ALWAYS;
    const hasSignsAlone = terms.length > 0 && terms.every(isSignsAlone);
    return { ok: true, where: hasSignsAlone ? NEVER : where, notices: parsed.notices };
  } catch (error) {
    if (error instanceof Unanswerable)
      return { ok: false, error: { message: error.message, at: { start: 0, end: text.length } } };
    throw error;
  }
}

/** Whether a term can match people. */
export function isAboutPeople(term: QueryTerm): boolean {
  if (term.kind !== "qualifier") return true;
  if (term.key === "is") return textsOf(term.values).every((value) => isPeopleFlag(value));
  return fieldOf(term.key)?.finds !== undefined;
}

/** Whether a term can only match people. */
export const isAboutPeopleAlone = (term: QueryTerm) =>
  isAboutPeople(term) && term.kind === "qualifier" && (term.key === "is" || fieldOf(term.key)?.finds === "people");

/** Whether a term has no letters or digits, and so asks for nothing. */
export const isSignsAlone = (term: QueryTerm) => term.kind === "text" && beginningOf(term.text) === null;

const isPeopleFlag = (value: string) => PEOPLE_FLAGS.some((flag) => flag === value.toLowerCase());

function asTyped(term: QueryTerm): string {
  if (term.kind !== "qualifier") return "";
  const [value = ""] = textsOf(term.values);
  return term.key === "is" ? `is:${textsOf(term.values).find((each) => !isPeopleFlag(each)) ?? value}` : `${term.key}:`;
}

function conditionOf(query: Query, asking: Asking): Condition {
  switch (query.kind) {
    case "and":
    case "or": {
      const between = query.kind === "and" ? sql` and ` : sql` or `;
      const items = query.items.map((item) => conditionOf(item, asking));
      return sql`(${sql.join(items, between)})`;
    }
    case "not":
      return sql`not (${conditionOf(query.item, asking)})`;
    case "number":
      return hasAllWords([` ${query.number}`]);
    case "text":
      return hasAllWords(query.quoted ? [beginningOf(query.text) ?? ""] : searchPrefixes(query.text));
    case "qualifier":
      return qualifier(query, asking);
  }
}

function hasAllWords(beginnings: readonly string[]): Condition {
  const found = beginnings
    .filter((beginning) => beginning !== "")
    .map((beginning) => hasWords(sql.ref("user.id"), beginning));
  return found.length === 0 ? ALWAYS : sql`(${sql.join(found, sql` and `)})`;
}

function qualifier({ key, values }: Qualifier, asking: Asking): Condition {
  const { viewer, now, teams, organizations } = asking;
  const each = (condition: (text: string, keyword: string) => Condition) =>
    anyOf(values.flatMap((value) => (value.kind === "range" ? [] : condition(value.text, keywordIn(value)))));
  switch (key) {
    case "role":
      return each((role) => sql`"user".role = ${role.toLowerCase()}`);
    case "state":
      return each((state) => inState(state.toLowerCase(), now));
    case "is":
      return each((flag) => (flag.toLowerCase() === "away" ? isAway(now) : isUnverified));
    case "org":
      return each((name, keyword) => {
        if (keyword === "any") return sql`"user".organization_id is not null`;
        if (keyword === "none") return sql`"user".organization_id is null`;
        const own = sql`(select me.organization_id from "user" as me where me.id = ${viewer.id})`;
        if (keyword === "me") return sql`coalesce("user".organization_id = ${own}, false)`;
        return sql`coalesce("user".organization_id in (${sql.join(idsCalled(name, organizations, say.noSuchOrganization))}), false)`;
      });
    case "team":
      return each((name, keyword) => {
        const member = sql`"user".id in (select team_member.user_id from team_member`;
        if (keyword === "any") return sql`${member})`;
        if (keyword === "none") return sql`not ${member})`;
        if (keyword === "me") {
          const own = sql`select mine.team_id from team_member as mine where mine.user_id = ${viewer.id}`;
          return sql`${member} where team_member.team_id in (${own}))`;
        }
        return sql`${member} where team_member.team_id in (${sql.join(idsCalled(name, teams, say.noSuchTeam))}))`;
      });
    default:
      throw new Error(`“${key}:” doesn't apply to people.`);
  }
}

/** Matches users in a state. Invited users are stored as active so they can be assigned work, but search separates them. */
export function inState(state: string, now: number): Condition {
  if (state === "invited") return isInvited(now);
  const kept = sql<boolean>`"user".state = ${state}`;
  return state === "active" ? sql`(${kept} and not ${isInvited(now)})` : kept;
}
