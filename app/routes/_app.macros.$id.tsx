import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { asTypedActions } from "~/features/actions/named-values.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { MacroFieldset } from "~/features/macros/macro-form";
import { describeMacro, macroChoices } from "~/features/macros/macro-page.server";
import { MacroFields } from "~/features/macros/macro-schema";
import { changeMacro, readMacro } from "~/features/macros/macros.server";
import * as say from "~/features/macros/macros-copy";
import { RecordForm } from "~/features/records/record-form";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { parseForm, readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { type Refusal, versionSeen } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { NewerVersion } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.editMacro, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const macro = await readMacro(db, viewer, requireId({ request, params }));
  if (!macro) throw pageNotFound(request);
  if (!macro.mayChange) throw forbidden();
  const { name, kind, text, actions, scope, team, updatedAt } = macro;
  return {
    id: macro.id,
    updatedAt,
    macro: { name, kind, text, actions: await asTypedActions(db, actions), scope: team ? `team-${team.id}` : scope },
    ...(await macroChoices(db, viewer)),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const parsed = parseForm(form, MacroFields);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const change = { ...parsed.value, seen: versionSeen(form, "version") };
  const changed = await changeMacro(db, viewer, id, change, Date.now());
  if (!changed.ok && changed.why === "newer") {
    const newer = { at: changed.macro.updatedAt, text: await describeMacro(db, changed.macro) };
    return data({ refusal: { ...refuse(form, {}), newer } as Refusal }, { status: 409 });
  }
  if (!changed.ok && changed.why === "wrong") return data({ refusal: refuse(form, changed.errors) }, { status: 422 });
  if (!changed.ok) throw changed.why === "forbidden" ? forbidden() : pageNotFound(request);
  return redirect("/macros", await withToast("success", say.macroSaved));
}

export const clientLoader = fromPayload("routes/_app.macros.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function EditMacroPage() {
  const { id, macro, updatedAt, ...choices } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/macros", label: say.macros }} title={say.editMacro}>
        <form method="post" action={`/macros/${id}/removal`}>
          <Button look="danger">{say.deleteMacro}</Button>
        </form>
      </PageHeader>
      <RecordForm className="form bulk-form" aria-label={say.macro} submit={say.saveMacro} cancel="/macros">
        <NewerVersion refusal={refusal} says={() => say.macroChangedMeanwhile} then={say.saveToReplaceNewer} />
        <input type="hidden" name="version" value={updatedAt} />
        <MacroFieldset macro={macro} {...choices} refusal={refusal} />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
