import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { incidentally } from "~/db/database-errors.server";
import { db } from "~/db/db.server";
import { forgetParkedForm, parkedForm } from "~/features/auth/parked-forms.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { discardIncoming } from "~/features/conversation/attachments/incoming-files.server";
import { RecoverDraft } from "~/features/conversation/drafts/recover-draft.island";
import {
  keptIn,
  messageHref,
  parseMessagePlace,
  parsePictures,
} from "~/features/conversation/messages/conversation-page-url";
import { withRemotePictures } from "~/features/conversation/messages/message-email";
import { type ShownMessage, taskOfMessage } from "~/features/conversation/messages/message-page.server";
import { isDiskFull } from "~/features/files/disk-errors.server";
import { noteStep } from "~/features/first-run/setup.server";
import { parseHistoryPlace } from "~/features/history/history-page-url";
import { readMailOnTask } from "~/features/mail/on-task/mail-on-task.server";
import { MessageMail, OriginalLink } from "~/features/mail/on-task/message-mail";
import { ReplyMailNotes, SendThereAgainForm } from "~/features/mail/on-task/reply-mail";
import { UndeliveredBanner } from "~/features/mail/on-task/undelivered-banner";
import { FirstAnswerBy } from "~/features/service-levels/first-answer";
import { readFirstAnswerBy } from "~/features/service-levels/first-answer.server";
import { TaskClocks } from "~/features/service-levels/task-clocks";
import { readTaskClocks } from "~/features/service-levels/task-clocks.server";
import { useTellSeen } from "~/features/task-list/seen-form";
import { markSeen } from "~/features/task-list/unread.server";
import { readAsRequester } from "~/features/task-page/read-as-requester.server";
import { RequesterPreview } from "~/features/task-page/requester-preview";
import { RequesterTaskView } from "~/features/task-page/requester-view";
import * as say from "~/features/task-page/task-page-copy";
import { readTask } from "~/features/task-page/task-read.server";
import { AgentTaskView, type TaskRefusal } from "~/features/task-page/task-view";
import { followMerges, mergedInto } from "~/features/tasks/follow-merges.server";
import { TaskId } from "~/features/tasks/task-schema";
import * as terms from "~/features/tasks/tasks-copy";
import { isVisible } from "~/features/tasks/team-access.server";
import { isPutAway } from "~/features/trash/trash-read.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { badRequest, pageNotFound } from "~/http/error-responses.server";
import { applySuggestion, refuse, refuseNoRoom, textOf } from "~/http/form.server";
import { notesOf } from "~/http/request-context.server";
import { formKey } from "~/lib/form-key.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import type { Refusal } from "~/lib/refusal";
import { keepPage, revalidateIfAnswered } from "~/shell/keep-page-on-failure";
import { fromPayload } from "~/shell/payload-client-loader";
import { RouteError } from "~/ui/route-error";
import {
  type Asked,
  backTo,
  refused,
  submitChecklistItem,
  submitFields,
  submitNote,
  submitOwnFields,
  submitRating,
  submitReply,
} from "./form-actions.server";
import { submitParticipants, submitWatcher } from "./people-actions.server";
import { TaskOverlay } from "./task-overlay.island";
import { logTaskOpening, noSuchTask, viewerAndId, wasMerged, withSalvagedText } from "./task-request.server";
import { readUploads } from "./uploads.server";
import { NO_LIST, wayInList } from "./way-in-list.server";

export const uploads = true;

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? `#${data.task.id} ${data.task.title}` : terms.task, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = TaskId.safeParse(params.id);
  const now = Date.now();
  const viewer = viewerOf(context);
  const { searchParams } = new URL(request.url);
  const place = parseMessagePlace(searchParams);
  const number = showsInstead.get(context) ?? id.data;
  const previews = searchParams.get("as") === "requester" && isAgent(viewer);
  const preview = number && previews ? await readAsRequester(db, viewer, number, now, place) : null;
  const [task, way] = preview
    ? [preview.task, NO_LIST]
    : number
      ? await Promise.all([
          readTask(db, viewer, number, now, place, parseHistoryPlace(searchParams)),
          wayInList(viewer, searchParams, number, now),
        ])
      : [null, NO_LIST];
  if (place.kind === "message" && task?.marked !== place.id) {
    const elsewhere = await taskOfMessage(db, viewer, place.id); // moved, by a merge for example
    if (elsewhere !== null) throw redirect(messageHref(elsewhere, place.id, keptIn(searchParams)));
  }
  if (!task) throw await noTask(request, viewer, id.data);
  await logTaskOpening(viewer, task.id, preview ? undefined : task.as === "agent" && task.restricted === true);
  // Links to a preview aren't prefetched, so its payload is looked at as well.
  if (preview && !isBrowserPrefetch(request)) await incidentally(noteStep(db, viewer, "requester"));
  if (task.newlySeen !== null && isLookedAt(request)) {
    await incidentally(markSeen(db, viewer, task.id, task.newlySeen, now));
    task.newlySeen = null;
  }
  if (loadPictures(task.messages, parsePictures(searchParams))) notesOf(request, context).remotePictures = true;
  return {
    task,
    /** The requester whose view of the task an agent asked for. */
    previewOf: preview?.name ?? null,
    way,
    mail: task.as === "agent" ? await readMailOnTask(db, task) : null,
    clocks: task.as === "agent" ? await readTaskClocks(db, task.id, now) : [],
    firstAnswerBy: task.as === "requester" ? await readFirstAnswerBy(db, task.id) : null,
    now,
    pageKey: formKey(viewer.id),
    parked: task.hasParked ? await parkedForm(db, viewer, request, now) : null,
  };
}

/** Shows the remote pictures of one message. Returns whether it has any, so that the page's policy lets them load. */
function loadPictures(messages: ShownMessage[], asked: number | null): boolean {
  const message = messages.find(({ id }) => id === asked);
  if (!message?.email?.marks.includes("remote_images")) return false;
  message.html = withRemotePictures(message.html);
  if (message.folded !== undefined) message.folded = withRemotePictures(message.folded);
  return true;
}

/** A prefetched page may never be opened: it reports itself as seen once it's displayed. */
const isLookedAt = (request: Request) =>
  !new URL(request.url).pathname.endsWith("/_payload.json") && !isBrowserPrefetch(request);

const isBrowserPrefetch = ({ headers }: Request) => headers.get("Sec-Purpose")?.includes("prefetch") === true;

/** Redirects from a merged or trashed task to where it is now; otherwise 404, without revealing that it exists. */
async function noTask(request: Request, viewer: Viewer, id: number | undefined) {
  const target = id === undefined ? null : await mergedInto(db, viewer, id);
  const { search } = new URL(request.url);
  if (target !== null) return redirect(`/tasks/${target}${search}`);
  const isAway = id !== undefined && (await isPutAway(db, viewer, id));
  return isAway ? redirect(`/tasks/${id}/trash${search}`) : pageNotFound(request);
}

/** Handlers by form name; a refusal shows that form's text again. */
const ANSWERS = {
  reply: submitReply,
  note: submitNote,
  fields: submitFields,
  own_fields: submitOwnFields,
  checklist: submitChecklistItem,
  rating: submitRating,
  participants: submitParticipants,
  watchers: submitWatcher,
};

/** Forms with one field, which shows all of their errors. */
const ONE_FIELD: Record<string, string> = { checklist: "text", participants: "cc", watchers: "watcher" };

type FormName = keyof typeof ANSWERS;

const isFormName = (name: string): name is FormName => Object.hasOwn(ANSWERS, name);

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer, id } = viewerAndId(args);
  const { form, arrived } = await readUploads(request, viewer);
  const name = String(form.get("form"));
  try {
    if (!isFormName(name)) throw badRequest(INCOMPLETE_FORM);
    return await withSalvagedText(form, () => answerForm(name, { request, viewer, form, arrived, id }, context));
  } catch (thrown) {
    if (!isDiskFull(thrown)) throw thrown;
    return refused(name, 507, refuseNoRoom(form, ONE_FIELD[name]));
  } finally {
    await discardIncoming(arrived); // files no draft took, from forms without files or unknown forms
  }
}

async function answerForm(name: FormName, asked: Asked, context: AppLoadContext) {
  const { request, viewer, id, form } = asked;
  const requestKey = textOf(form, "requestKey");
  if (form.get("do") === "discard") {
    await forgetParkedForm(db, viewer, requestKey);
    return backTo(asked, id, say.textDiscarded);
  }
  // Resubmitting an old form must reveal nothing to a viewer who has since lost access to the task.
  if (!(await followMerges(db, viewer, [id])).has(id)) throw await noSuchTask(request, viewer, id, true);
  if (applySuggestion(form)) return refused(name, 200, refuse(form, {}));

  const typed = [...form];
  const answered = await ANSWERS[name](asked).catch(nullForNotFound);
  if (answered && !("data" in answered)) {
    // A message or its draft already preserves the text.
    if (name !== "reply" && name !== "note") await forgetParkedForm(db, viewer, requestKey);
    return answered;
  }
  const target = await mergedInto(db, viewer, id);
  if (target !== null) return answerInTarget(name, target, { ...asked, typed }, context);
  // Show the refusal next to its fields, unless the writer lost access to the page.
  if (answered && (await isVisible(db, viewer, id))) return answered;
  throw pageNotFound(request);
}

function nullForNotFound(thrown: unknown) {
  if (!(thrown instanceof Response) || thrown.status !== 404) throw thrown;
  return null;
}

/** Submits a message to the task this one was merged into after the page loaded. */
async function answerInTarget(
  name: FormName,
  target: number,
  { typed, ...asked }: Asked & { typed: [string, FormDataEntryValue][] },
  context: AppLoadContext,
) {
  const { form, id } = asked;
  if (name !== "reply" && name !== "note") throw wasMerged(id, target);
  for (const [field, value] of typed) if (!form.has(field)) form.append(field, value);
  // The page shows none of the other task's messages, so skip the question about new ones.
  if (name === "reply") form.set("anyway", "yes");
  const there = await ANSWERS[name]({ ...asked, id: target });
  if (!("data" in there)) return there;
  showsInstead.set(context, target);
  return data({ ...there.data, target }, { status: there.init?.status ?? 422 });
}

/** The task to show with a refusal, when the form's own task was merged into it. */
const showsInstead = new WeakMap<AppLoadContext, number>();

export const clientLoader = fromPayload("routes/_app.tasks.$id");

export { keepPage as clientAction };

/** Reloading a merged task's page would redirect and lose the refused text. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  (args.actionResult as TaskRefusal | null | undefined)?.target === undefined && revalidateIfAnswered(args);

const asRefused = (refusal: Refusal): TaskRefusal => ({
  form: refusal.values.form ?? "",
  refusal,
  held: null,
  conflicts: [],
  unfinished: null,
});

export default function TaskPage() {
  const { task, way, previewOf, mail, clocks, firstAnswerBy, now, pageKey, parked } = useLoaderData<typeof loader>();
  useTellSeen(task.id, task.newlySeen);
  const refused = useActionData<typeof action>() ?? (parked && asRefused(parked));
  if (task.as === "requester") {
    const belowStatus = firstAnswerBy !== null && <FirstAnswerBy at={firstAnswerBy} now={now} />;
    if (previewOf !== null) return <RequesterPreview key={task.id} name={previewOf} {...{ task, now, belowStatus }} />;
    return <RequesterTaskView key={task.id} {...{ task, way, now, pageKey, refused, belowStatus }} />;
  }
  return (
    <AgentTaskView
      key={task.id}
      {...{ task, way, now, pageKey, refused }}
      aboveConversation={mail && <UndeliveredBanner taskId={task.id} undelivered={mail.undelivered} />}
      belowMessage={(message) => mail && <MessageMail {...{ task, message, mail, pageKey, now }} />}
      inMenu={(message) => <OriginalLink taskId={task.id} message={message} />}
      belowFields={<TaskClocks clocks={clocks} now={now} />}
      overlay={<TaskOverlay taskId={task.id} />}
      belowRecipients={
        mail?.reply && (
          <>
            <ReplyMailNotes reply={mail.reply} />
            {mail.reply.suppressed.length > 0 && <SendThereAgainForm taskId={task.id} />}
          </>
        )
      }
    />
  );
}

const KINDS = ["reply", "note"] as const;

export const ErrorBoundary = () => (
  <RouteError>
    <RecoverDraft kinds={KINDS} />
  </RouteError>
);
