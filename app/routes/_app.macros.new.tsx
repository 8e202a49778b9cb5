import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { parkedForm } from "~/features/auth/parked-forms.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { MacroFieldset } from "~/features/macros/macro-form";
import { macroChoices } from "~/features/macros/macro-page.server";
import { NewMacro } from "~/features/macros/macro-schema";
import { saveMacro } from "~/features/macros/macros.server";
import * as say from "~/features/macros/macros-copy";
import { RecordForm } from "~/features/records/record-form";
import { isAgent } from "~/features/users/users";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newMacro, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  return {
    requestKey: formKey(viewer.id),
    ...(await macroChoices(db, viewer)),
    parked: await parkedForm(db, viewer, request, Date.now()),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, NewMacro);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const saved = await saveMacro(db, viewer, parsed.value, Date.now());
  if (!saved.ok && saved.why === "wrong") return data({ refusal: refuse(form, saved.errors) }, { status: 422 });
  if (!saved.ok) throw forbidden();
  return redirect("/macros", await withToast("success", say.macroCreated));
}

export const clientLoader = fromPayload("routes/_app.macros.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewMacroPage() {
  const { requestKey, parked, ...choices } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal ?? parked;
  const macro = { name: "", scope: "personal", kind: "reply", text: "", actions: {} };
  return (
    <>
      <PageHeader up={{ href: "/macros", label: say.macros }} title={say.newMacro} />
      <RecordForm className="form bulk-form" aria-label={say.macro} submit={say.addMacro} cancel="/macros">
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <MacroFieldset macro={macro} {...choices} refusal={refusal} />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
