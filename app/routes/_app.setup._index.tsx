import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/first-run/first-run-copy";
import { SetupForm } from "~/features/first-run/first-run-forms.server";
import { changeSetup, readSetup } from "~/features/first-run/setup.server";
import { SetupSteps } from "~/features/first-run/setup-checklist";
import * as sayOfSetup from "~/features/first-run/setup-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, textOf } from "~/http/form.server";
import { hostOf } from "~/http/origin.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { settings } from "~/lib/settings.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { PageHeader, SETTINGS } from "~/ui/page-header";
import styles from "~/ui/styles/home.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.setup, matches, error);

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  return readSetup(db, hostOf(request, settings()) ?? "");
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  const parsed = parseForm(form, SetupForm);
  if (!parsed.ok) throw badRequest(INCOMPLETE_FORM);
  const changed = await changeSetup(db, viewer, parsed.value);
  if (!changed.ok) throw forbidden();
  const back = textOf(form, "back") === "/" ? "/" : "/setup";
  if (!("hidden" in parsed.value)) return redirect(back);
  const toast = withToast("success", parsed.value.hidden ? say.checklistHidden : say.checklistShown);
  return redirect(back, await toast);
}

export const clientLoader = fromPayload("routes/_app.setup._index");

export default function SetupPage() {
  const { steps, hidden, hasSamples } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader up={SETTINGS} title={say.setup} lead={say.aboutSetup} />
      <div className="setup">
        <SetupSteps steps={steps} back="/setup" />
        <form className="buttons" method="post" action="/setup">
          <Button name="hidden" value={hidden ? "no" : "yes"}>
            {hidden ? say.showOnHome : sayOfSetup.hideChecklist}
          </Button>
          <ButtonLink look="quiet" href="/setup/sample">
            {hasSamples ? sayOfSetup.removeSampleData : sayOfSetup.loadSampleData}
          </ButtonLink>
        </form>
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
