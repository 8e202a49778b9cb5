import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { scopeName } from "~/features/records/sharing-scopes";
import { preferencesOf } from "~/features/users/preferences.server";
import { isAgent } from "~/features/users/users";
import { countView } from "~/features/views/view-counts.server";
import * as say from "~/features/views/view-forms-copy";
import { formatViewCount, SHIPPED_VIEWS, viewHref } from "~/features/views/views";
import { listViews } from "~/features/views/views.server";
import * as terms from "~/features/views/views-copy";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(terms.views, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  const now = Date.now();
  const saved = await listViews(db, viewer);
  const views = [
    ...SHIPPED_VIEWS.map((view) => ({ ...view, id: null, who: say.allAgents, mayChange: false })),
    ...saved.map(({ scope, team, ...view }) => ({ ...view, who: scopeName({ scope, team }) })),
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
      <PageHeader up={{ href: "/tasks", label: say.tasks }} title={terms.views}>
        <ButtonLink look="primary" icon="new" href="/tasks/views/new">
          {say.addView}
        </ButtonLink>
      </PageHeader>
      <table className="table views-table" aria-label={terms.views}>
        <thead>
          <tr>
            <th>{say.name}</th>
            <th className="number">{say.tasks}</th>
            <th>{say.sharedWith}</th>
            <th>{say.query}</th>
            <th>{say.sidebar}</th>
            <th>{say.edit}</th>
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
              <td className="number">{count === null ? say.queryNoLongerWorks : formatViewCount(count)}</td>
              <td className="view-who">{who}</td>
              <td className="view-query">
                <code>{query}</code>
              </td>
              <td className="view-change">
                <form method="post" action="/tasks/views/pins" data-keeps-scroll>
                  <input type="hidden" name="view" value={key} />
                  {pins.includes(key) ? (
                    <>
                      <Button look="quiet" name="to" value="up" aria-label={say.moveUpInSidebar(name)}>
                        ↑
                      </Button>
                      <Button look="quiet" name="to" value="down" aria-label={say.moveDownInSidebar(name)}>
                        ↓
                      </Button>
                      <Button look="quiet" name="to" value="unpin" aria-label={say.unpinView(name)}>
                        {say.unpin}
                      </Button>
                    </>
                  ) : (
                    <Button look="quiet" name="to" value="pin" aria-label={say.pinView(name)}>
                      {say.pin}
                    </Button>
                  )}
                </form>
              </td>
              <td className="view-change">
                {id !== null && mayChange && (
                  <form method="post" action={`/tasks/views/${id}/place`} data-keeps-scroll>
                    <Button look="quiet" name="to" value="up" aria-label={say.moveUp(name)}>
                      ↑
                    </Button>
                    <Button look="quiet" name="to" value="down" aria-label={say.moveDown(name)}>
                      ↓
                    </Button>
                    <ButtonLink look="quiet" href={`/tasks/views/${id}`} aria-label={say.editNamed(name)}>
                      {say.edit}
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
