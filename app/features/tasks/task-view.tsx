import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { Person } from "~/ui/person";
import { StatusMark } from "~/ui/status";
import { Tag } from "~/ui/tag";
import { Time } from "~/ui/time";
import { AgentReply, NoteForm, RequesterReply } from "./composers";
import { Conversation } from "./conversation";
import { History } from "./history";
import type { Conflict } from "./task-change.server";
import { TaskFields } from "./task-fields";
import type { AgentTask, RequesterTask, ShownMessage, TaskPage } from "./task-read.server";
import { isOpen, statusOf, typeName } from "./task-words";

/** What an action found wrong, and with which of the page's forms. */
export type TaskRefusal = {
  form: "reply" | "note" | "fields";
  refusal: Refusal;
  /** A reply that was held because somebody else's message arrived. */
  held: boolean;
  conflicts: Conflict[];
};

type Props<Task> = {
  task: Task;
  /** UTC milliseconds. */
  now: number;
  requestKeys: { reply: string; note: string };
  refused: TaskRefusal | null;
};

const of = (refused: TaskRefusal | null, form: TaskRefusal["form"]) => (refused?.form === form ? refused : null);

/** A form starts anew once its writer's own message has arrived; whatever else changes on the page leaves it alone. */
const lastOwn = (messages: readonly ShownMessage[], kind: ShownMessage["kind"]) =>
  messages.findLast((message) => message.isMine && message.kind === kind)?.id ?? 0;

function Head({ task, children }: { task: TaskPage; children: ReactNode }) {
  return (
    <header className="task-head">
      <p className="task-number">
        #{task.id} · {typeName(task.type)}
      </p>
      <h1>{task.title}</h1>
      <p className="task-line">{children}</p>
    </header>
  );
}

/** The page of somebody who works on the task. */
export function AgentTaskView({ task, now, requestKeys, refused }: Props<AgentTask>) {
  const status = statusOf(task.status);
  const fields = of(refused, "fields");
  const ownChange = task.history.findLast((event) => event.isMine && event.kind === "changed")?.id ?? 0;
  return (
    <article className="task">
      <Head task={task}>
        <StatusMark category={status.category} name={status.name} />
        <a href={`/users/${task.requester.id}`}>
          <Person name={task.requester.name} />
        </a>
        {task.requester.disabled && <span>(account disabled)</span>}
        <span>
          opened <Time at={task.createdAt} now={now} />
        </span>
        {task.dueAt !== null && (
          <span>
            due <Time at={task.dueAt} now={now} />
          </span>
        )}
        {task.reopenCount > 0 && <span>reopened {task.reopenCount === 1 ? "once" : `${task.reopenCount} times`}</span>}
        {task.tags.map((tag) => (
          <Tag key={tag} name={tag} href={`/tasks?tag=${encodeURIComponent(tag)}`} />
        ))}
      </Head>
      <aside className="task-side" aria-label="Fields">
        {task.assignee === null && isOpen(task.status) && (
          <Form method="post" action={`/tasks/${task.id}/assignment`} preventScrollReset>
            <Button>Assign to me</Button>
          </Form>
        )}
        <TaskFields
          key={fields ? `refused at ${task.version}` : ownChange}
          task={task}
          refusal={fields?.refusal}
          conflicts={fields?.conflicts ?? []}
        />
      </aside>
      <div className="task-main">
        <Conversation messages={task.messages} now={now} />
        <AgentReply
          key={`reply ${lastOwn(task.messages, "public")}`}
          requestKey={requestKeys.reply}
          seen={task.seen}
          choices={task.choices}
          asRequester={task.side === "requester"}
          requester={task.requester.name}
          refusal={of(refused, "reply")?.refusal}
          held={of(refused, "reply")?.held ?? false}
        />
        <NoteForm
          key={`note ${lastOwn(task.messages, "internal")}`}
          requestKey={requestKeys.note}
          refusal={of(refused, "note")?.refusal}
        />
        <History events={task.history} now={now} />
      </div>
    </article>
  );
}

/** The page of whoever asked: their words for statuses, the public conversation, and what they can do about it. */
export function RequesterTaskView({ task, now, requestKeys, refused }: Props<RequesterTask>) {
  const status = statusOf(task.status);
  const reply = of(refused, "reply");
  return (
    <article className="task">
      <Head task={task}>
        <StatusMark category={status.category} name={status.requesterName} />
        <span>
          opened <Time at={task.createdAt} now={now} />
        </span>
      </Head>
      <div className="task-main">
        <Conversation messages={task.messages} now={now} />
        <RequesterReply
          key={lastOwn(task.messages, "public")}
          requestKey={requestKeys.reply}
          seen={task.seen}
          status={task.status}
          reopens={task.reopens}
          refusal={reply?.refusal}
          held={reply?.held ?? false}
        />
      </div>
    </article>
  );
}
