import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Conversation } from "~/features/conversation/messages/conversation";
import { RequesterCopies } from "~/features/people/requester-copies";
import { RateForm } from "~/features/tasks/rating/rating";
import { nextStepText } from "~/features/tasks/status/requester-status";
import { statusOf } from "~/features/tasks/tasks";
import { StatusMark } from "~/ui/badges";
import { Notice } from "~/ui/notice";
import { Time } from "~/ui/time";
import { RequesterFields } from "./custom-fields-for-requesters";
import * as say from "./task-page-copy";
import type { RequesterTask } from "./task-read.server";
import { taskHref } from "./way-in-list";

type PreviewProps = { task: RequesterTask; name: string; now: number; belowStatus?: ReactNode };

/** The requester's page for an agent to look at. Its controls are disabled: nothing is sent in the requester's place. */
export function RequesterPreview({ task, name, now, belowStatus }: PreviewProps) {
  const status = statusOf(task.status);
  const back = taskHref(task.id, useSearchParams()[0].get("list"));
  const nothing = { requestKey: "", refusal: null };
  return (
    <article className="task">
      <header className="task-head">
        <Notice>{say.viewingAsRequester(name, <a href={back}>{say.backToYourView}</a>)}</Notice>
        <p className="task-number">
          #{task.id} · {task.typeName}
        </p>
        <h1 dir="auto">{task.title}</h1>
        <p className="task-line">
          <StatusMark category={status.category} name={status.requesterName} colour={status.colour} />
          <span>{say.openedAt(<Time at={task.createdAt} now={now} />)}</span>
        </p>
      </header>
      <div className="task-main">
        <Conversation taskId={task.id} page={task} now={now} />
        <p className="task-next">{nextStepText(task, now)}</p>
        {belowStatus}
        <fieldset disabled className="stack" aria-label={say.requestersForms}>
          <RateForm rating={task.rating} {...nothing} />
          <RequesterFields task={task} {...nothing} />
          {/* Without the requester's form: its fold would open even here. */}
          <RequesterCopies
            taskId={task.id}
            people={task.participants}
            isRequester={false}
            viewerId={null}
            {...nothing}
          />
        </fieldset>
      </div>
    </article>
  );
}
