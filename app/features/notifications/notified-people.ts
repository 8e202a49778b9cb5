import type { NewEvent } from "~/features/tasks/write-task-history.server";
import type { MailPreferences } from "~/features/users/mail-preferences";
import type { Role, UserState } from "~/features/users/users";
import { mailTime } from "./mail-time";
import { isLoud, KINDS, NOTIFICATION_KINDS, type NotificationKind, REASONS, type Reason } from "./notification-kinds";
import { type ChosenLevels, levelOf } from "./notification-levels";
import * as say from "./notifications-copy";

/** As in `task.priority`. */
export const URGENT = 4;

/** A task after the change. */
export type ToldTask = {
  id: number;
  team_id: number;
  assignee_id: number | null;
  requester_id: number;
  /** Resolved but not closed. */
  resolved: boolean;
  /** Whether its team assigns tasks manually. */
  manual: boolean;
  urgent: boolean;
};

/** A person around a task, with everything that decides whether they are notified. */
export type RecipientCandidate = {
  id: number;
  role: Role;
  state: UserState;
  /** Has agent access. */
  works: boolean;
  member: boolean;
  /** Leads the task's team. */
  lead: boolean;
  /** In the team, available and not absent. */
  there: boolean;
  absent: boolean;
  substituteId: number | null;
  inCopy: boolean;
  watches: boolean;
  muted: boolean;
  /** Their setting for the team's new tasks; null for the default. */
  newTasks: boolean | null;
  levels: ChosenLevels;
  mail: MailPreferences & { zone: string };
};

export type Told = {
  userId: number;
  kind: NotificationKind;
  reason: Reason;
  messageId: number | null;
  details: string;
  /** When to mail it, in UTC milliseconds; null for never. */
  mailAt: number | null;
};

type Candidate = Omit<Told, "userId">;

/**
 * Notifications for one change to a task (domain B9). Leaves out the actor and people without access. Everyone else gets at
 * most one, for the strongest reason.
 */
export function notificationsFor(
  task: ToldTask,
  people: readonly RecipientCandidate[],
  events: readonly NewEvent[],
): Told[] {
  const causer = events.find(({ actorId }) => actorId !== null)?.actorId ?? null;
  const candidates = new Map<number, Candidate[]>();
  const messageId = events.map((event) => ("messageId" in event ? event.messageId : null)).find(Boolean) ?? null;
  const details = changesInWords(events);
  const at = events[0]?.at ?? 0;

  const tell: Tell = (who, kind, reason) => {
    for (const person of people.filter(who)) {
      if (person.id === causer || person.state !== "active") continue;
      if (NOTIFICATION_KINDS[kind].inner ? !person.works : !asks(task, person)) continue;
      if (levelOf(person.levels, kind) === "off" || (person.muted && !isLoud(kind))) continue;
      const mailAt = mailTimeFor(kind, person, { at, urgent: task.urgent });
      const clocks = kind === "clock_warning" || kind === "clock_breached" ? clocksIn(events, kind) : "";
      const told = { kind, reason, messageId, mailAt, details: kind === "changed" ? details : clocks };
      candidates.set(person.id, [...(candidates.get(person.id) ?? []), told]);
    }
  };
  for (const event of events) tellOf(event, { task, people, causer }, tell);
  return [...candidates].map(([userId, theirs]) => ({ userId, ...strongest(theirs) }));
}

/**
 * When to mail a notification; null for never. Requesters get the task's own email instead: replies and its resolution.
 */
export const mailTimeFor = (
  kind: NotificationKind,
  { levels, mail }: Pick<RecipientCandidate, "levels" | "mail">,
  { at, urgent }: { at: number; urgent: boolean },
): number | null =>
  NOTIFICATION_KINDS[kind].inner && levelOf(levels, kind) === "email" ? mailTime(at, mail, { ...mail, urgent }) : null;

type Around = { task: ToldTask; people: readonly RecipientCandidate[]; causer: number | null };

type Tell = (who: (person: RecipientCandidate) => boolean, kind: NotificationKind, reason: Reason) => void;

function tellOf(event: NewEvent, around: Around, tell: Tell): void {
  const { task, causer } = around;
  const assignee = ({ id }: RecipientCandidate) => id === task.assignee_id;
  if ("mentioned" in event) tell(({ id }) => event.mentioned?.includes(id) === true, "mention", "mention");
  if (event.kind === "created") {
    tell(assignee, "assigned", "assignee");
    tell(wantsNewTasks(around), "new_task", "team");
  } else if (event.kind === "noted") {
    tell(assignee, "note", "assignee");
    tell(watches, "note", "watcher");
  } else if (event.kind === "replied") {
    tell((person) => asks(task, person), "public_answer", "requester");
    if (event.side === "requester") notifyOfAnswer(around, tell);
    if (event.side === "agent") tell(assignee, "agent_replied", "assignee");
    if (event.side === "agent") tell(watches, "agent_replied", "watcher");
  } else {
    const { field, to } = event;
    if (field === "snooze" && to === null && causer === null) {
      if (task.assignee_id === null) tell(isThere, "snooze_ended", "team");
      else tell(assignee, "snooze_ended", "assignee");
    }
    if (field === "clock_warning") {
      if (task.assignee_id === null) tell(isThere, "clock_warning", "team");
      else tell(assignee, "clock_warning", "assignee");
    }
    if (field === "clock_breached") {
      tell(assignee, "clock_breached", "assignee");
      tell(({ lead }) => lead, "clock_breached", "team");
    }
    if (field === "assignee") tell(assignee, "assigned", "assignee");
    if (field === "team") tell(wantsNewTasks(around), "new_task", "team");
    if (field === "status" && task.resolved) tell(({ id }) => id === task.requester_id, "resolved", "requester");
    if (causer !== null && isTold(field)) tell(assignee, "changed", "assignee");
  }
}

/** Notifies the assignee, or an absent assignee's substitute, or else all available members of the team. */
function notifyOfAnswer({ task, people }: Around, tell: Tell): void {
  const able = (id: number | null | undefined) => people.some((one) => one.id === id && one.works && !one.absent);
  const substituteId = people.find(({ id }) => id === task.assignee_id)?.substituteId;
  if (able(task.assignee_id)) tell(({ id }) => id === task.assignee_id, "answered", "assignee");
  else if (able(substituteId)) tell(({ id }) => id === substituteId, "answered", "substitute");
  else tell(isThere, "answered", "team");
}

const watches = (person: RecipientCandidate) => person.watches;
const isThere = (person: RecipientCandidate) => person.there;

/** By default, new tasks of a team with manual assignment notify its leads, or all members if it has none. */
function wantsNewTasks({ task, people }: Around) {
  const hasLead = people.some(({ lead }) => lead);
  return ({ member, lead, newTasks, there }: RecipientCandidate) =>
    member && (newTasks ?? (task.manual && there && (lead || !hasLead)));
}

const asks = (task: ToldTask, { id, inCopy }: RecipientCandidate) => id === task.requester_id || inCopy;

const TOLD_FIELDS = { status: say.status, team: say.team, priority: say.priority } as const;

const isTold = (field: string): field is keyof typeof TOLD_FIELDS => Object.hasOwn(TOLD_FIELDS, field);

/** "Status: Resolved, Priority: High". */
const changesInWords = (events: readonly NewEvent[]) =>
  events
    .flatMap((event) =>
      event.kind === "changed" && isTold(event.field)
        ? say.fieldIsNow(TOLD_FIELDS[event.field], event.to ?? say.none)
        : [],
    )
    .join(", ");

/** "First response, Resolution". */
const clocksIn = (events: readonly NewEvent[], field: string) =>
  events.flatMap((event) => (event.kind === "changed" && event.field === field ? (event.to ?? []) : [])).join(", ");

function strongest(candidates: readonly Candidate[]): Candidate {
  const rank = ({ reason, kind }: Candidate) => REASONS.indexOf(reason) * KINDS.length + KINDS.indexOf(kind);
  return candidates.reduce((best, other) => (rank(other) < rank(best) ? other : best));
}

/** Whether an event may notify anyone. Most changes don't, and imported history never does. */
export const isNews = (event: NewEvent) =>
  event.via !== "import" &&
  (event.kind !== "changed" ||
    "mentioned" in event ||
    isTold(event.field) ||
    ["assignee", "snooze", "clock_warning", "clock_breached"].includes(event.field));
