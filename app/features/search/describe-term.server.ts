import { shownValue } from "~/features/custom-fields/field-values";
import { priorityOf, statusOf, typeName } from "~/features/tasks/tasks";
import { ownValue } from "~/lib/field-visibility";
import { allOf } from "~/lib/text";
import { absoluteDay, absoluteTime } from "~/ui/format-time";
import { innerOf } from "./agent-fields";
import { fieldMeant } from "./custom-values";
import { answers, type Judging } from "./evaluate-query.server";
import { ALL_PARTS, EVERYBODYS_PARTS, narrowed, type Part, phraseOf } from "./index-query";
import type { QueryTerm } from "./query-ast";
import * as say from "./search-pages-copy";
import type { TaskFacts } from "./task-facts.server";

const PLACES: Record<Part, string> = {
  title: say.inTheTitle,
  publicText: say.inWhatEverybodyReads,
  labels: say.inLabels,
  notes: say.inNotes,
};

/** Describes what the task has for a term, limited to what the viewer may know: "Assignee: nobody." */
export function termInWords(term: QueryTerm, task: TaskFacts, judging: Judging, unfinished: boolean): string {
  if (term.kind === "number") return say.thisIs(task.id);
  if (term.kind === "qualifier") return qualifierInWords(term, task, judging);
  const parts = task.works ? ALL_PARTS : EVERYBODYS_PARTS;
  const question = phraseOf(term, parts, { open: unfinished });
  if (!question) return say.noLettersInIt;
  const found = parts.filter((part) => answers(task, narrowed(question, [part])));
  const places = (found.length > 0 ? found : parts).map((part) => PLACES[part]);
  return found.length > 0 ? say.foundIn(places) : say.notIn(places);
}

type Qualifier = Extract<QueryTerm, { kind: "qualifier" }>;

const time = (at: number | null) => (at === null ? say.neverSaid : absoluteTime(at));
const day = (at: number | null) => (at === null ? say.neverSaid : absoluteDay(at));
const name = (somebody: { name: string } | null) => somebody?.name ?? say.nobody;
const names = (all: readonly ({ name: string } | null)[]) => (all.length > 0 ? allOf(all.map(name)) : say.nobody);

function qualifierInWords(term: Qualifier, task: TaskFacts, judging: Judging): string {
  if (term.key === "sort") return say.ordersWhatIsFound;
  if (!task.works && innerOf(term)) return say.notToldOnThatSide;
  if (term.key === "is" || term.key === "has") {
    const flags = term.values.flatMap((value) => (value.kind === "range" ? [] : value.text.toLowerCase()));
    return [...new Set(flags.map((flag) => flagInWords(term.key, flag, task)))].join(" ");
  }
  return fact(term.key, task, judging);
}

function fact(key: string, task: TaskFacts, judging: Judging): string {
  const status = statusOf(task.status);
  switch (key) {
    case "status":
    case "awaiting":
      return say.itsStatus(task.works ? status.name : status.requesterName);
    case "assignee":
      return say.itsAssignee(name(task.assignee));
    case "requester":
      return say.itsRequester(name(task.requester));
    case "creator":
      return say.madeBy(name(task.creator));
    case "author":
      return say.messagesAreBy(names(task.authors));
    case "participant":
      // The requester's side must not learn whose address it is.
      return say.inCopyAre(
        names(task.participants.map(({ person, typed }) => (typed && !task.works ? { name: say.somebody } : person))),
      );
    case "watcher":
      return say.watchedBy(names(task.watchers));
    case "team":
      return say.itsTeam(task.team.name);
    case "org":
      return say.itsOrganization(task.organization?.name ?? say.none);
    case "type":
      return say.itsType(typeName(task.type));
    case "channel":
      return say.itCameBy(task.channel);
    case "tag":
      return say.itsTags(task.tags.join(", ") || say.none);
    case "priority":
      return say.itsPriority(priorityOf(task.priority).name);
    case "created":
      return say.createdAt(time(task.created));
    case "updated":
      return say.updatedAt(time(task.updated));
    case "resolved":
      return say.resolvedAt(time(task.resolved));
    case "closed":
      return say.closedAt(time(task.closed));
    case "replied":
      return say.lastAnswered(time(task.replied));
    case "due":
      return say.dueOn(day(task.due));
    case "snooze":
      return say.snoozedUntil(day(task.snoozeDay));
    case "reopened":
      return say.reopenedTimes(task.reopened);
    case "rating":
      return say.itsRating(task.rating ?? say.none);
    case "parent":
      return task.parentKnown && task.parent !== null ? say.partOf(task.parent) : say.partOfNone;
    case "linked":
      return task.linked.length > 0 ? say.linkedTo(allOf(task.linked.map((id) => `#${id}`))) : say.linkedToNone;
    case "title":
      return say.lookedForInTitle;
    case "body":
      return say.lookedForInWhatEverybodyReads;
    case "note":
      return say.lookedForInNotes;
    case "file":
      return say.lookedForInFiles;
    default: {
      const field = fieldMeant(key, judging);
      // The field may be hidden from the requester's side, so don't reveal whether it has a value.
      if (!task.works) return say.lookedForIn(field.label);
      const stored = ownValue(task.fields, field.key);
      if (stored === undefined) return say.fieldIsEmpty(field.label);
      return say.fieldIs(field.label, ownValue(task.fieldPeople, field.key)?.name ?? shownValue(field, stored));
    }
  }
}

function flagInWords(key: string, flag: string, task: TaskFacts): string {
  switch (`${key}:${flag}`) {
    case "is:open":
    case "is:done":
      return fact("status", task, NOTHING);
    case "is:mine":
      return fact(task.works ? "assignee" : "requester", task, NOTHING);
    case "is:unassigned":
      return fact("assignee", task, NOTHING);
    case "is:unanswered":
      return say.lastAskedAndAnswered(time(task.asked), time(task.replied));
    case "is:watched":
      return fact("watcher", task, NOTHING);
    case "is:snoozed":
      return fact("snooze", task, NOTHING);
    case "is:overdue":
    case "has:due":
      return fact("due", task, NOTHING);
    case "is:merged":
      return task.mergedInto === null ? say.wasNotMerged : say.wasMerged;
    case "is:spam":
      return task.putAway === "spam" ? say.isSpam : say.isNotSpam;
    case "is:trashed":
      return task.putAway === "trash" ? say.isInTrash : say.isNotInTrash;
    case "is:child":
      return task.parent === null ? say.isPartOfNone : say.isPartOfAnother;
    case "is:parent":
      return task.isParent ? say.hasSubTasks : say.hasNoSubTasks;
    case "is:unread":
      return task.unread ? say.notAllSeen : say.allSeen;
    case "is:confidential":
      return say.isConfidential(task.confidential);
    case "has:rating":
      return fact("rating", task, NOTHING);
    case "has:link":
      return say.hasLinks(task.hasLink);
    case "has:draft":
      return task.has.draft ? say.youWriteInIt : say.noDraftInIt;
    case "has:note":
      return say.hasNotes(task.has.note);
    case "has:attachment":
      return say.hasFiles(task.has.attachment);
    default:
      return say.hasChecklist(task.has.checklist);
  }
}

const NOTHING: Judging = {
  viewer: { id: 0, name: "", email: null, role: "requester" },
  ...{ now: 0, timeZone: "UTC", teams: [], organizations: [], fields: [], interactive: false },
};
