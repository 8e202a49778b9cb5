import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { CHARTS_TITLE } from "~/features/charts/chart-queries";
import { Charts } from "~/features/charts/charts";
import { readCharts } from "~/features/charts/charts.server";
import { isAgent } from "~/features/users/users";
import { forbidden } from "~/http/error-responses.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import styles from "~/ui/styles/home.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(CHARTS_TITLE, matches, error);

/** A separate page, so that the home page doesn't wait for the counts. */
export function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  return readCharts(db, viewer, Date.now());
}

export const clientLoader = fromPayload("routes/_app.charts");

export default function ChartsPage() {
  return (
    <div className="home">
      <PageHeader title={CHARTS_TITLE} />
      <Charts {...useLoaderData<typeof loader>()} />
    </div>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
