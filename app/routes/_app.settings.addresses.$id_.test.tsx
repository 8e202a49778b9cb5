import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { AutoRefresh } from "~/features/bulk/auto-refresh.island";
import { addressHref, setupTestHref } from "~/features/mail/addresses/address-hrefs";
import * as say from "~/features/mail/addresses/addresses-copy";
import { SetupSteps } from "~/features/mail/addresses/setup-steps";
import { hasFailed, isOver } from "~/features/mail/addresses/setup-test";
import { readSetupTest, startSetupTest } from "~/features/mail/addresses/setup-test.server";
import { pageNotFound } from "~/http/error-responses.server";
import { withToast } from "~/http/toast.server";
import { addressAsked } from "~/routes/_app.settings.addresses._index/address-request.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";

export const meta: MetaFunction = ({ matches, error }) => titled(say.setupTest, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { address } = await addressAsked(args);
  return { id: address.id, name: address.fields.address, found: await readSetupTest(db, address.id), now: Date.now() };
}

/** Starts a test, which runs in the background. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, address } = await addressAsked(args);
  const started = await startSetupTest(db, viewer, address.id, Date.now());
  if (started.ok) return redirect(setupTestHref(address.id));
  if (started.why !== "paused") throw pageNotFound(args.request);
  return redirect(addressHref(address.id), await withToast("error", say.resumeFirst));
}

export const clientLoader = fromPayload("routes/_app.settings.addresses.$id_.test");

export default function SetupTestPage() {
  const { id, name, found, now } = useLoaderData<typeof loader>();
  const isRunning = found?.isRunning === true;
  return (
    <>
      <PageHeader up={{ href: addressHref(id), label: name }} title={say.setupTest} lead={say.setupTestHint}>
        {!isRunning && (
          <form method="post" action={setupTestHref(id)}>
            <Button look="primary">{say.sendTest}</Button>
          </form>
        )}
      </PageHeader>
      {found && (
        <div className="settings-part">
          {isRunning && <AutoRefresh />}
          {isRunning && <Notice>{say.testRuns}</Notice>}
          {isOver(found.test) && (
            <Notice kind={hasFailed(found.test) ? "error" : "success"} answers={found.test.key}>
              {hasFailed(found.test) ? say.testFailed : say.testPassed}
            </Notice>
          )}
          <p>{say.testStarted(<Time at={found.test.startedAt} now={now} />)}</p>
          <SetupSteps test={found.test} />
        </div>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
