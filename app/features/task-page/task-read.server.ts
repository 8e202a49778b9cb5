import { compiledOnce } from "~/db/compiled-query-cache.server";
import type { Db } from "~/db/types";
import { readCorrections } from "~/features/conversation/corrections/corrections.server";
import { readSharedDrafts } from "~/features/conversation/drafts/draft-changes.server";
import { NO_DRAFTS, readDrafts } from "~/features/conversation/drafts/draft-rows.server";
import type { MessagePlace } from "~/features/conversation/messages/conversation-page-url";
import { readMessages, type ShownMessage } from "~/features/conversation/messages/message-page.server";
import { listRecipients, readersToken, sharedWith } from "~/features/conversation/sending/recipients.server";
import { NO_FIELDS, readFields } from "~/features/custom-fields/custom-fields.server";
import { readHistory } from "~/features/history/history-page.server";
import { type HistoryPlace, NEWEST_HISTORY } from "~/features/history/history-page-url";
import { listParticipants, shownParticipants } from "~/features/people/participants.server";
import { readPeople } from "~/features/people/watchers.server";
import { NO_RELATIONS, readRelations } from "~/features/relations/relations-read.server";
import { newlySeen, readingOf } from "~/features/task-list/unread.server";
import { readChecklist } from "~/features/tasks/checklist/checklist.server";
import { ownRating, shownRating } from "~/features/tasks/rating/rate-task.server";
import type { Answered } from "~/features/tasks/status/requester-status";
import { snoozeChoices, snoozeDayOf } from "~/features/tasks/status/snooze";
import { partsOf } from "~/features/tasks/task-parts.server";
import { sideOf } from "~/features/tasks/task-policy";
import { standingOf, visibleTo, workableBy } from "~/features/tasks/task-policy.server";
import { closesAt, reopensUntil, statusChoices } from "~/features/tasks/task-status";
import { isOpen, priorityOf, statusesEverNamed, statusOf, typeName } from "~/features/tasks/tasks";
import { isRestricted, leadsItsTeam } from "~/features/tasks/team-access.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { absenceInWords, isAbsent } from "~/features/users/absence.server";
import { zoneOf } from "~/features/users/preferences.server";
import { personLabelWithId, type Role, type Viewer } from "~/features/users/users";
import { dayOf } from "~/lib/calendar-day";
import { formatTimeCursor } from "~/lib/time-cursor";
import { NO_REQUESTER_FIELDS, readRequesterFields } from "./custom-fields-for-requesters.server";

type Asked = { id: number; viewerId: number; organization: number; now: number };

const taskQuery = compiledOnce((db, { role, shares }: { role: Role; shares: boolean }, asked: Asked) => {
  const { id, viewerId, organization, now } = asked;
  const viewer = { id: viewerId, role, ...(shares && { sharedOrganizationId: organization }) };
  const works = role === "agent" ? workableBy(viewer) : role === "admin";
  return (
    db
      .selectFrom("task")
      .innerJoin("user as requester", "requester.id", "task.requester_id")
      .innerJoin("team", "team.id", "task.team_id")
      .leftJoin("user as assignee", "assignee.id", "task.assignee_id")
      // List columns one by one: PostgreSQL drops a cached plan of `select *` when an upgrade adds a column.
      .select(["task.id", "task.version", "task.title", "task.type", "task.status", "task.open", "task.priority"])
      .select(["task.team_id", "task.assignee_id", "task.requester_id", "task.confidential", "task.parent_id"])
      .select(["task.created_at", "task.updated_at", "task.due_at", "task.last_requester_at"])
      .select(["task.resolved_at", "task.closed_at", "task.reopen_count", "task.merged_into", "task.put_away"])
      .select(["task.snoozed_until", "task.snooze_day"])
      .select(["task.rating", "task.rating_comment", "task.rated_at", "task.rated_by"])
      .select(["assignee.absent_from", "assignee.absent_until", "assignee.substitute_id"])
      .$if(role === "admin", (query) => query.select(isRestricted(viewer)))
      .select([
        "requester.name as requester",
        "requester.email as requester_email",
        "requester.state as requester_state",
      ])
      .select(["assignee.name as assignee", "team.name as team"])
      .select(["team.after_reply", "team.auto_close_days", "team.reopen_days"])
      .select([
        ...standingOf(viewer),
        leadsItsTeam(viewer),
        sharedWith,
        ...partsOf(viewer, now),
        ...readingOf(viewer, works),
      ])
      .where("task.id", "=", id)
      .where(visibleTo(viewer))
  );
});

/**
 * Reads a task for its page; null when the viewer can't see it. `as` selects the page: requesters get only data they
 * may see. `place` selects the page of the conversation, `historyPlace` that of the history.
 */
export async function readTask(
  db: Db,
  viewer: Viewer,
  id: number,
  now: number,
  place: MessagePlace = { kind: "newest" },
  historyPlace: HistoryPlace = NEWEST_HISTORY,
) {
  const { role, sharedOrganizationId: organization } = viewer;
  const asked = { id, viewerId: viewer.id, organization: organization ?? 0, now };
  const [task] = await taskQuery(db, { role, shares: organization !== undefined }, asked);
  if (!task) return null;

  const hasRelations = task.has_sub_tasks || task.has_links || task.has_merged || task.parent_id !== null;
  const forAgents = () =>
    Promise.all([
      readPeople(db, viewer, task, now),
      task.has_tags ? listTags(db, id) : [],
      readHistory(db, viewer, task, historyPlace, now),
      listTeams(db),
      task.has_checklist ? readChecklist(db, id) : [],
      hasRelations ? readRelations(db, viewer, task, now) : NO_RELATIONS,
      task.has_fields ? readFields(db, id) : NO_FIELDS,
      task.has_shared_drafts ? readSharedDrafts(db, viewer, id) : [],
    ]);
  const [{ seen, ...page }, participants, own, recipients, inner] = await Promise.all([
    readMessages(db, viewer, task, place),
    task.has_participants ? listParticipants(db, id) : [],
    task.has_own_drafts ? readDrafts(db, viewer, task, now) : NO_DRAFTS,
    listRecipients(db, viewer, task),
    task.works === 1 ? forAgents() : null,
  ]);
  const status = statusOf(task.status);
  const shared = {
    id: task.id,
    title: task.title,
    type: task.type,
    /** Requesters see only the name: the type may be one they can't choose. */
    typeName: typeName(task.type),
    status: status.key,
    createdAt: task.created_at,
    participants: shownParticipants(
      participants,
      task.works === 0 && task.requester_id === viewer.id ? viewer.id : null,
    ),
    viewerId: viewer.id,
    muted: task.is_muted === 1,
    ...page,
    /** The message to open the page at: the first unread one, or the newest. Null for an older page of the conversation. */
    opensAt: page.newer || page.marked ? null : firstUnread(page.messages, task.seen_until),
    /** The viewer's own drafts. */
    own,
    seen: formatTimeCursor(seen),
    /** Token of the people who will read the viewer's message. */
    readers: readersToken(task.works === 1, { people: recipients, sharing: task.shared_with }),
    newlySeen: newlySeen(task, now),
    /** Whether a form of the viewer is parked, on this page or another. */
    hasParked: task.has_parked === 1,
  };
  if (inner === null) {
    return {
      as: "requester" as const,
      ...shared,
      /** The requester, when the viewer isn't. */
      requestOf: task.requester_id === viewer.id ? null : { name: task.requester, inCopy: task.in_copy === 1 },
      closesAt: closesAt(task),
      reopensUntil: reopensUntil(task),
      answered: task.open === 0 || task.reopen_count > 0 ? await readAnswer(db, viewer, task) : null,
      rating: ownRating(task, viewer.id, now),
      fields: task.has_fields ? await readRequesterFields(db, task) : NO_REQUESTER_FIELDS,
    };
  }

  const [people, tags, history, teams, checklist, relations, custom, sharedDrafts] = inner;
  const corrections = await readCorrections(db, viewer, task, page.messages, now);
  return {
    as: "agent" as const,
    /** The viewer sees it only as an admin, which is logged. */
    ...(task.restricted === 1 && { restricted: true }),
    ...shared,
    version: task.version,
    priority: priorityOf(task.priority).key,
    choices: statusChoices(task, now),
    /** The preselected status. A done task stays done by default: a "you're welcome" shouldn't reopen it. */
    afterReply: task.open === 1 ? task.after_reply : "keep",
    /** An agent who is the requester replies as a requester. */
    side: sideOf(viewer, task),
    requester: {
      id: task.requester_id,
      name: task.requester,
      label: personLabelWithId({ id: task.requester_id, name: task.requester, email: task.requester_email }),
      disabled: task.requester_state !== "active",
    },
    assignee: task.assignee_id === null ? null : { id: task.assignee_id, name: task.assignee ?? "" },
    ...(isAbsent(task, now) && { away: await absenceInWords(db, task, now) }),
    team: { id: task.team_id, name: task.team },
    tags: tags.map(({ tag }) => tag),
    due: dayOf(task.due_at),
    snooze: dayOf(snoozeDayOf(task)),
    /** Snooze options with short labels. */
    snoozeChoices: snoozeChoices(now, zoneOf(viewer)),
    snoozedUntil: task.snoozed_until,
    snoozeDay: snoozeDayOf(task),
    dueAt: task.due_at,
    updatedAt: task.updated_at,
    resolvedAt: task.resolved_at,
    closedAt: task.closed_at,
    reopenCount: task.reopen_count,
    rating: shownRating(task),
    history,
    checklist,
    custom,
    relations,
    recipients,
    sendsMail: task.sends_mail === 1,
    hasSentMail: task.has_sent_mail === 1,
    corrections,
    /** Colleagues' shared drafts. */
    sharedDrafts,
    ...people,
    /** Possible teams, plus the current one, which may be archived. */
    teams: teams.some(({ id }) => id === task.team_id) ? teams : [{ id: task.team_id, name: task.team }, ...teams],
  };
}

/** For a viewer who hasn't opened the task before, the newest message comes first. */
const firstUnread = (messages: readonly ShownMessage[], seenUntil: number | null) =>
  (messages.find(({ isMine, at }) => !isMine && seenUntil !== null && at > seenUntil) ?? messages.at(-1))?.id ?? null;

/** The requester side's own answer, if it set the current status; null when anything else did. */
async function readAnswer(
  db: Db,
  viewer: Viewer,
  task: { id: number; open: 0 | 1; requester_id: number },
): Promise<Answered | null> {
  const move = await db
    .selectFrom("event")
    .leftJoin("user as actor", "actor.id", "event.actor_id")
    .select(["event.actor_id", "event.old_value", "event.at", "actor.name", "actor.role"])
    .where("event.task_id", "=", task.id)
    .where("event.field", "=", "status")
    .orderBy("event.at", "desc")
    .orderBy("event.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!move) return null;
  const isOwn = move.actor_id === viewer.id;
  if (!isOwn && move.actor_id !== task.requester_id && move.role !== "requester") return null;
  const said = { at: move.at, by: isOwn ? null : move.name };
  if (task.open === 0) return { ...said, outcome: "solved" };
  const wasDone = statusesEverNamed(move.old_value ?? "").some(({ key }) => !isOpen(key));
  return wasDone ? { ...said, outcome: "not_solved" } : null;
}

const listTags = (db: Db, taskId: number) =>
  db.selectFrom("task_tag").select("tag").where("task_id", "=", taskId).orderBy("tag").execute();

export type TaskPage = NonNullable<Awaited<ReturnType<typeof readTask>>>;
export type AgentTask = Extract<TaskPage, { as: "agent" }>;
export type RequesterTask = Extract<TaskPage, { as: "requester" }>;
