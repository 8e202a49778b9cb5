import { sql } from "kysely";
import { engineOf } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { INNER_SORTS } from "~/features/task-list/task-position";
import type { Hidden, Sight } from "~/features/tasks/task-policy.server";
import { zoneOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { type QuerySort, sortOf } from "./agent-fields";
import { ALWAYS, anyOf, type Circumstances, type Condition, NEVER } from "./condition.server";
import { namesMeantBy } from "./field-lookups.server";
import { ALL_PARTS, EVERYBODYS_PARTS, joined, phraseOf, unfinishedWord, type WordQuestion } from "./index-query";
import { itemsOf, keywordIn, type Query, type QueryTerm, termsOf } from "./query-ast";
import { conditionOf } from "./query-conditions.server";
import { parseQuery, type QueryError, type QueryNotice } from "./query-language";
import { short } from "./query-rules";
import * as say from "./search-copy";
import { mended, type Slip, Unanswerable } from "./unanswerable-queries";
import { unknownPeople } from "./unknown-people.server";
import { wordMatchOf } from "./word-match.server";

type CompileOptions = {
  /** The last unquoted word may be the beginning of one, because somebody is typing it. */
  interactive?: boolean;
  /** Without any `status:`, `is:` or number only open tasks are meant, as in lists. */
  openByDefault?: boolean;
  /** Where days begin and end. */
  timeZone?: string;
};

/**
 * What a query asks of tasks that are seen in one way.
 *
 * where    everything it asks of the rows of `task`, which must go by that name. It does not replace `sightsOf`
 * words    the part of it that is about words anywhere in a task, for ranking; null when there is none
 * others   the rest: `where` is both together
 */
export type Asked = { where: Condition; words: WordQuestion | null; others: Condition };

/**
 * A query as SQL for one viewer.
 *
 * asked    for each way of seeing tasks: what is not told of a task is not found by either
 * hidden   of the tasks that are found only by name, those it asks for
 * namesStatus  whether it says by itself which states of tasks it means, so that lists do not keep to open ones
 * onlyOpen     whether all it finds is open: lists then leave the done ones alone
 * ofOne        whether all it finds is one person's to do: lists then begin with what is theirs
 * sort     what `sort:` asks for; null when nothing is asked
 * terms    how many things are asked for; 0 for the empty query
 */
export type CompiledQuery = {
  ok: true;
  asked: (sight: Pick<Sight, "works">) => Asked;
  hidden: readonly Hidden[];
  namesStatus: boolean;
  onlyOpen: boolean;
  ofOne: boolean;
  sort: QuerySort | null;
  terms: number;
  notices: QueryNotice[];
};

/** Reads and translates a query. Whatever was typed, the answer is SQL or a sentence for the person who typed it. */
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
  if (sort?.by === "sla") {
    const message = say.noSortingByServiceLevel;
    return { ok: false, error: { message, at: { start: 0, end: text.length } } };
  }
  if (sort && INNER_SORTS.includes(sort.by) && !isAgent(viewer)) {
    const message = say.sortingOnlyForAgents(sort.by);
    return { ok: false, error: { message, at: { start: 0, end: text.length } } };
  }
  const circumstances = {
    ...{ viewer, now, timeZone: options.timeZone ?? zoneOf(viewer) },
    ...{ engine: engineOf(db), match: wordMatchOf(db), ...(await namesMeantBy(db, terms)) },
  };

  const opens = options.openByDefault === true && !terms.some(namesStatus);
  const compile = (works: boolean) => {
    const unfinished = options.interactive ? unfinishedWord(parsed.query) : null;
    const compiler = new Compiler({ ...circumstances, sight: { works } }, unfinished);
    const { words, others } = compiler.split(parsed.query);
    const onlyOpen = opens ? sql<boolean>`task.open = 1` : ALWAYS;
    const asked = terms.filter((term) => term.kind !== "qualifier" || term.key !== "sort");
    const asksNothing = asked.length > 0 && !words && others.length === 0; // signs alone: that finds no task
    const rest = all([onlyOpen, ...(asksNothing ? [NEVER] : others)]);
    const where = words ? all([sql`task.id in ${circumstances.match.ids(words)}`, rest]) : rest;
    return { where, words, others: rest, notices: compiler.notices };
  };
  try {
    const first = compile(isAgent(viewer)); // refuses here and now what cannot be answered
    return {
      ok: true,
      asked: ({ works }) => (works === isAgent(viewer) ? first : compile(works)),
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
    const suggestion = slip ? mended(text, slip) : undefined;
    return { ok: false, error: { message, at: term.at, ...(suggestion !== undefined && { suggestion }) } };
  }
}

/** What `is:` calls the tasks that are not found otherwise. */
const HIDDEN: readonly [flag: string, kind: Hidden][] = [
  ["merged", "merged"],
  ["spam", "spam"],
  ["trashed", "trash"],
];

export const HIDDEN_FLAGS = HIDDEN.map(([flag]) => flag);

const asksFor = (flag: string) => (term: QueryTerm) =>
  term.kind === "qualifier" &&
  term.key === "is" &&
  term.values.some((value) => value.kind !== "range" && value.text.toLowerCase() === flag);

const namesStatus = (term: QueryTerm) =>
  term.kind === "number" || (term.kind === "qualifier" && (term.key === "status" || term.key === "is"));

/** What `is:` says of open tasks alone. */
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

/** What `assignee:` takes beside people. */
const NO_PERSON = ["none", "any"];

/** Something unanswerable, and which term it was. */
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

  /** The words all of which must be somewhere in a task, and whatever else is asked. */
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

  /** Null for what asks for nothing: signs without letters, `sort:`. */
  private condition(query: Query): Condition | null {
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
        if (query.key === "sort") return null;
        try {
          return conditionOf(query, this.circumstances);
        } catch (error) {
          if (error instanceof Unanswerable) throw new Refused(error.message, query, error.slip);
          throw error;
        }
    }
  }

  private matching(question: WordQuestion): Condition {
    return sql`task.id in ${this.circumstances.match.ids(question)}`;
  }

  /** What a part of the query that `isWords` asks the index. */
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
      this.notices.push({
        message: say.noLettersLeftOut(short(query.text)),
        at: query.at,
      });
    }
    return question;
  }
}

/** Whether the index alone can answer this: words and phrases, without NOT and without qualifiers. */
function isWords(query: Query): boolean {
  return query.kind === "text" || ((query.kind === "and" || query.kind === "or") && query.items.every(isWords));
}

const all = (conditions: Condition[]): Condition => {
  const said = conditions.filter((condition) => condition !== ALWAYS);
  return said.length === 0 ? ALWAYS : sql`(${sql.join(said, sql` and `)})`;
};
