import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { readTypedActions } from "~/features/actions/named-values.server";
import { parkedForm } from "~/features/auth/parked-forms.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { type BulkWanted, backToList, bulkHref, chosenActions } from "~/features/bulk/bulk";
import { startBulk } from "~/features/bulk/bulk-change.server";
import { bulkChoice } from "~/features/bulk/bulk-choice.server";
import * as say from "~/features/bulk/bulk-copy";
import { BulkForm as BulkFormOnPage } from "~/features/bulk/bulk-form";
import { listBulkChanges } from "~/features/bulk/bulk-read.server";
import { BulkForm, ChosenTasks } from "~/features/bulk/bulk-schema";
import { type Macro, readMacro } from "~/features/macros/macros.server";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { NOT_FROM_TRASH } from "~/features/trash/trash";
import { listAssignable } from "~/features/users/person-picker.server";
import { isAgent } from "~/features/users/users";
import { parseListUrl } from "~/features/views/parse-list-url.server";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import { formKey } from "~/lib/form-key.server";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";

const titleFor = (restores = false) => (restores ? say.restoreTasks : say.bulkChange);

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(titleFor(data?.restores), matches, error);

/** The query of the list the tasks were selected in. Keep all of it: dropping a filter would include more tasks. */
const listOf = (request: Request) => new URL(request.url).searchParams.get("list") ?? "";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const now = Date.now();
  const { searchParams } = new URL(request.url);
  const ids = ChosenTasks.safeParse(searchParams.getAll("id")).data ?? [];
  const search = listOf(request);
  const list = await parseListUrl(db, viewer, new URLSearchParams(search), now);
  return {
    now,
    ...(await bulkChoice(db, viewer, ids, list)),
    unknown: list.asked.ok ? null : list.asked.error.message,
    back: backToList(search),
    agents: (await listAssignable(db)).map(({ id, name }) => ({ id, name })),
    teams: await listTeams(db),
    last: await listBulkChanges(db, viewer),
    isWhole: searchParams.get("which") === "all",
    macro: searchParams.get("macro") ?? "",
    requestKey: formKey(viewer.id),
    parked: await parkedForm(db, viewer, request, now),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, BulkForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const { which, ids, macro: macroId, requestKey } = parsed.value;
  const read = await readTypedActions(db, parsed.value.actions);
  if (!read.ok) return data({ refusal: refuse(form, read.errors) }, { status: 422 });
  const macro = macroId === undefined ? null : await readMacro(db, viewer, macroId);
  if (macroId !== undefined && !macro) {
    return data({ refusal: refuse(form, { macro: [say.macroIsGone] }) }, { status: 422 });
  }
  const now = Date.now();
  const search = listOf(request);
  const list = which === "all" ? (await parseListUrl(db, viewer, new URLSearchParams(search), now)).asked : null;
  if (list && !list.ok) {
    return data({ refusal: refuse(form, {}, [list.error.message]) }, { status: 422 });
  }
  const asked = {
    tasks: list ? { list } : { ids },
    wanted: { ...(macro && ofMacro(macro, request)), ...chosenActions(read.actions) },
    back: backToList(search),
    requestKey,
  };
  const started = await startBulk(db, viewer, asked, now);
  if (started.ok) return redirect(bulkHref(started.id));
  if (started.why === "forbidden") throw forbidden();
  const sentence = started.why === "too_many" ? say.tooManyTasks(started.most) : say.noChangeableTasks;
  return data({ refusal: refuse(form, { which: [sentence] }) }, { status: 422 });
}

/** The changes a macro makes to each task. */
const ofMacro = ({ name, kind, text, actions }: Macro, request: Request): BulkWanted => ({
  ...actions,
  macro: name,
  ...(kind !== "none" && {
    text: {
      kind,
      body: text,
      windowMs: settings().sendingWindowSeconds * 1000,
      origin: authOrigin(request, settings()) ?? "",
    },
  }),
});

export const clientLoader = fromPayload("routes/_app.tasks.bulk");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function BulkPage() {
  const { now, last, parked, unknown, mayRestore, ...form } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal ?? parked;
  const hasTasks = form.chosen.length > 0 || (form.all?.count ?? 0) > 0;
  return (
    <>
      <PageHeader title={titleFor(form.restores)} />
      {form.restores && !mayRestore ? (
        <EmptyState
          title={say.cannotRestoreTheseTasks}
          action={<ButtonLink href={form.back}>{say.backToTheList}</ButtonLink>}
        >
          {NOT_FROM_TRASH}
        </EmptyState>
      ) : hasTasks || refusal ? (
        <BulkFormOnPage {...form} refusal={refusal} />
      ) : (
        <EmptyState title={say.noTasksSelected} action={<ButtonLink href={form.back}>{say.backToTheList}</ButtonLink>}>
          {unknown ?? say.tickTasksFirst}
        </EmptyState>
      )}
      {last.length > 0 && (
        <section className="bulk-last" aria-labelledby="last">
          <SectionHeader title={say.yourRecentBulkChanges} id="last" />
          <ul>
            {last.map(({ id, words, total, changed, ended, at }) => (
              <li key={id}>
                <a href={bulkHref(id)}>{words}</a>{" "}
                <span className="bulk-small">
                  {ended ? say.taskCount(changed) : say.tasksInProgress(total)}, <Time at={at} now={now} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
