import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { AutoRefresh } from "~/features/bulk/auto-refresh.island";
import * as say from "~/features/bulk/bulk-copy";
import { readBulkChange } from "~/features/bulk/bulk-read.server";
import { BulkProgress, BulkResult } from "~/features/bulk/bulk-result";
import { isAgent } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { RowId } from "~/lib/form-values";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";

export const meta: MetaFunction = ({ matches, error }) => titled(say.bulkChange, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const id = RowId.safeParse(params.id);
  const now = Date.now();
  const after = /^(changed|skipped)-([1-9]\d{0,8})$/.exec(new URL(request.url).searchParams.get("after") ?? "");
  const place = after && { outcome: after[1] as "changed" | "skipped", taskId: Number(after[2]) };
  const bulk = id.success ? await readBulkChange(db, viewer, id.data, place, now) : null;
  if (!bulk) throw pageNotFound(request);
  return { bulk, now };
}

export const clientLoader = fromPayload("routes/_app.tasks.bulk_.$id");

export default function BulkChangePage() {
  const { bulk, now } = useLoaderData<typeof loader>();
  const lead = (
    <>
      {bulk.words}
      {bulk.by && ` · ${say.doneBy(bulk.by)}`} · <Time at={bulk.at} now={now} />
    </>
  );
  return (
    <>
      <PageHeader title={say.bulkChange} lead={lead} />
      <div className="bulk-result">{bulk.ended ? <BulkResult bulk={bulk} /> : <BulkProgress bulk={bulk} />}</div>
      {!bulk.ended && <AutoRefresh />}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
