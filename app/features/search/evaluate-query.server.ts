import { maySeeField } from "~/features/custom-fields/field-rules";
import { PRIORITIES, statuses } from "~/features/tasks/tasks";
import { parseSearchedPerson } from "~/features/users/parse-people.server";
import { emailKeyOf } from "~/features/users/user-keys.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { todayIn } from "~/lib/calendar-day";
import { chosenKeys, isShown, ownValue } from "~/lib/field-visibility";
import { fieldWord, sortKey } from "~/lib/search-text";
import { normalized } from "~/lib/text";
import { innerOf } from "./agent-fields";
import type { Circumstances, Qualifier } from "./condition.server";
import { type AskedValue, askedValues, fieldMeant, storedTime } from "./custom-values";
import { ALL_PARTS, EVERYBODYS_PARTS, partQuestion, phraseOf, unfinishedWord, type WordQuestion } from "./index-query";
import { type Compare, keywordIn, type Query, type QueryTerm, type QueryValue, type TextValue } from "./query-ast";
import { CHANNELS, oneOf, statusesCalled, thingsCalled, typeCalled } from "./query-names";
import { isAmong, isTimeLeft, type Tense, timesOf } from "./query-times";
import { readCount, readTaskNumber } from "./query-values";
import type { PersonFacts, TaskFacts } from "./task-facts.server";

/*
 * Evaluates a query against one task in memory, to explain term by term why it matches or not. Must agree with the SQL in
 * query-conditions; a generated test compares the two.
 */

/** A query as a tree with the result of each part; null for a part that asks for nothing: punctuation only, `sort:`. */
export type Judged =
  | { kind: "and" | "or"; items: Judged[]; matches: boolean | null }
  | { kind: "not"; item: Judged; matches: boolean | null }
  | { kind: "term"; term: QueryTerm; matches: boolean | null };

export type Judging = Pick<Circumstances, "viewer" | "now" | "timeZone" | "teams" | "organizations" | "fields"> & {
  /** Treats the last unquoted word as a prefix. */
  interactive: boolean;
};

/** Evaluates a query, which must compile for this viewer. Null for an empty query. */
export function judged(query: Query | null, task: TaskFacts, judging: Judging): Judged | null {
  if (query === null) return null;
  const unfinished = judging.interactive ? unfinishedWord(query) : null;
  const judge = (part: Query): Judged => {
    switch (part.kind) {
      case "and":
      case "or": {
        const items = part.items.map(judge);
        const said = items.flatMap(({ matches }) => matches ?? []);
        const matches = said.length === 0 ? null : part.kind === "and" ? said.every(Boolean) : said.some(Boolean);
        return { kind: part.kind, items, matches };
      }
      case "not": {
        const item = judge(part.item);
        return { kind: "not", item, matches: item.matches === null ? null : !item.matches };
      }
      default:
        return { kind: "term", term: part, matches: matchesTerm(part, task, judging, part === unfinished) };
    }
  };
  return judge(query);
}

/** Whether the task matches. A query of only punctuation finds nothing; a query of only `sort:` finds everything. */
export function isFound(whole: Judged | null): boolean {
  if (whole === null || whole.matches !== null) return whole?.matches ?? true;
  return termsIn(whole).every((term) => term.kind === "qualifier" && term.key === "sort");
}

function termsIn(whole: Judged): QueryTerm[] {
  if (whole.kind === "term") return [whole.term];
  return whole.kind === "not" ? termsIn(whole.item) : whole.items.flatMap(termsIn);
}

function matchesTerm(term: QueryTerm, task: TaskFacts, judging: Judging, unfinished: boolean): boolean | null {
  switch (term.kind) {
    case "number":
      return task.id === term.number;
    case "text": {
      const question = phraseOf(term, task.works ? ALL_PARTS : EVERYBODYS_PARTS, { open: unfinished });
      return question && answers(task, question);
    }
    case "qualifier":
      if (term.key === "sort") return null;
      if (innerOf(term) && !task.works) return false;
      return matchesQualifier(term, task, judging);
  }
}

/** Whether a task's searchable text matches a question, as in the index. */
export function answers(task: TaskFacts, question: WordQuestion): boolean {
  switch (question.kind) {
    case "phrase":
      return question.parts.some((part) =>
        task.document[part].some((text) => holds(text, question.words, question.open)),
      );
    case "without":
      return answers(task, question.question) && !answers(task, question.excluded);
    case "and":
      return question.questions.every((one) => answers(task, one));
    case "or":
      return question.questions.some((one) => answers(task, one));
  }
}

const holds = (text: readonly string[], words: readonly string[], open: boolean) =>
  text.some((_, start) =>
    words.every((word, index) => {
      const there = text[start + index];
      return open && index === words.length - 1 ? there?.startsWith(word) : there === word;
    }),
  );

function matchesQualifier(term: Qualifier, task: TaskFacts, judging: Judging): boolean {
  const { viewer, now, timeZone } = judging;
  const { key, compare, values } = term;
  const any = (test: (text: string, lower: string, value: TextValue) => boolean) =>
    values.some((value) => value.kind !== "range" && test(value.text, value.text.toLowerCase(), value));
  const person = (somebody: PersonFacts | null) => any((_text, _lower, value) => isMeant(somebody, value, viewer));
  const time = (tense: Tense, at: number | null, value: QueryValue) =>
    isAmong(timesOf(tense, { key, compare, value }, { now, timeZone }), at);

  switch (key) {
    case "status":
      return any((_text, _lower, value) => {
        const called = statusesCalled(value, isAgent(viewer));
        return called === "any" || called.some((status) => status.key === task.status);
      });
    case "awaiting":
      return any((_, lower) => statuses().some((status) => status.key === task.status && status.awaits === lower));
    case "is":
      return any((_, lower) => isSo(lower, task, judging));
    case "has":
      return any((_, lower) => {
        if (lower === "due") return task.due !== null;
        if (lower === "rating") return task.rating !== null;
        if (lower === "link") return task.hasLink;
        return (task.has as Record<string, boolean>)[lower] ?? false;
      });
    case "assignee":
      return person(task.assignee);
    case "requester":
      return person(task.requester);
    case "creator":
      return person(task.creator);
    case "author":
      return task.authors.some(person);
    case "participant":
      return any((_text, _lower, value) => {
        const keyword = keywordIn(value);
        if (keyword === "none") return task.participants.length === 0;
        const known = task.participants.filter(
          (one) => task.works || keyword === "any" || !one.typed || one.person.id === viewer.id,
        );
        return known.some((one) => isMeant(one.person, value, viewer));
      });
    case "watcher":
      return any((_text, _lower, value) =>
        keywordIn(value) === "none"
          ? task.watchers.length === 0
          : task.watchers.some((one) => isMeant(one, value, viewer)),
      );
    case "team":
      return any((text, _lower, value) => {
        const keyword = keywordIn(value);
        if (keyword === "me") return task.team.own;
        if (keyword === "any" || keyword === "none") return keyword === "any";
        return thingsCalled(text, judging.teams).some(({ id }) => id === task.team.id);
      });
    case "org":
      return any((text, _lower, value) => {
        const keyword = keywordIn(value);
        if (keyword === "any" || keyword === "none") return (task.organization !== null) === (keyword === "any");
        return judging.organizations.some(
          ({ id, name }) => id === task.organization?.id && sortKey(name) === sortKey(text),
        );
      });
    case "type":
    case "channel":
      return any((text, _lower, value) => {
        const keyword = keywordIn(value);
        if (keyword === "any" || keyword === "none") return keyword === "any";
        return task[key] === (key === "type" ? typeCalled(text, isAgent(viewer)) : oneOf(key, text, CHANNELS).key);
      });
    case "tag":
      return any((text, _lower, value) => {
        const [tag, keyword] = [normalized(text, "NFC").toLowerCase(), keywordIn(value)];
        if (keyword === "any" || keyword === "none") return task.tags.length > 0 === (keyword === "any");
        return task.tags.some((one) => (tag.endsWith("*") ? one.startsWith(tag.slice(0, -1)) : one === tag));
      });
    case "priority":
      return any((_, lower) => {
        const rank = PRIORITIES.find((priority) => priority.key === lower)?.rank ?? 0;
        return compares(task.priority, compare, rank);
      });
    case "created":
    case "updated":
    case "resolved":
    case "closed":
    case "replied":
      return values.some((value) => time("past", task[key], value));
    case "due":
      return values.some((value) => time("day", task.due, value));
    case "snooze":
      return values.some((value) =>
        isTimeLeft(value) ? time("left", task.snooze, value) : time("day", task.snoozeDay, value),
      );
    case "rating":
      return any((_, lower) => (task.rating ?? "none") === lower);
    case "reopened":
      return values.some((value) =>
        value.kind === "range"
          ? task.reopened >= (readCount(value.from) ?? 0) && task.reopened <= (readCount(value.to) ?? 0)
          : compares(task.reopened, compare, readCount(value.text) ?? 0),
      );
    case "parent":
      return any((text) => task.parentKnown && task.parent === readTaskNumber(text));
    case "linked":
      return any((text) => task.linked.includes(readTaskNumber(text) ?? 0));
    case "title":
    case "body":
    case "note":
    case "file": {
      const question = partQuestion(key, values, task.works);
      return question !== null && answers(task, question);
    }
    default:
      if (key.startsWith("field.")) return matchesField(term, task, judging);
      throw new Error(`Unknown qualifier “${key}:”.`); // rejected at compile time
  }
}

function isSo(flag: string, task: TaskFacts, { viewer, now, timeZone }: Judging): boolean {
  switch (flag) {
    case "open":
      return task.open;
    case "done":
      return !task.open;
    case "mine":
      return (isAgent(viewer) ? task.assignee : task.requester)?.id === viewer.id;
    case "unassigned":
      return task.assignee === null;
    case "unread":
      return task.unread;
    case "unanswered":
      return task.open && task.asked !== null && (task.replied === null || task.asked > task.replied);
    case "watched":
      return task.watchers.some(({ id }) => id === viewer.id);
    case "snoozed":
      return task.open && task.snooze !== null && task.snooze > now;
    case "overdue":
      return task.open && task.due !== null && task.due < todayIn(timeZone, now);
    case "confidential":
      return task.confidential;
    case "merged":
      return task.mergedInto !== null;
    case "spam":
      return task.putAway === "spam";
    case "trashed":
      return task.putAway === "trash";
    case "child":
      return task.parent !== null;
    case "parent":
      return task.isParent;
    default:
      throw new Error(`Unknown flag “is:${flag}”.`); // rejected at compile time
  }
}

/** Whether a person, or null, matches a value. Mirrors `isPerson`. */
function isMeant(somebody: PersonFacts | null, value: Pick<TextValue, "kind" | "text">, viewer: Viewer): boolean {
  const keyword = keywordIn(value);
  if (keyword === "none" || somebody === null) return keyword === "none" && somebody === null;
  if (keyword === "any") return true;
  if (keyword === "me") return somebody.id === viewer.id;
  const meant = parseSearchedPerson(value.text);
  if ("id" in meant) return somebody.id === meant.id;
  if ("email" in meant) {
    const email = emailKeyOf(meant.email);
    return somebody.emailKeys.includes(email) && (isAgent(viewer) || somebody.id === viewer.id);
  }
  const name = sortKey(meant.name);
  return name === "" ? somebody.name === meant.name : ` ${somebody.nameKey} `.includes(` ${name} `);
}

function matchesField(term: Qualifier, task: TaskFacts, judging: Judging): boolean {
  const { viewer } = judging;
  const field = fieldMeant(term.key, judging);
  const asked = askedValues(field, term, judging);
  if (!maySeeField(field, task.works)) return false;
  const told = task.works || isShown(field, task.type, task.fields);
  const stored = told ? ownValue(task.fields, field.key) : undefined;

  const has = (value: AskedValue): boolean => {
    if (value.kind === "words") {
      const parts = task.works ? (["publicText", "labels"] as const) : (["publicText"] as const);
      const question = phraseOf(value, parts, { as: fieldWord(field.key) });
      return question !== null && answers(task, question);
    }
    if (value.kind === "set") return (stored !== undefined) === value.set;
    if (stored === undefined) return false;
    switch (value.kind) {
      case "number":
        return compares(Number(stored), value.compare === "=" ? null : value.compare, value.number);
      case "numbers":
        return Number(stored) >= value.from && Number(stored) <= value.to;
      case "times": {
        if (value.times === "none" || value.times === "any") return value.times === "any";
        const literal = storedTime(field.kind);
        const { from, to } = value.times;
        const beyond = (at: number, inclusive: boolean, sign: 1 | -1) => {
          const limit = literal(at);
          return stored === limit ? inclusive : stored > limit === (sign === 1);
        };
        return (!from || beyond(from.at, from.inclusive, 1)) && (!to || beyond(to.at, to.inclusive, -1));
      }
      case "choice":
        return field.kind === "select" ? stored === value.value : chosenKeys(stored).includes(value.value);
      case "person":
        return isMeant(ownValue(task.fieldPeople, field.key) ?? null, value.person, viewer);
    }
  };
  return asked.some(has);
}

function compares(value: number, compare: Compare | null, other: number): boolean {
  switch (compare) {
    case ">":
      return value > other;
    case ">=":
      return value >= other;
    case "<":
      return value < other;
    case "<=":
      return value <= other;
    default:
      return value === other;
  }
}
