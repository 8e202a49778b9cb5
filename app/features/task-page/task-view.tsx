import { type ReactNode, useState } from "react";
import { DeletedDrafts, SharedDrafts } from "~/features/conversation/drafts/draft-notices";
import { type Drafted, draftedIn } from "~/features/conversation/drafts/draft-status.island";
import { typedBefore } from "~/features/conversation/drafts/drafts";
import { Conversation } from "~/features/conversation/messages/conversation";
import type { ShownMessage } from "~/features/conversation/messages/message-page.server";
import type { Held } from "~/features/conversation/sending/held-reply";
import { History } from "~/features/history/history";
import { Presence } from "~/features/people/presence.island";
import { Participants, Watchers } from "~/features/people/task-people";
import { RelatedTasks } from "~/features/relations/related-tasks";
import { SeenForm } from "~/features/task-list/seen-form";
import { Checklist } from "~/features/tasks/checklist/checklist";
import { Rating } from "~/features/tasks/rating/rating";
import type { Unfinished } from "~/features/tasks/status/resolution-blockers.server";
import { isOpen, statusOf } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import type { Conflict } from "~/lib/merge-field";
import type { Refusal } from "~/lib/refusal";
import { StatusMark, Tag } from "~/ui/badges";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Person } from "~/ui/person";
import { useDeskName } from "~/ui/root-data";
import { Day, DueDay, Time } from "~/ui/time";
import { ComposerTabs } from "./composer-tabs";
import { AgentReply, NoteForm } from "./composers";
import { useFormResults } from "./form-results";
import { useSnoozeLink } from "./go-to-snooze";
import { OpenAtNewest } from "./open-at-newest.island";
import { useOptimisticTask } from "./optimistic-task";
import { PUT_AWAY_FORM, TaskFields } from "./task-fields";
import * as say from "./task-page-copy";
import type { AgentTask, TaskPage } from "./task-read.server";
import { type WayInList, WayInListLinks } from "./way-in-list";

/** A refused form on the page, or one waiting for confirmation. */
export type TaskRefusal = {
  form: "reply" | "note" | "fields" | "own_fields" | "checklist" | "rating" | (string & {});
  refusal: Refusal;
  /** A message waiting for confirmation. */
  held: Held | null;
  conflicts: Conflict[];
  /** The blockers of resolving the task. */
  unfinished: Unfinished | null;
  /** Saving the fields would remove the writer's access, so it waits for confirmation. */
  shutsOut?: boolean;
  /** The task this one was merged into; it refused the form. */
  target?: number;
};

export type TaskViewProps<Task> = {
  task: Task;
  way: WayInList;
  /** UTC milliseconds. */
  now: number;
  /** Prefix of each form's request key. */
  pageKey: string;
  refused: TaskRefusal | null;
};

/** The writer's latest message. Its arrival resets the form; other changes on the page don't. */
export const lastOwn = (messages: readonly ShownMessage[], kind: ShownMessage["kind"]) =>
  messages.findLast((message) => message.isMine && message.kind === kind)?.id ?? 0;

/** Changes when the writer's message arrives or its draft is deleted. */
const doneWith = (message: number, { deleted }: Drafted) => [message, ...deleted.map(({ id }) => id)].join();

export function Head({ task, way, children }: { task: TaskPage; way: WayInList; children: ReactNode }) {
  return (
    <header className="task-head">
      <WayInListLinks way={way} label={task.as === "agent" ? say.aroundThisTask : say.aroundThisRequest}>
        <p className="task-number">
          #{task.id} · {task.typeName}
        </p>
      </WayInListLinks>
      <h1 dir="auto">{task.title}</h1>
      <p className="task-line">{children}</p>
      <SeenForm />
    </header>
  );
}

/** Slots for other rooms' content on the agents' page. */
type AgentTaskSlots = {
  aboveConversation?: ReactNode;
  belowMessage?: (message: ShownMessage) => ReactNode;
  inMenu?: (message: ShownMessage) => ReactNode;
  /** Beside the conversation, below the fields. */
  belowFields?: ReactNode;
  /** In the reply form, below its recipients. */
  belowRecipients?: ReactNode;
  /** A page opened over this one. */
  overlay?: ReactNode;
};

/** The page for agents. */
export function AgentTaskView({
  task,
  way,
  now,
  pageKey,
  refused,
  aboveConversation,
  belowMessage,
  inMenu,
  belowFields,
  belowRecipients,
  overlay,
}: TaskViewProps<AgentTask> & AgentTaskSlots) {
  const { shown: hoped, fields } = useOptimisticTask(task);
  const status = statusOf(hoped.status);
  useSnoozeLink();
  const answers = useFormResults(refused);
  const [inReply, inNote, inFields] = [answers.to("reply"), answers.to("note"), answers.to("fields")];
  const [news, setNews] = useState<number | null>(null);
  const [more, openMore] = useState(false);
  const reply = draftedIn({ kind: "reply", taskId: task.id }, task.own, now, true);
  const note = draftedIn({ kind: "note", taskId: task.id }, task.own, now, true);
  const shared =
    (["reply", "note"] as const).find((kind) => task.sharedDrafts.some((one) => one.kind === kind)) ?? null;
  return (
    <article className="task" data-prefetch="intent">
      <Head task={hoped} way={way}>
        <StatusMark category={status.category} name={status.name} colour={status.colour} />
        {task.confidential && (
          <span className="task-confidential">
            <Icon name="note" />
            {terms.confidential}
          </span>
        )}
        <span className="unseen">{say.requesterIs}</span>
        <a href={`/users/${task.requester.id}`}>
          <Person name={task.requester.name} />
        </a>
        {task.requester.disabled && <span>{say.accountDisabled}</span>}
        <span>{say.openedAt(<Time at={task.createdAt} now={now} />)}</span>
        {task.dueAt !== null && <span>{say.dueAt(<DueDay at={task.dueAt} now={now} />)}</span>}
        {task.snoozeDay !== null && (
          <span>{terms.snoozedUntil(<Day at={task.snoozeDay} moment={task.snoozedUntil} now={now} />)}</span>
        )}
        {task.reopenCount > 0 && <span>{say.reopened(task.reopenCount)}</span>}
        {hoped.tags.length > 0 && (
          <span className="task-tags">
            {hoped.tags.map((tag) => (
              <Tag key={tag} name={tag} href={`/tasks?tag=${encodeURIComponent(tag)}`} />
            ))}
          </span>
        )}
        <Presence taskId={task.id} present={task.present} seen={task.seen} onNews={setNews} />
        <a className="task-jump" href="#fields">
          {say.editFields}
        </a>
      </Head>
      <div className="task-main">
        {aboveConversation}
        <Conversation
          taskId={task.id}
          page={task}
          corrections={task.corrections}
          belowMessage={belowMessage}
          inMenu={(message) => (
            <>
              {inMenu?.(message)}
              <a href={`/tasks/${task.id}/split?message=${message.id}`}>{say.splitOff}</a>
            </>
          )}
          now={now}
        />
        {task.rating && <Rating rating={task.rating} now={now} />}
        <a className="task-macros" data-command="" href={`/tasks/${task.id}/macros`}>
          {say.chooseMacro}
        </a>
        <ComposerTabs
          begun={inReply || reply.draft ? "reply" : inNote || note.draft ? "note" : shared}
          refused={{ reply: inReply, note: inNote }}
          done={{
            reply: doneWith(lastOwn(task.messages, "public"), reply),
            note: doneWith(lastOwn(task.messages, "internal"), note),
          }}
          reply={
            <>
              <SharedDrafts drafts={task.sharedDrafts} kind="reply" now={now} />
              <AgentReply
                key={`reply ${lastOwn(task.messages, "public")}`}
                requestKey={`${pageKey}-reply`}
                seen={task.seen}
                readers={task.readers}
                news={news}
                choices={task.choices}
                afterReply={task.afterReply}
                asRequester={task.side === "requester"}
                recipients={task.recipients}
                belowRecipients={belowRecipients}
                refusal={typedBefore(inReply?.refusal, reply.draft)}
                held={inReply?.held ?? null}
                unfinished={inReply?.unfinished ?? null}
                drafted={reply}
              />
              <DeletedDrafts deleted={reply.deleted} now={now} />
            </>
          }
          note={
            <>
              <SharedDrafts drafts={task.sharedDrafts} kind="note" now={now} />
              <NoteForm
                key={`note ${lastOwn(task.messages, "internal")}`}
                requestKey={`${pageKey}-note`}
                refusal={typedBefore(inNote?.refusal, note.draft)}
                held={inNote?.held ?? null}
                drafted={note}
              />
              <DeletedDrafts deleted={note.deleted} now={now} />
            </>
          }
        />
        {task.opensAt !== null && <OpenAtNewest id={task.opensAt} />}
      </div>
      <aside className="task-side" id="fields" aria-label={say.fields}>
        <h2 className="unseen">{say.fields}</h2>
        {hoped.assignee?.id !== task.viewerId && isOpen(task.status) && (
          <form method="post" action={`/tasks/${task.id}/assignment`} data-keeps-scroll>
            {task.assignee && <input type="hidden" name="from" value={task.assignee.id} />}
            {/* A single key must not take a task from a colleague. */}
            <Button data-command="" data-key={task.assignee ? undefined : "i"}>
              {task.assignee ? say.takeOverFrom(task.assignee.name) : say.assignToMe}
            </Button>
          </form>
        )}
        <form hidden id={PUT_AWAY_FORM} method="post" action={`/tasks/${task.id}/trash`} />
        <TaskFields
          key={answers.times("fields")}
          task={fields}
          now={now}
          requestKey={`${pageKey}-fields`}
          refusal={inFields?.refusal}
          conflicts={inFields?.conflicts ?? []}
          unfinished={inFields?.unfinished ?? null}
          shutsOut={inFields?.shutsOut ?? false}
          more={{ isOpen: more, set: openMore }}
          asRequesterHref={`/tasks/${task.id}?${new URLSearchParams({ as: "requester", ...(way.list && { list: way.list }) })}`}
        />
        {belowFields}
        <Participants
          taskId={task.id}
          people={task.participants}
          requestKey={`${pageKey}-participants`}
          refusal={answers.to("participants")?.refusal}
        />
        <Watchers
          taskId={task.id}
          people={task.watchers}
          viewerId={task.viewerId}
          muted={task.muted}
          requestKey={`${pageKey}-watchers`}
          refusal={answers.to("watchers")?.refusal}
        />
      </aside>
      <div className="task-more">
        <Checklist
          taskId={task.id}
          items={task.checklist}
          now={now}
          requestKey={`${pageKey}-checklist`}
          refusal={answers.to("checklist")?.refusal}
        />
        <RelatedTasks taskId={task.id} relations={task.relations} />
        <History taskId={task.id} page={task.history} now={now} desk={useDeskName()} />
      </div>
      {overlay}
    </article>
  );
}
