import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { forgetParkedForm, parkedForm } from "~/features/auth/parked-forms.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import * as terms from "~/features/conversation/conversation-copy";
import { editNote, readNoteToEdit, type WhyNotEdit } from "~/features/conversation/corrections/edit-note.server";
import { messageHref } from "~/features/conversation/messages/conversation-page-url";
import { MessageField } from "~/features/conversation/messages/message-field";
import * as say from "~/features/conversation/writing-copy";
import { taskAbove } from "~/features/tasks/task-above";
import { EditedNote } from "~/features/tasks/task-schema";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { logTaskOpening, viewerAndMessage, withSalvagedText } from "./_app.tasks.$id/task-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.editNoteOnTask(data.note.taskId, data.note.title) : say.editNote, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const { viewer, id, messageId } = viewerAndMessage(args);
  if (!isAgent(viewer)) throw pageNotFound(request);
  const note = await readNoteToEdit(db, viewer, id, messageId, Date.now());
  if (!note.ok) throw refusalOf(note.why, request);
  await logTaskOpening(viewer, id);
  const parked = await parkedForm(db, viewer, request, Date.now());
  return { note, messageId, requestKey: formKey(viewer.id), parked };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  rejectOthersForm(form, viewerOf(args.context).id);
  return withSalvagedText(form, () => changeNote(args, form));
}

async function changeNote(args: ActionFunctionArgs, form: FormData) {
  const { request } = args;
  const { viewer, id: taskId, messageId } = viewerAndMessage(args);
  if (!isAgent(viewer)) throw pageNotFound(request);
  const note = await readNoteToEdit(db, viewer, taskId, messageId, Date.now());
  if (!note.ok) throw refusalOf(note.why, request);
  const parsed = parseForm(form, EditedNote);
  if (!parsed.ok) return data({ refusal: parsed.refusal, current: null }, { status: 422 });

  const edited = await editNote(db, viewer, { taskId, messageId }, parsed.value, Date.now());
  if (edited.ok) {
    await forgetParkedForm(db, viewer, textOf(form, "requestKey"));
    const toast = edited.changed ? say.noteChanged : say.nothingWasChanged;
    return redirect(messageHref(taskId, messageId), await withToast("success", toast));
  }
  switch (edited.why) {
    case "changed":
      return data({ refusal: refuse(form, {}, [say.noteChangedMeanwhile]), current: edited }, { status: 409 });
    case "mention":
      return data({ refusal: refuse(form, { note: [edited.message] }), current: null }, { status: 422 });
    default:
      throw refusalOf(edited.why, request);
  }
}

function refusalOf(why: WhyNotEdit, request: Request) {
  if (why === "no_such_note") return pageNotFound(request);
  return forbidden(why === "not_yours" ? say.onlyAuthorEdits : say.noteIsFinal);
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.messages.$messageId.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function EditNotePage() {
  const { note, messageId, requestKey, parked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer?.refusal ?? parked;
  return (
    <>
      <PageHeader up={taskAbove(note.taskId)} title={say.editNoteOn(note.taskId)} />
      <PageForm className="form composer-note">
        <FormErrors refusal={refusal} />
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <input type="hidden" name="was" value={answer?.current?.was ?? refusal?.values.was ?? note.was} />
        <MessageField
          label={terms.yourNote}
          name="note"
          rows={12}
          required
          refusal={refusal ?? { values: { note: note.body }, errors: {}, formErrors: [] }}
          mentionsOn={note.taskId}
        />
        {answer?.current && (
          <section aria-label={say.currentNoteVersion}>
            <p className="field-label">{say.currentVersion}</p>
            <pre className="note-now">{answer.current.body}</pre>
          </section>
        )}
        <p className="field-hint">{say.earlierVersionsHint}</p>
        <div className="buttons">
          <Button look="primary">{say.saveNote}</Button>
          <ButtonLink look="quiet" href={messageHref(note.taskId, messageId)}>
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
