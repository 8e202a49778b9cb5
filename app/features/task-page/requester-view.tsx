import type { ReactNode } from "react";
import { DeletedDrafts } from "~/features/conversation/drafts/draft-notices";
import { draftedIn } from "~/features/conversation/drafts/draft-status.island";
import { typedBefore } from "~/features/conversation/drafts/drafts";
import { Conversation } from "~/features/conversation/messages/conversation";
import type { KnownByName } from "~/features/conversation/sending/recipients";
import { RequesterCopies } from "~/features/people/requester-copies";
import { MuteButton } from "~/features/people/task-people";
import { MarkUnread } from "~/features/task-list/seen-form";
import { RateForm } from "~/features/tasks/rating/rating";
import { type Answered, nextStepText } from "~/features/tasks/status/requester-status";
import { type StatusKey, statusOf, whoseRequest } from "~/features/tasks/tasks";
import { StatusMark } from "~/ui/badges";
import { Button } from "~/ui/button";
import { SendButton } from "~/ui/send-button";
import { Time } from "~/ui/time";
import { anyway as asked, ReplyForm, type ReplyProps } from "./composers";
import { RequesterFields } from "./custom-fields-for-requesters";
import { useFormResults } from "./form-results";
import * as say from "./task-page-copy";
import type { RequesterTask } from "./task-read.server";
import { Head, lastOwn, type TaskViewProps } from "./task-view";

/** Id of the sentence about the request's outcome. */
const WHAT_HAPPENS_NEXT = "next";

/** The button disappears once pressed and focus moves to the sentence, so the same key again can't undo the answer. */
const solved = { name: "outcome", value: "solved", "data-focus-next": WHAT_HAPPENS_NEXT } as const;

/**
 * A requester's reply. If it decides the status, the requester chooses explicitly; nothing is guessed or asked twice.
 */
function RequesterReply({
  status,
  answered,
  hasWritten,
  reopens,
  others,
  ...form
}: ReplyProps & {
  status: StatusKey;
  answered: Answered | null;
  hasWritten: boolean;
  reopens: boolean;
  /** Other recipients besides the agents. */
  others: readonly KnownByName[];
}) {
  const rest = { ...form, isAlone: true, recipients: others, recipientsLabel: say.alsoGoesTo };
  const { category } = statusOf(status);
  const told = asked(rest.held);
  const anyway = told && <input type="hidden" {...told} />;
  const own = answered?.by === null ? answered.outcome : null;
  const saidSolved = own === "solved";
  // New buttons per status: the focused one must not turn into its opposite under the finger.
  const buttons = `buttons ${category}`;
  const notSolved = (
    <Button name="outcome" value="not_solved">
      {say.itIsNotSolved}
    </Button>
  );
  if (category === "resolved") {
    return (
      <ReplyForm {...rest} hint={saidSolved ? say.moreToSayHint : say.isItSolvedHint} required={false}>
        {anyway}
        <div className="buttons" key={buttons}>
          <Button {...solved} look={saidSolved ? "plain" : "primary"}>
            {say.thanksItIsSolved}
          </Button>
          {notSolved}
        </div>
      </ReplyForm>
    );
  }
  if (category === "closed") {
    return (
      <ReplyForm {...rest} hint={reopens ? say.reopensRequestHint : say.opensNewRequestHint} required={!reopens}>
        {anyway}
        <div className="buttons" key={buttons}>
          {reopens ? notSolved : <Button look="primary">{say.sendAsANewRequest}</Button>}
        </div>
      </ReplyForm>
    );
  }
  const isAsked = own === "not_solved" && !hasWritten;
  return (
    <ReplyForm {...rest} {...(isAsked && { question: say.whatIsStillWrong })} required={false}>
      {anyway}
      <div className="buttons" key={buttons}>
        <SendButton look="primary">{rest.held ? say.sendAnyway : say.sendReply}</SendButton>
        <Button {...solved}>{say.itIsSolved}</Button>
      </div>
    </ReplyForm>
  );
}

/** A requester's page: plain names for statuses, the public conversation, and their own actions. */
export function RequesterTaskView({
  task,
  way,
  now,
  pageKey,
  refused,
  belowStatus,
}: TaskViewProps<RequesterTask> & { belowStatus?: ReactNode }) {
  const status = statusOf(task.status);
  const answers = useFormResults(refused);
  const reply = answers.to("reply");
  const drafted = draftedIn({ kind: "reply", taskId: task.id }, task.own, now);
  return (
    <article className="task" data-prefetch="intent">
      <Head task={task} way={way}>
        <StatusMark category={status.category} name={status.requesterName} colour={status.colour} />
        <span>{say.openedAt(<Time at={task.createdAt} now={now} />)}</span>
        {task.requestOf && <span>{whoseRequest(task.requestOf)}</span>}
      </Head>
      <div className="task-main">
        <Conversation taskId={task.id} page={task} now={now} />
        <p className="task-next" id={WHAT_HAPPENS_NEXT} tabIndex={-1}>
          {nextStepText(task, now)}
        </p>
        {belowStatus}
        <RequesterReply
          key={`reply ${lastOwn(task.messages, "public")}`}
          requestKey={`${pageKey}-reply`}
          seen={task.seen}
          readers={task.readers}
          status={task.status}
          answered={task.answered}
          hasWritten={task.messages.some((message) => message.isMine && message.at >= (task.answered?.at ?? 0))}
          others={[
            ...(task.requestOf ? [{ id: 0, name: task.requestOf.name }] : []),
            ...task.participants.filter(({ id }) => id !== task.viewerId),
          ]}
          reopens={now <= (task.reopensUntil ?? 0)}
          refusal={typedBefore(reply?.refusal, drafted.draft)}
          held={reply?.held ?? null}
          drafted={drafted}
        />
        <DeletedDrafts deleted={drafted.deleted} now={now} />
        <RateForm
          key={task.rating?.value}
          rating={task.rating}
          requestKey={`${pageKey}-rating`}
          refusal={answers.to("rating")?.refusal}
        />
        <RequesterFields task={task} requestKey={`${pageKey}-own_fields`} refusal={answers.to("own_fields")?.refusal} />
        <RequesterCopies
          taskId={task.id}
          people={task.participants}
          isRequester={task.requestOf === null}
          viewerId={task.viewerId}
          requestKey={`${pageKey}-participants`}
          refusal={answers.to("participants")?.refusal}
        />
        <form className="buttons" method="post" action={`/tasks/${task.id}/mute`} data-keeps-scroll>
          <MuteButton taskId={task.id} muted={task.muted} />
          <MarkUnread taskId={task.id} />
        </form>
      </div>
    </article>
  );
}
