import { shownValue } from "~/features/tasks/custom-fields/field-values";
import { priorityOf, statusOf, typeName } from "~/features/tasks/task-words";
import { ownValue } from "~/lib/shown-field";
import { allOf } from "~/lib/text";
import { absoluteDay, absoluteTime } from "~/ui/time-words";
import { fieldMeant } from "./custom-values";
import { answers, type Judging } from "./judge-query";
import type { QueryTerm } from "./query-ast";
import { innerOf } from "./query-inner";
import type { TaskFacts } from "./task-facts.server";
import { ALL_PARTS, EVERYBODYS_PARTS, narrowed, type Part, phraseOf } from "./word-question";

const PLACES: Record<Part, string> = {
  title: "the title",
  publicText: "what everybody in the task may read",
  labels: "its tags, names, and fields",
  notes: "internal notes and their files",
};

/** What a task has that a term of a query asks for, as the viewer may know it: "Assignee: nobody." */
export function termInWords(term: QueryTerm, task: TaskFacts, judging: Judging, unfinished: boolean): string {
  if (term.kind === "number") return `This is #${task.id}.`;
  if (term.kind === "qualifier") return qualifierInWords(term, task, judging);
  const parts = task.works ? ALL_PARTS : EVERYBODYS_PARTS;
  const question = phraseOf(term, parts, { open: unfinished });
  if (!question) return "It has neither letters nor digits, and was left out.";
  const found = parts.filter((part) => answers(task, narrowed(question, [part])));
  const places = (found.length > 0 ? found : parts).map((part) => PLACES[part]);
  return found.length > 0 ? `Found in ${allOf(places)}.` : `Not in ${places.join(", nor in ")}.`;
}

type Qualifier = Extract<QueryTerm, { kind: "qualifier" }>;

const time = (at: number | null) => (at === null ? "never" : absoluteTime(at));
/** A day that somebody chose. */
const day = (at: number | null) => (at === null ? "never" : absoluteDay(at));
const name = (somebody: { name: string } | null) => somebody?.name ?? "nobody";
const names = (all: readonly ({ name: string } | null)[]) => (all.length > 0 ? allOf(all.map(name)) : "nobody");
const yes = (is: boolean) => (is ? "yes" : "no");

function qualifierInWords(term: Qualifier, task: TaskFacts, judging: Judging): string {
  if (term.key === "sort") return "This orders what is found.";
  if (!task.works && innerOf(term)) return "You see this task as one of those who asked, who are not told this.";
  if (term.key === "is" || term.key === "has") {
    const flags = term.values.flatMap((value) => (value.kind === "range" ? [] : value.text.toLowerCase()));
    return [...new Set(flags.map((flag) => flagInWords(term.key, flag, task)))].join(" ");
  }
  return `${fact(term.key, task, judging)}.`;
}

function fact(key: string, task: TaskFacts, judging: Judging): string {
  const status = statusOf(task.status);
  switch (key) {
    case "status":
    case "awaiting":
      return `Its status is ${task.works ? status.name : status.requesterName}`;
    case "assignee":
      return `Assignee: ${name(task.assignee)}`;
    case "requester":
      return `Requester: ${name(task.requester)}`;
    case "creator":
      return `Made by ${name(task.creator)}`;
    case "author":
      return `Messages you may read are by ${names(task.authors)}`;
    case "participant":
      // Whom an address belongs to is nothing to tell on the requester's side.
      return `In copy: ${names(task.participants.map(({ person, typed }) => (typed && !task.works ? { name: "somebody" } : person)))}`;
    case "watcher":
      return `Watched by ${names(task.watchers)}`;
    case "team":
      return `Team: ${task.team.name}`;
    case "org":
      return `Organization: ${task.organization?.name ?? "none"}`;
    case "type":
      return `Type: ${typeName(task.type)}`;
    case "channel":
      return `It came by ${task.channel}`;
    case "tag":
      return `Tags: ${task.tags.join(", ") || "none"}`;
    case "priority":
      return `Priority: ${priorityOf(task.priority).name}`;
    case "created":
      return `Created: ${time(task.created)}`;
    case "updated":
      return `Updated: ${time(task.updated)}`;
    case "resolved":
      return `Resolved: ${time(task.resolved)}`;
    case "closed":
      return `Closed: ${time(task.closed)}`;
    case "replied":
      return `Last answered: ${time(task.replied)}`;
    case "due":
      return `Due: ${day(task.due)}`;
    case "snooze":
      return `Snoozed until: ${day(task.snooze)}`;
    case "reopened":
      return `Reopened ${task.reopened} times`;
    case "rating":
      return `Rating: ${task.rating ?? "none"}`;
    case "parent":
      return task.parentKnown ? `Part of #${task.parent}` : "Part of no task you work on";
    case "linked":
      return task.linked.length > 0
        ? `Linked to ${allOf(task.linked.map((id) => `#${id}`))}`
        : "Linked to no task you work on";
    case "title":
      return "Looked for in the title";
    case "body":
      return "Looked for in what everybody in the task may read";
    case "note":
      return "Looked for in internal notes and their files";
    case "file":
      return "Looked for in the names of files";
    default: {
      const field = fieldMeant(key, judging);
      // From the requester's side it may not be shown now: not even that there is something in it is told.
      if (!task.works) return `Looked for in ${field.label}`;
      const stored = ownValue(task.fields, field.key);
      if (stored === undefined) return `${field.label}: empty`;
      return `${field.label}: ${ownValue(task.fieldPeople, field.key)?.name ?? shownValue(field, stored)}`;
    }
  }
}

function flagInWords(key: string, flag: string, task: TaskFacts): string {
  switch (`${key}:${flag}`) {
    case "is:open":
    case "is:done":
      return `${fact("status", task, NOTHING)}.`;
    case "is:mine":
      return `${fact(task.works ? "assignee" : "requester", task, NOTHING)}.`;
    case "is:unassigned":
      return `${fact("assignee", task, NOTHING)}.`;
    case "is:unanswered":
      return `Last asked: ${time(task.asked)}. Last answered: ${time(task.replied)}.`;
    case "is:watched":
      return `${fact("watcher", task, NOTHING)}.`;
    case "is:snoozed":
      return `${fact("snooze", task, NOTHING)}.`;
    case "is:overdue":
    case "has:due":
      return `${fact("due", task, NOTHING)}.`;
    case "is:merged":
      return task.mergedInto === null ? "It was not merged." : "It was merged into another task.";
    case "is:spam":
      return task.putAway === "spam" ? "It is marked as spam." : "It is not marked as spam.";
    case "is:trashed":
      return task.putAway === "trash" ? "It is in the trash." : "It is not in the trash.";
    case "is:child":
      return task.parent === null ? "It is part of no other task." : "It is part of another task.";
    case "is:parent":
      return task.isParent ? "It has sub-tasks." : "It has no sub-tasks.";
    case "is:unread":
      return task.unread ? "You have not seen all of it." : "You have seen all of it.";
    case "is:confidential":
      return `Confidential: ${yes(task.confidential)}.`;
    case "has:rating":
      return `${fact("rating", task, NOTHING)}.`;
    case "has:link":
      return `Links: ${yes(task.hasLink)}.`;
    case "has:draft":
      return task.has.draft ? "You are writing in it." : "You have no draft in it.";
    case "has:note":
      return `Internal notes: ${yes(task.has.note)}.`;
    case "has:attachment":
      return `Files: ${yes(task.has.attachment)}.`;
    default:
      return `Checklist: ${yes(task.has.checklist)}.`;
  }
}

const NOTHING: Judging = {
  viewer: { id: 0, name: "", email: null, role: "requester" },
  ...{ now: 0, timeZone: "UTC", teams: [], organizations: [], fields: [], interactive: false },
};
