import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { preferencesOf } from "~/features/users/preferences.server";
import { isAgent } from "~/features/users/user-words";
import { countView } from "~/features/views/view-counts.server";
import { countInWords, SHIPPED_VIEWS, viewHref } from "~/features/views/view-words";
import { listViews } from "~/features/views/views.server";
import { forbidden } from "~/http/refusals.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled("Views", matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = viewerOf(context);
  if (!isAgent(viewer)) throw forbidden();
  const now = Date.now();
  const saved = await listViews(db, viewer);
  const views = [
    ...SHIPPED_VIEWS.map((view) => ({ ...view, id: null, who: "Everyone", mayChange: false })),
    ...saved.map(({ scope, team, ...view }) => ({
      ...view,
      who: scope === "personal" ? "Only me" : scope === "team" ? `Team ${team?.name}` : "Everyone",
    })),
  ];
  return {
    pins: preferencesOf(viewer).pins,
    views: await Promise.all(views.map(async (view) => ({ ...view, count: await countView(db, viewer, view, now) }))),
  };
}

export const clientLoader = fromPayload("routes/_app.tasks.views");

export default function ViewsPage() {
  const { views, pins } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Views">
        <ButtonLink look="primary" icon="new" href="/tasks/views/new">
          New view
        </ButtonLink>
      </PageHeader>
      <table className="table views-table" aria-label="Views">
        <thead>
          <tr>
            <th>Name</th>
            <th className="number">Tasks</th>
            <th>Who has it</th>
            <th>Query</th>
            <th>Sidebar</th>
            <th>Change</th>
          </tr>
        </thead>
        <tbody>
          {views.map(({ key, id, name, query, who, mayChange, count }) => (
            <tr key={key}>
              <td className="view-name">
                <a className="row-link" href={viewHref(key)}>
                  {name}
                </a>
              </td>
              <td className="number">{count === null ? "query does not work any more" : countInWords(count)}</td>
              <td className="view-who">{who}</td>
              <td className="view-query">
                <code>{query}</code>
              </td>
              <td className="view-change">
                <form method="post" action="/tasks/views/pins" data-keeps-scroll>
                  <input type="hidden" name="view" value={key} />
                  {pins.includes(key) ? (
                    <>
                      <Button look="quiet" name="to" value="up" aria-label={`Move ${name} up in the sidebar`}>
                        ↑
                      </Button>
                      <Button look="quiet" name="to" value="down" aria-label={`Move ${name} down in the sidebar`}>
                        ↓
                      </Button>
                      <Button look="quiet" name="to" value="unpin" aria-label={`Unpin ${name}`}>
                        Unpin
                      </Button>
                    </>
                  ) : (
                    <Button look="quiet" name="to" value="pin" aria-label={`Pin ${name}`}>
                      Pin
                    </Button>
                  )}
                </form>
              </td>
              <td className="view-change">
                {id !== null && mayChange && (
                  <form method="post" action={`/tasks/views/${id}/place`} data-keeps-scroll>
                    <Button look="quiet" name="to" value="up" aria-label={`Move ${name} up`}>
                      ↑
                    </Button>
                    <Button look="quiet" name="to" value="down" aria-label={`Move ${name} down`}>
                      ↓
                    </Button>
                    <ButtonLink look="quiet" href={`/tasks/views/${id}`} aria-label={`Edit ${name}`}>
                      Edit
                    </ButtonLink>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
