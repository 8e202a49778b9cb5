import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import * as say from "~/features/first-run/first-run-copy";
import { loadSamples, readSamples, removeSamples } from "~/features/first-run/sample/sample-data.server";
import * as sayOfSetup from "~/features/first-run/setup-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { badRequest, forbidden } from "~/http/error-responses.server";
import { readForm, refuse } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.sampleData, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  return { samples: await readSamples(db) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  if (form.get("do") === "remove") return remove(viewer, form);
  if (form.get("do") === "load") return load(viewer);
  throw badRequest(INCOMPLETE_FORM);
}

async function load(viewer: Viewer) {
  const loaded = await loadSamples(db, viewer, Date.now());
  if (loaded.ok) return redirect("/tasks", await withToast("success", say.samplesLoaded(loaded.tasks)));
  if (loaded.why === "not_allowed") throw forbidden();
  return redirect("/setup/sample", await withToast("info", say.samplesLoadedAlready));
}

async function remove(viewer: Viewer, form: FormData) {
  const removed = await removeSamples(db, viewer, form.getAll("evenReplies").includes("yes"), Date.now());
  if (removed.ok) {
    const { kept } = removed;
    const text = kept.length > 0 ? say.samplesRemovedExcept(kept.join(", ")) : say.samplesRemoved;
    return redirect("/", await withToast("success", text));
  }
  if (removed.why === "not_allowed") throw forbidden();
  const refusal = refuse(form, { evenReplies: [say.samplesHaveReplies(removed.replies)] });
  return data({ refusal }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.setup.sample");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function SampleDataPage() {
  const { samples } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader
        up={{ href: "/setup", label: say.setup }}
        title={say.sampleData}
        lead={samples ? say.samplesAre(samples.tasks, samples.people) : say.aboutSamples}
      />
      <PageForm className="form" aria-label={say.sampleData}>
        <FormErrors refusal={refusal} />
        {samples && samples.replies > 0 && (
          <>
            <Notice kind="warning">{say.samplesHaveReplies(samples.replies)}</Notice>
            <CheckField label={say.deleteRepliesToo} name="evenReplies" refusal={refusal} />
          </>
        )}
        {!samples && <p>{say.samplesNotify}</p>}
        <div className="buttons">
          {samples ? (
            <Button look="danger" name="do" value="remove">
              {sayOfSetup.removeSampleData}
            </Button>
          ) : (
            <Button look="primary" name="do" value="load">
              {sayOfSetup.loadSampleData}
            </Button>
          )}
          <ButtonLink look="quiet" href="/">
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
