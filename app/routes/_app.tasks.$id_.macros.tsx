import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { asTypedActions, readTypedActions } from "~/features/actions/named-values.server";
import { parkedForm } from "~/features/auth/parked-forms.server";
import { titled } from "~/features/branding/page-title";
import { aboutHeld } from "~/features/conversation/sending/held-reply-toast";
import { changeInWords } from "~/features/history/change-in-words.server";
import { undoButton } from "~/features/history/undo-rules";
import { runMacro } from "~/features/macros/apply-macro.server";
import { fillTemplate, missingVariablesMessage, unfilledVariables } from "~/features/macros/fill-template.server";
import { describeMacros, macroChoicesForTeam } from "~/features/macros/macro-page.server";
import { UseMacro } from "~/features/macros/macro-schema";
import { isAllowed, readMacro } from "~/features/macros/macros.server";
import * as say from "~/features/macros/macros-copy";
import { templateValues } from "~/features/macros/template-values.server";
import { MacroParts } from "~/features/macros/use-macro";
import { readTask } from "~/features/task-page/task-read.server";
import { taskAbove } from "~/features/tasks/task-above";
import { isStatusKey, statusOf } from "~/features/tasks/tasks";
import type { Viewer } from "~/features/users/users";
import { pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { RowId } from "~/lib/form-values";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { isDone, repliedAnd } from "./_app.tasks.$id/form-actions.server";
import { requireAgentTask, taskAfter, withSalvagedText } from "./_app.tasks.$id/task-request.server";
import { pageAfterResolving } from "./_app.tasks.$id/way-in-list.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data ? say.macrosFor(data.task.id) : say.macros, matches, error);

const originOf = (request: Request) => authOrigin(request, settings()) ?? new URL(request.url).origin;

async function macroAsked(request: Request, viewer: Viewer) {
  const asked = RowId.safeParse(new URL(request.url).searchParams.get("macro"));
  return asked.success ? readMacro(db, viewer, asked.data) : null;
}

/** The macro's placeholders that had no value and are still in the text. */
async function leftEmpty(request: Request, viewer: Viewer, taskId: number, body: string) {
  const macro = await macroAsked(request, viewer);
  if (!macro) return [];
  const values = await templateValues(db, viewer, {
    taskId,
    isReply: macro.kind === "reply",
    origin: originOf(request),
  });
  return values ? unfilledVariables(body, fillTemplate(macro.text, values).missing) : [];
}

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const { viewer, task } = await requireAgentTask(args);
  const { id, title, team_id } = task;
  const choices = await macroChoicesForTeam(db, viewer, team_id);
  const macro = await macroAsked(request, viewer);
  if (!macro || !isAllowed(macro, choices.puttingAway)) {
    return { task: { id, title }, macros: await describeMacros(db, viewer, choices.puttingAway), use: null };
  }

  const now = Date.now();
  const { kind, text } = macro;
  const actions = await asTypedActions(db, macro.actions);
  const about = { taskId: id, isReply: kind === "reply", origin: originOf(request) };
  const [page, values] = [await readTask(db, viewer, id, now), await templateValues(db, viewer, about)];
  if (page?.as !== "agent" || !values) throw pageNotFound(request);
  const filled = fillTemplate(text, values);
  const draft = page.own.drafts.find((one) => one.kind === kind);
  const after = isStatusKey(page.afterReply) ? page.afterReply : undefined;
  return {
    task: { id, title },
    macros: [],
    use: {
      ...{ name: macro.name, kind, ...choices, requestKey: formKey(viewer.id) },
      text: [draft?.body.trim(), filled.text].filter(Boolean).join("\n\n"),
      missing: filled.missing.length > 0 ? missingVariablesMessage(filled.missing) : null,
      actions: kind === "reply" ? { ...actions, status: actions.status ?? after } : actions,
      draft: draft ? { at: draft.updatedAt, files: draft.files?.length ?? 0 } : null,
      recipients: kind === "reply" ? page.recipients : [],
      seen: page.seen,
      readers: page.readers,
    },
    parked: await parkedForm(db, viewer, request, now),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  return withSalvagedText(form, async () => {
    const { viewer, task } = await requireAgentTask(args);
    rejectOthersForm(form, viewer.id);
    const parsed = parseForm(form, UseMacro);
    if (!parsed.ok) return data({ refusal: parsed.refusal, asks: false }, { status: 422 });
    const { kind, actions: typed, ...text } = parsed.value;
    const read = await readTypedActions(db, typed);
    if (!read.ok) return data({ refusal: refuse(form, read.errors), asks: false }, { status: 422 });
    const { actions } = read;
    const empty = await leftEmpty(args.request, viewer, task.id, text.body);
    if (empty.length > 0)
      return data({ refusal: refuse(form, {}, [missingVariablesMessage(empty)]), asks: false }, { status: 422 });
    const seconds = settings().sendingWindowSeconds;
    const sent = { ...text, windowMs: seconds * 1000, origin: originOf(args.request) };
    const asked = { actions, ...(kind !== "none" && { text: { ...sent, kind } }) };
    const now = Date.now();
    const back = taskAfter(args.request, task.id);
    const page = { url: new URL(back, args.request.url).href };
    const onwards = isDone(actions.status) ? await pageAfterResolving(viewer, page, task.id, now) : null;
    const done = await runMacro(db, viewer, task.id, asked, now);
    if (!done.ok && done.why === "no_such_task") throw pageNotFound(args.request);
    if (!done.ok) {
      const asks = done.asks === true;
      if (done.readers) form.set("readers", done.readers); // the readers as the writer now sees them
      const more = asks && !done.readers; // for changed readers, the form's token confirms instead
      return data({ refusal: refuse(form, {}, [done.reason]), asks: more }, { status: asks ? 409 : 422 });
    }
    /** On another page, the toast names the task. */
    const named =
      onwards !== null && kind === "reply"
        ? repliedAnd(task.id, statusOf(String(actions.status)))
        : onwards !== null && done.changeSetId !== null
          ? await changeInWords(db, task.id, done.changeSetId, now)
          : null;
    const to = (named !== null && onwards) || back;
    if (done.held === null) {
      const said = { reply: say.replySent, note: say.noteAdded, none: say.taskChanged }[kind];
      const isNothing = kind === "none" && done.changeSetId === null;
      const words = isNothing ? say.nothingWasChanged : (named ?? said);
      return redirect(to, await withToast("success", words, undoButton(task.id, done.changeSetId)));
    }
    const post = `/tasks/${task.id}/messages/${done.held}/withdrawal`;
    const withdraw = { action: { label: say.withdraw, post, forSeconds: seconds }, about: aboutHeld(done.held) };
    return redirect(to, await withToast("success", named ?? say.replyWillBeSentIn(seconds), withdraw));
  });
}

export const clientLoader = fromPayload("routes/_app.tasks.$id_.macros");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function TaskMacrosPage() {
  const { task, macros, use, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (use) {
    const refusal = answer?.refusal ?? ("parked" in page ? page.parked : null);
    return (
      <>
        <PageHeader up={taskAbove(task.id, task.title)} title={use.name}>
          <ButtonLink look="quiet" href={`/tasks/${task.id}/macros`}>
            {say.anotherMacro}
          </ButtonLink>
        </PageHeader>
        <MacroParts {...{ task, macros, use, refusal }} asks={answer?.asks ?? false} />
      </>
    );
  }
  return (
    <>
      <PageHeader up={taskAbove(task.id, task.title)} title={say.macroPageTitle}>
        <ButtonLink look="quiet" href="/macros">
          {say.manageMacros}
        </ButtonLink>
      </PageHeader>
      <MacroParts {...{ task, macros, use }} refusal={null} asks={false} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
