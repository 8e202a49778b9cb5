import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { INNER_SORTS } from "~/features/task-list/task-sort-and-cursor";
import type { AccessScope, Hidden } from "~/features/tasks/task-policy.server";
import { zoneOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { loadNamedThings } from "./field-lookups.server";
import { ALL_PARTS, EVERYBODYS_PARTS, joined, phraseOf, unfinishedWord, type WordQuestion } from "./index-query";
import { isSetting, type QuerySort, sortOf, zoneAsked } from "./qualifier-availability";
import { itemsOf, keywordIn, type Query, type QueryTerm, termsOf } from "./query-ast";
import { conditionOf } from "./query-conditions.server";
import { parseQuery, type QueryError, type QueryNotice } from "./query-language";
import { short } from "./query-rules";
import * as say from "./search-copy";
import { ALWAYS, anyOf, type Circumstances, type Condition, NEVER } from "./sql-condition.server";
import { applyFix, type Slip, Unanswerable } from "./unanswerable-queries";
import { unknownPeople } from "./unknown-people.server";
import { wordMatchOf } from "./word-match.server";

type CompileOptions = {
  /** Treats the last unquoted word as a prefix, because the viewer may still be typing. */
  interactive?: boolean;
  /** Keeps to open tasks, as lists do, unless the query has `status:`, `is:` or a number. */
  openByDefault?: boolean;
  /** Determines day boundaries. Default: the viewer's time zone. */
  timeZone?: string;
  /** The only task asked about, for an explanation. */
  task?: number | null;
};

/**
 * Conditions of a query for one way of seeing tasks.
 *
 * where    the whole query, on rows of `task` under that name. Doesn't replace `accessScopesOf`
 * words    the full-text part that ranks hits; null when there is none
 * others   the rest: `where` is both together
 */
export type Asked = { where: Condition; words: WordQuestion | null; others: Condition };

/**
 * A query as SQL for one viewer.
 *
 * query        the syntax tree; null for an empty query
 * asked        conditions for each way of seeing tasks, so no search reveals what the viewer can't see
 * conditionOf  the condition of one term; null for a term without one: punctuation only, `sort:`, `zone:`
 * fields       custom fields, if a term names one
 * hidden       the kinds of hidden tasks (merged, spam, trash) the query asks for
 * namesStatus  whether the query picks statuses itself, so lists don't default to open tasks
 * onlyOpen     whether every hit is open, so lists can skip done tasks
 * ofOne        whether every hit is assigned to one person, so lists can start from the assignee
 * sort         the order of `sort:`; null without one
 * terms        number of terms; 0 for an empty query
 */
export type CompiledQuery = {
  ok: true;
  query: Query | null;
  asked: (sight: Pick<AccessScope, "works">) => Asked;
  conditionOf: (term: QueryTerm, sight: Pick<AccessScope, "works">) => Condition | null;
  fields: readonly FieldDefinition[];
  hidden: readonly Hidden[];
  namesStatus: boolean;
  onlyOpen: boolean;
  ofOne: boolean;
  sort: QuerySort | null;
  terms: number;
  notices: QueryNotice[];
};

/** Parses and compiles a query. Any text yields SQL or an error message. */
export async function compileTaskQuery(
  db: Db,
  viewer: Viewer,
  text: string,
  now: number,
  options: CompileOptions = {},
): Promise<CompiledQuery | { ok: false; error: QueryError }> {
  const parsed = parseQuery(text);
  if (!parsed.ok) return parsed;
  const terms = termsOf(parsed.query);
  const sort = sortOf(terms);
  const refused = (message: string) => ({ ok: false as const, error: { message, at: { start: 0, end: text.length } } });
  if (sort && INNER_SORTS.includes(sort.by) && !isAgent(viewer)) return refused(say.sortingOnlyForAgents(sort.by));
  const circumstances = {
    viewer,
    now,
    timeZone: zoneAsked(terms) ?? options.timeZone ?? zoneOf(viewer),
    engine: engineOf(db),
    match: wordMatchOf(db),
    task: options.task ?? null,
    ...(await loadNamedThings(db, terms)),
  };

  const opens = options.openByDefault === true && !terms.some(namesStatus);
  const unfinished = options.interactive ? unfinishedWord(parsed.query) : null;
  const compilerFor = (works: boolean) => new Compiler({ ...circumstances, sight: { works } }, unfinished);
  const compile = (works: boolean) => {
    const compiler = compilerFor(works);
    const { words, others } = compiler.split(parsed.query);
    const onlyOpen = opens ? sql<boolean>`task.open = 1` : ALWAYS;
    const asked = terms.filter((term) => !isSetting(term));
    const asksNothing = asked.length > 0 && !words && others.length === 0; // only punctuation: no hits
    const rest = all([onlyOpen, ...(asksNothing ? [NEVER] : others)]);
    const where = words ? all([sql`task.id in ${circumstances.match.ids(words, circumstances.task)}`, rest]) : rest;
    return { where, words, others: rest, notices: compiler.notices };
  };
  try {
    const first = compile(isAgent(viewer)); // throws early on unanswerable terms
    return {
      ok: true,
      query: parsed.query,
      asked: ({ works }) => (works === isAgent(viewer) ? first : compile(works)),
      conditionOf: (term, { works }) => compilerFor(works).condition(term),
      fields: circumstances.fields,
      hidden: HIDDEN.flatMap(([flag, kind]) => (terms.some(asksFor(flag)) ? [kind] : [])),
      namesStatus: terms.some(namesStatus),
      onlyOpen: opens || itemsOf(parsed.query).some(asksForOpen),
      ofOne: itemsOf(parsed.query).some(asksForOne),
      sort,
      terms: terms.length,
      notices: [...parsed.notices, ...first.notices, ...(await unknownPeople(db, viewer, text, terms))],
    };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { message, term, slip } = error;
    const suggestion = slip ? applyFix(text, slip) : undefined;
    return { ok: false, error: { message, at: term.at, ...(suggestion !== undefined && { suggestion }) } };
  }
}

/** `is:` flags for tasks that are hidden unless asked for. */
export const HIDDEN = [
  ["merged", "merged"],
  ["spam", "spam"],
  ["trashed", "trash"],
] as const satisfies [flag: string, kind: Hidden][];

export const HIDDEN_FLAGS: readonly string[] = HIDDEN.map(([flag]) => flag);

const asksFor = (flag: string) => (term: QueryTerm) =>
  term.kind === "qualifier" &&
  term.key === "is" &&
  term.values.some((value) => value.kind !== "range" && value.text.toLowerCase() === flag);

const namesStatus = (term: QueryTerm) =>
  term.kind === "number" || (term.kind === "qualifier" && (term.key === "status" || term.key === "is"));

/** `is:` flags that only open tasks can have. */
export const OPEN_FLAGS = ["open", "overdue", "snoozed", "unanswered"];

const asksForOpen = (item: Query) =>
  item.kind === "qualifier" &&
  item.values.every((value) => {
    const text = value.kind === "range" ? "" : value.text.toLowerCase();
    return item.key === "status" ? text === "open" : item.key === "is" && OPEN_FLAGS.includes(text);
  });

const asksForOne = (item: Query) => {
  if (item.kind !== "qualifier" || item.key !== "assignee" || item.values.length !== 1) return false;
  const [value] = item.values;
  return value !== undefined && value.kind !== "range" && !NO_PERSON.includes(keywordIn(value));
};

const NO_PERSON = ["none", "any"];

class Refused extends Error {
  constructor(
    message: string,
    readonly term: QueryTerm,
    readonly slip: Slip | null,
  ) {
    super(message);
  }
}

class Compiler {
  readonly notices: QueryNotice[] = [];

  constructor(
    private readonly circumstances: Circumstances,
    private readonly unfinished: QueryTerm | null,
  ) {}

  /** Splits a query into a full-text question and the remaining conditions. */
  split(query: Query | null): { words: WordQuestion | null; others: Condition[] } {
    const questions: WordQuestion[] = [];
    const others: Condition[] = [];
    for (const item of itemsOf(query)) {
      if (isWords(item)) {
        const question = this.question(item);
        if (question) questions.push(question);
      } else {
        const condition = this.condition(item);
        if (condition) others.push(condition);
      }
    }
    return { words: joined("and", questions), others };
  }

  /** Null for parts that ask for nothing: punctuation only, `sort:`. */
  condition(query: Query): Condition | null {
    switch (query.kind) {
      case "not": {
        const inner = this.condition(query.item);
        return inner && sql`not (${inner})`;
      }
      case "and": {
        const { words, others } = this.split(query);
        if (words) others.push(this.matching(words));
        return others.length > 0 ? all(others) : null;
      }
      case "or": {
        const words = joined(
          "or",
          query.items.filter(isWords).flatMap((item) => this.question(item) ?? []),
        );
        const others = query.items.filter((item) => !isWords(item)).flatMap((item) => this.condition(item) ?? []);
        if (words) others.push(this.matching(words));
        return others.length > 0 ? anyOf(others) : null;
      }
      case "text": {
        const question = this.question(query);
        return question && this.matching(question);
      }
      case "number":
        return sql`task.id = ${query.number}`;
      case "qualifier":
        if (isSetting(query)) return null;
        try {
          return conditionOf(query, this.circumstances);
        } catch (error) {
          if (error instanceof Unanswerable) throw new Refused(error.message, query, error.slip);
          throw error;
        }
    }
  }

  private matching(question: WordQuestion): Condition {
    return sql`task.id in ${this.circumstances.match.ids(question, this.circumstances.task)}`;
  }

  /** Full-text question for a part that passes `isWords`. */
  private question(query: Query): WordQuestion | null {
    if (query.kind === "and" || query.kind === "or") {
      return joined(
        query.kind,
        query.items.flatMap((item) => this.question(item) ?? []),
      );
    }
    if (query.kind !== "text") return null;
    const parts = this.circumstances.sight.works ? ALL_PARTS : EVERYBODYS_PARTS;
    const question = phraseOf(query, parts, { open: query === this.unfinished });
    if (!question) {
      this.notices.push({ message: say.noLettersOrDigits(short(query.text)), at: query.at });
    }
    return question;
  }
}

/** Whether the full-text index alone can answer: words and phrases, without NOT or qualifiers. */
function isWords(query: Query): boolean {
  return query.kind === "text" || ((query.kind === "and" || query.kind === "or") && query.items.every(isWords));
}

const all = (conditions: Condition[]): Condition => {
  const said = conditions.filter((condition) => condition !== ALWAYS);
  return said.length === 0 ? ALWAYS : sql`(${sql.join(said, sql` and `)})`;
};
