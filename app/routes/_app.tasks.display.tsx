import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod/v4";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { listFields } from "~/features/custom-fields/custom-fields.server";
import { isFieldName } from "~/features/custom-fields/field-name";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { chosenFields } from "~/features/task-list/field-columns.server";
import { COLUMNS, columnsToChoose, DEFAULT_COLUMNS } from "~/features/task-list/task-columns";
import { withoutCursor } from "~/features/task-list/task-list-url";
import { preferencesOf, savePreferences } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { viewInUrl } from "~/features/views/parse-list-url.server";
import * as say from "~/features/views/view-forms-copy";
import { columnsOfView, isSaved, saveViewColumns } from "~/features/views/views.server";
import * as terms from "~/features/views/views-copy";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { ROWS_TO_CHOOSE } from "~/lib/page-cursor";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { SelectField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(terms.listSettings, matches, error);

/** `usual` resets to the default columns. `forAll` saves them for everyone who uses the view, not just the viewer. */
const DisplayForm = z.object({
  rows: z.enum(ROWS_TO_CHOOSE.map(String), say.chooseFromList).transform(Number),
  column: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((sent) => [sent].flat())
    .refine((keys) => keys.every((key) => isFieldName(key) || Object.hasOwn(COLUMNS, key)), say.chooseColumns),
  usual: z.string().optional(),
  forAll: z.string().optional(),
});

const SAVED = say.listDisplaySaved;

/** Lists per person that can have their own columns. */
const MOST_LISTS = 150;

/** Where to return to, and the view it shows. Keeps the whole query: without a filter it would be another list. */
async function listAsked(request: Request, viewer: Viewer) {
  // Page boundaries change with the number of rows.
  const list = new URLSearchParams(withoutCursor(new URL(request.url).searchParams.get("list") ?? ""));
  return { back: list.size > 0 ? `/tasks?${list}` : "/tasks", ...(await viewInUrl(db, viewer, list)) };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  const { back, view, lost } = await listAsked(request, viewer);
  const chosen = columnsOfView(viewer, view) ?? DEFAULT_COLUMNS;
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
  // Drop fields retired since the form was shown.
  const there = columnsToChoose(await chosenFields(db, column)).map((one) => one.key);
  const chosen = usual === undefined && isAgent(viewer) ? there.filter((one) => column.includes(one)) : null;
  const isKept = forAll !== undefined && (await saveViewColumns(db, view, chosen));
  await savePreferences(
    db,
    viewer,
    ({ columns: { [key]: _, ...others } }) => {
      const own = chosen && !isKept ? { [key]: chosen } : {};
      return { rows, columns: { ...Object.fromEntries(Object.entries(others).slice(-MOST_LISTS)), ...own } };
    },
    Date.now(),
  );
  return redirect(back, await withToast("success", isKept ? say.savedForEveryone : SAVED));
}

export const clientLoader = fromPayload("routes/_app.tasks.display");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function DisplayPage() {
  const { rows, back, view, lost, columns, mayKeep } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const ticked = refusal && (refusal.values.column ?? "").split(",");
  const header = <PageHeader title={columns ? terms.listSettings : terms.rowsPerPage} />;
  if (lost) {
    return (
      <>
        {header}
        <EmptyState title={lost} action={<ButtonLink href={back}>{say.backToTheList}</ButtonLink>} />
      </>
    );
  }
  return (
    <>
      {header}
      <PageForm className="form">
        <FormErrors refusal={refusal} />
        <SelectField
          label={say.rowsPerPage}
          name="rows"
          hint={say.rowsPerPageHint}
          defaultValue={String(rows)}
          refusal={refusal}
          choices={ROWS_TO_CHOOSE.map((count) => ({ value: count, label: String(count) }))}
        />
        {columns && (
          <fieldset className="field" id="field-column">
            <legend className="field-label">{view ? say.columnsOf(view) : say.columnsWithoutView}</legend>
            <div className="check-list">
              {columns.map(({ key, words, isChosen }) => (
                <label key={key} className="checkbox">
                  <input
                    type="checkbox"
                    autoComplete="off"
                    name="column"
                    value={key}
                    defaultChecked={ticked ? ticked.includes(key) : isChosen}
                  />
                  <span>{words}</span>
                </label>
              ))}
            </div>
            <p className="field-hint">{mayKeep ? say.phoneColumnsHint : `${say.onlyForYou} ${say.phoneColumnsHint}`}</p>
          </fieldset>
        )}
        {mayKeep && (
          <div className="field">
            <label className="checkbox">
              <input type="checkbox" autoComplete="off" name="forAll" value="yes" aria-describedby="for-all-hint" />
              <span>{say.saveColumnsForEveryone}</span>
            </label>
            <p className="field-hint" id="for-all-hint">
              {say.saveColumnsHint}
            </p>
          </div>
        )}
        <div className="buttons">
          <Button look="primary">{say.save}</Button>
          {columns && (
            <Button name="usual" value="yes">
              {say.resetColumns}
            </Button>
          )}
          <ButtonLink look="quiet" href={back}>
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
