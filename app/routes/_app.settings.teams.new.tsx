import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { RecordForm } from "~/features/records/record-form";
import { createTeam } from "~/features/teams/team-changes.server";
import { TeamFieldset } from "~/features/teams/team-form";
import { NewTeamForm } from "~/features/teams/team-schema";
import { NEW_TEAM, TEAM_REFUSALS } from "~/features/teams/teams";
import * as say from "~/features/teams/teams-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, rejectOthersForm } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { FormErrors, RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.newTeam, matches, error);

export const loader = ({ context }: LoaderFunctionArgs) => ({
  requestKey: formKey(requireViewer(context, maySetUpDesk).id),
});

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = parseForm(form, NewTeamForm);
  if (!parsed.ok) return data({ refusal: parsed.refusal }, { status: 422 });
  const made = await createTeam(db, viewer, parsed.value, Date.now());
  if (made.ok) return redirect(`/settings/teams/${made.id}`, await withToast("success", say.teamCreated));
  if (made.why === "not_allowed") throw forbidden();
  const sentence = TEAM_REFUSALS[made.why];
  const refusal = made.why === "name_taken" ? refuse(form, { name: [sentence] }) : refuse(form, {}, [sentence]);
  return data({ refusal }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.settings.teams.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewTeamPage() {
  const { requestKey } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/settings/teams", label: say.teams }} title={say.newTeam} />
      <RecordForm className="form" aria-label={say.team} submit={say.addTeam} cancel="/settings/teams">
        <FormErrors refusal={refusal} />
        <RequestKeyField requestKey={requestKey} refusal={refusal} />
        <TeamFieldset fields={NEW_TEAM} refusal={refusal} />
      </RecordForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
