import { StatusMark } from "~/ui/status";
import { Time } from "~/ui/time";
import { useAnswers } from "./answers";
import { OwnFields } from "./custom-fields/own-fields";
import { DeletedDrafts } from "./drafts/deleted-drafts";
import { draftedIn } from "./drafts/draft-line";
import { typedBefore } from "./drafts/kept-text";
import { Conversation } from "./messages/conversation";
import { MuteButton } from "./people/mute-button";
import { RequesterCopies } from "./people/requester-copies";
import { RateForm } from "./rating/rate-form";
import { RequesterReply, WHAT_HAPPENS_NEXT } from "./requester-reply";
import { whatHappensNext } from "./status/requester-words";
import type { RequesterTask } from "./task-read.server";
import { Head, lastOwn, type TaskViewProps } from "./task-view";
import { statusOf, whoseRequest } from "./task-words";
import * as say from "./tasks-texts";

/** The page of whoever asked: their words for statuses, the public conversation, and what they can do about it. */
export function RequesterTaskView({ task, now, pageKey, refused }: TaskViewProps<RequesterTask>) {
  const status = statusOf(task.status);
  const answers = useAnswers(refused);
  const reply = answers.to("reply");
  const drafted = draftedIn({ kind: "reply", taskId: task.id }, task.own, now);
  return (
    <article className="task" data-prefetch="intent">
      <Head task={task}>
        <StatusMark category={status.category} name={status.requesterName} colour={status.colour} />
        <span>{say.openedAt(<Time at={task.createdAt} now={now} />)}</span>
        {task.requestOf && <span>{whoseRequest(task.requestOf)}</span>}
      </Head>
      <div className="task-main">
        <Conversation taskId={task.id} page={task} now={now} />
        <p className="task-next" id={WHAT_HAPPENS_NEXT} tabIndex={-1}>
          {whatHappensNext(task, now)}
        </p>
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
        <OwnFields task={task} requestKey={`${pageKey}-own_fields`} refusal={answers.to("own_fields")?.refusal} />
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
        </form>
      </div>
    </article>
  );
}
