import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod/v4";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { listFields } from "~/features/tasks/custom-fields/custom-fields.server";
import { isFieldName } from "~/features/tasks/custom-fields/field-name";
import type { FieldDefinition } from "~/features/tasks/custom-fields/field-rules";
import { chosenFields } from "~/features/tasks/custom-fields/field-texts.server";
import { COLUMNS, columnsToChoose, USUAL_COLUMNS } from "~/features/tasks/task-columns";
import { preferencesOf, savePreferences } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/user-words";
import { viewMeant } from "~/features/views/list-meant.server";
import { columnsFor, isSaved, keepColumns } from "~/features/views/views.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { ROWS_TO_CHOOSE } from "~/lib/page-rows";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { FURTHER_SHEET } from "~/ui/further-sheet";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled("Rows and columns", matches, error);

/**
 * Sent by the form of this page. `usual`: the columns that everybody has who has chosen none. `forAll`: for all who use the
 * view, not for oneself.
 */
const DisplayForm = z.object({
  rows: z.enum(ROWS_TO_CHOOSE.map(String), "Choose one of the list.").transform(Number),
  column: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((sent) => [sent].flat())
    .refine(
      (keys) => keys.every((key) => isFieldName(key) || Object.hasOwn(COLUMNS, key)),
      "Choose columns of the list.",
    ),
  usual: z.string().optional(),
  forAll: z.string().optional(),
});

const SAVED = "Lists are shown as you have chosen";

/** So many lists somebody has columns of their own for. */
const MOST_LISTS = 150;

/** The list that it is about: back to it, and the view it shows. All of its address, a part would be another list. */
async function listAsked(request: Request, viewer: Viewer) {
  const list = new URLSearchParams(new URL(request.url).searchParams.get("list") ?? "");
  for (const side of ["after", "before"]) list.delete(side); // pages are cut in other places then
  return { back: list.size > 0 ? `/tasks?${list}` : "/tasks", ...(await viewMeant(db, viewer, list)) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const { back, view, lost } = await listAsked(request, viewer);
  const chosen = columnsFor(viewer, view) ?? USUAL_COLUMNS;
  const columns = isAgent(viewer) ? choicesAmong(await listFields(db), chosen) : null;
  const mayKeep = view !== null && isSaved(view) && view.mayChange && view.scope !== "personal";
  const { rows } = preferencesOf(viewer);
  return { view: view?.name ?? null, lost: lost?.message ?? null, columns, mayKeep, rows, back };
}

const choicesAmong = (fields: readonly FieldDefinition[], chosen: readonly string[]) =>
  columnsToChoose(fields).map((column) => ({ ...column, isChosen: chosen.includes(column.key) }));

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  const form = await readForm(request);
  const parsed = parseForm(form, DisplayForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const { rows, column, usual, forAll } = parsed.value;
  const { back, view, lost } = await listAsked(request, viewer);
  if (lost) return data({ refusal: refuse(form, {}, [lost.message]) }, { status: 422 });
  const key = view?.key ?? "";
  // Without a field that was offered a moment ago and is not in use any more.
  const there = columnsToChoose(await chosenFields(db, column)).map((one) => one.key);
  const chosen = usual === undefined && isAgent(viewer) ? there.filter((one) => column.includes(one)) : null;
  const isKept = forAll !== undefined && (await keepColumns(db, view, chosen, Date.now()));
  await savePreferences(
    db,
    viewer,
    ({ columns: { [key]: _, ...others } }) => {
      const own = chosen && !isKept ? { [key]: chosen } : {};
      return { rows, columns: { ...Object.fromEntries(Object.entries(others).slice(-MOST_LISTS)), ...own } };
    },
    Date.now(),
  );
  return redirect(back, await withToast("success", isKept ? "Saved for all who use this view" : SAVED));
}

export const clientLoader = fromPayload("routes/_app.tasks.display", FURTHER_SHEET);

export { keepPage as clientAction } from "~/shell/keep-page";
export { furtherLinks as links } from "~/ui/further-sheet";

export default function DisplayPage() {
  const { rows, back, view, lost, columns, mayKeep } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const ticked = refusal && (refusal.values.column ?? "").split(",");
  const header = <PageHeader title={columns ? "Rows and columns" : "Rows on a page"} />;
  if (lost) {
    return (
      <>
        {header}
        <EmptyState title={lost} action={<ButtonLink href={back}>Back to the list</ButtonLink>} />
      </>
    );
  }
  return (
    <>
      {header}
      <PageForm className="form">
        <FormErrors refusal={refusal} />
        <SelectField
          label="Tasks on a page"
          name="rows"
          hint="In every list, for you alone."
          defaultValue={String(rows)}
          refusal={refusal}
          choices={ROWS_TO_CHOOSE.map((count) => ({ value: count, label: String(count) }))}
        />
        {columns && (
          <fieldset className="field" id="field-column">
            <legend className="field-label">
              {view ? `Columns of “${view}”` : "Columns of lists without a view"}
              {!mayKeep && ", for you alone"}
            </legend>
            {columns.map(({ key, words, isChosen }) => (
              <label key={key} className="checkbox">
                <input
                  type="checkbox"
                  name="column"
                  value={key}
                  defaultChecked={ticked ? ticked.includes(key) : isChosen}
                />
                <span>{words}</span>
              </label>
            ))}
            <p className="field-hint">A phone shows the status, the assignee and when the task was changed.</p>
          </fieldset>
        )}
        {mayKeep && (
          <div className="field">
            <label className="checkbox">
              <input type="checkbox" name="forAll" value="yes" aria-describedby="for-all-hint" />
              <span>These columns for all who use this view</span>
            </label>
            <p className="field-hint" id="for-all-hint">
              Otherwise for you alone. Who has chosen columns of their own for it keeps those.
            </p>
          </div>
        )}
        <div className="buttons">
          <Button look="primary">Save</Button>
          {columns && (
            <Button name="usual" value="yes">
              Usual columns
            </Button>
          )}
          <ButtonLink look="quiet" href={back}>
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
