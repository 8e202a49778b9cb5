import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { describeMacros } from "~/features/macros/macro-page.server";
import * as say from "~/features/macros/macros-copy";
import { isAgent } from "~/features/users/users";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.macros, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, isAgent);
  return { macros: await describeMacros(db, viewer) };
}

export const clientLoader = fromPayload("routes/_app.macros._index");

export default function MacrosPage() {
  const { macros } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={say.macros} lead={say.aboutMacros}>
        <ButtonLink look="primary" icon="new" href="/macros/new">
          {say.addMacro}
        </ButtonLink>
      </PageHeader>
      {macros.length === 0 ? (
        <EmptyState title={say.noMacrosYet}>{say.noMacrosHint}</EmptyState>
      ) : (
        <table className="table macros" aria-label={say.macros}>
          <thead>
            <tr>
              <th>{say.name}</th>
              <th>{say.contents}</th>
              <th>{say.sharedWith}</th>
            </tr>
          </thead>
          <tbody>
            {macros.map(({ id, name, does, who, mayChange }) => (
              <tr key={id}>
                <td className="macro-name">
                  {mayChange ? (
                    <a className="row-link" href={`/macros/${id}`}>
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                </td>
                <td className="bulk-small">{does}</td>
                <td className="bulk-small">{who}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
