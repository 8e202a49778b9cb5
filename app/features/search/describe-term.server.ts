import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { shownValue } from "~/features/custom-fields/field-values";
import { snoozeDayOf } from "~/features/tasks/status/snooze";
import { priorityOf, statusOf, typeName } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { allOf } from "~/lib/text";
import { absoluteDay, absoluteTime } from "~/ui/format-time";
import { fieldMeant } from "./custom-field-terms";
import { ALL_PARTS, EVERYBODYS_PARTS, type Part, type Phrase, phraseOf } from "./index-query";
import { innerOf } from "./qualifier-availability";
import type { Qualifier, QueryTerm } from "./query-ast";
import { CLOCK_ENDS } from "./query-fields";
import { STILL_OPEN } from "./report-conditions.server";
import * as say from "./search-pages-copy";
import { textsOf } from "./sql-condition.server";
import type { Flag, TaskFacts } from "./task-facts.server";

const PLACES: Record<Part, string> = {
  title: say.inTitle,
  publicText: say.inPublicConversation,
  labels: say.inTagsAndFields,
  notes: say.inNotes,
};

type Known = { viewer: Viewer; fields: readonly FieldDefinition[] };

/**
 * Describes what the task has for a term, limited to what the viewer may know: "Assignee: none." `open`: the term is a word
 * that the viewer may still be typing.
 */
export function describeTerm(term: QueryTerm, task: TaskFacts, known: Known, open: boolean): string {
  if (term.kind === "number") return say.isThisTask(task.id);
  if (term.kind === "qualifier") return describeQualifier(term, task, known);
  const parts = task.works ? ALL_PARTS : EVERYBODYS_PARTS;
  const phrase = phraseOf(term, parts, { open });
  if (!phrase) return say.noLettersOrDigits;
  const found = parts.filter((part) => task.document[part].some((text) => hasPhrase(text, phrase)));
  const places = (found.length > 0 ? found : parts).map((part) => PLACES[part]);
  return found.length > 0 ? say.foundIn(places) : say.notFoundIn(places);
}

const hasPhrase = (text: readonly string[], { words, open }: Phrase) =>
  text.some((_, start) =>
    words.every((word, index) => {
      const there = text[start + index];
      return open && index === words.length - 1 ? there?.startsWith(word) : there === word;
    }),
  );

const time = (at: number | null) => (at === null ? say.never : absoluteTime(at));
const day = (at: number | null) => (at === null ? say.never : absoluteDay(at));
/** Names, without those of automatic messages, which have no author. */
const names = (all: readonly (string | null)[]) => {
  const people = all.filter((name) => name !== null);
  return people.length > 0 ? allOf(people) : say.none;
};

function describeQualifier(term: Qualifier, task: TaskFacts, known: Known): string {
  if (term.key === "sort") return say.onlySortsResults;
  if (term.key === "zone") return say.onlySetsZone;
  if (!task.works && innerOf(term)) return say.notShownToRequesters;
  if (term.key !== "is" && term.key !== "has") return describeField(term.key, task, known);
  const flags = new Set(textsOf(term.values).map((flag) => `${term.key}:${flag.toLowerCase()}`));
  return [...flags].map((flag) => describeFlag(flag, task, known)).join(" ");
}

function describeField(key: string, task: TaskFacts, known: Known): string {
  const status = statusOf(task.status);
  switch (key) {
    case "status":
    case "awaiting":
      return say.statusIs(task.works ? status.name : status.requesterName);
    case "assignee":
      return say.assigneeIs(task.assignee ?? say.none);
    case "requester":
      return say.requesterIs(task.requester);
    case "creator":
      return say.createdBy(task.creator ?? say.none);
    case "author":
      return say.messagesFrom(names(task.authors));
    case "participant":
      // The requester's side must not learn whose address it is.
      return say.peopleInCopy(
        names(task.participants.map(({ name, address }) => (address !== null && !task.works ? say.someone : name))),
      );
    case "watcher":
      return say.watchedBy(names(task.watchers));
    case "team":
      return say.teamIs(task.team);
    case "org":
      return say.organizationIs(task.organization ?? say.none);
    case "type":
      return say.typeIs(typeName(task.type));
    case "channel":
      return say.channelIs(task.channel);
    case "tag":
      return say.tagsAre(task.tags.join(", ") || say.none);
    case "priority":
      return say.priorityIs(priorityOf(task.priority).name);
    case "created":
      return say.createdAt(time(task.created_at));
    case "updated":
      return say.updatedAt(time(task.changed_at));
    case "resolved":
      return say.resolvedAt(time(task.resolved_at));
    case "closed":
      return say.closedAt(time(task.closed_at));
    case "replied":
      return say.lastAnswered(time(task.last_agent_at));
    case "due":
      return say.dueOn(day(task.due_at));
    case "snooze":
      return say.snoozedUntil(day(snoozeDayOf(task)));
    case "sla":
      return say.serviceLevelIs(task.clocks.level);
    case "sla.first":
    case "sla.next":
    case "sla.resolve":
      return say.clockIs(CLOCK_NAMES[key], task.clocks.states.get(METRICS[key]) ?? say.none);
    case "sla-due":
      return say.serviceLevelDue(time(task.clocks.dueAt));
    case "reopened":
      return say.timesReopened(task.reopen_count);
    case "answered":
      return say.firstAnswered(time(task.first_responded_at));
    case "rated":
      return say.ratedAt(time(task.rated_at));
    case "backlog":
      return say.wasOpen(task.openTimes.map(({ from_at, until_at }) => stretch(from_at, until_at)));
    case "rating":
      return say.ratingIs(task.rating ?? say.none);
    case "parent":
      return task.parent !== null ? say.partOf(task.parent) : say.notPartOfAny;
    case "linked":
      return task.linked.length > 0 ? say.linkedTo(allOf(task.linked.map((id) => `#${id}`))) : say.notLinkedToAny;
    case "title":
      return say.searchedInTitle;
    case "body":
      return say.searchedInConversation;
    case "note":
      return say.searchedInNotes;
    case "file":
      return say.searchedInFileNames;
    default: {
      if (CLOCK_ENDS.includes(key)) return describeClocks(key, task);
      const field = fieldMeant(key, known);
      // The field may be hidden from the requester's side, so don't reveal whether it has a value.
      if (!task.works) return say.searchedInField(field.label);
      const stored = task.fields.get(field.key);
      if (stored === undefined) return say.fieldIsEmpty(field.label);
      return say.fieldIs(field.label, stored.person ?? shownValue(field, stored.value));
    }
  }
}

const METRICS = { "sla.first": "first", "sla.next": "next", "sla.resolve": "resolution" } as const;

const CLOCK_NAMES = {
  "sla.first": say.firstResponse,
  "sla.next": say.nextResponse,
  "sla.resolve": say.resolution,
} as const;

const stretch = (from: number, until: number) =>
  until === STILL_OPEN ? say.sinceTime(absoluteTime(from)) : say.betweenTimes(absoluteTime(from), absoluteTime(until));

function describeClocks(key: string, { endedClocks }: TaskFacts): string {
  const asked = key.endsWith(".resolve") ? "resolution" : key.endsWith(".next") ? "next" : "first";
  const ended = endedClocks.filter(({ metric }) => metric === asked);
  const shown = ended.map(({ state, retargeted, ended_at }) => {
    const how = state === "breached" && retargeted === 1 ? "retargeted" : state;
    return say.clockEnded(how, time(ended_at));
  });
  return say.clocksEnded(say.CLOCKS[asked], shown);
}

/** Keys whose description says more than yes or no. */
const KEY_OF_FLAG: Record<string, string> = {
  "is:open": "status",
  "is:done": "status",
  "is:unassigned": "assignee",
  "is:watched": "watcher",
  "is:snoozed": "snooze",
  "is:overdue": "due",
  "has:due": "due",
  "has:rating": "rating",
  "has:sla": "sla",
};

function describeFlag(flag: string, task: TaskFacts, known: Known): string {
  if (flag === "is:unanswered") return say.lastAskedAndAnswered(time(task.last_requester_at), time(task.last_agent_at));
  const key = flag === "is:mine" ? (task.works ? "assignee" : "requester") : KEY_OF_FLAG[flag];
  if (key) return describeField(key, task, known);
  return say.FLAGS[flag as Flag][task[flag as Flag] === 1 ? 0 : 1];
}
