import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { MoveButtons } from "~/features/records/move-buttons";
import { policyHref } from "~/features/service-levels/policies/policies";
import { calendarChoices, listPolicies } from "~/features/service-levels/policies/policies.server";
import * as say from "~/features/service-levels/policies/policies-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SETTINGS } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.serviceLevels, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const [policies, calendars] = await Promise.all([listPolicies(db), calendarChoices(db)]);
  const shown = policies.map(({ id, fields: { name, query, organization, enabled, calendar } }) => {
    return {
      id,
      name,
      query,
      organization,
      enabled,
      calendar: calendars.find(({ value }) => value === calendar)?.label,
    };
  });
  return {
    own: shown.filter(({ organization }) => organization !== ""),
    ordered: shown.filter(({ organization }) => organization === ""),
  };
}

export const clientLoader = fromPayload("routes/_app.settings.service-levels._index");

type Policy = Awaited<ReturnType<typeof loader>>["own"][number];

export default function ServiceLevelsPage() {
  const { own, ordered } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader up={SETTINGS} title={say.serviceLevels} lead={say.aboutPolicies}>
        <ButtonLink look="primary" icon="new" href="/settings/service-levels/new">
          {say.addPolicy}
        </ButtonLink>
      </PageHeader>
      {own.length + ordered.length === 0 ? (
        <EmptyState title={say.noPoliciesYet}>{say.noPoliciesHint}</EmptyState>
      ) : (
        <table className="table catalogue" aria-label={say.serviceLevels} data-prefetch="intent">
          <thead>
            <tr>
              <th scope="col">{say.name}</th>
              <th scope="col">{say.appliesTo}</th>
              <th scope="col">{say.calendar}</th>
              <th scope="col">{say.order}</th>
            </tr>
          </thead>
          <tbody>
            {own.map((policy) => (
              <PolicyRow key={policy.id} policy={policy}>
                {say.first}
              </PolicyRow>
            ))}
            {ordered.map((policy, index) => (
              <PolicyRow key={policy.id} policy={policy}>
                <MoveButtons
                  action={`${policyHref(policy.id)}/changes`}
                  name={policy.name}
                  isFirst={index === 0}
                  isLast={index === ordered.length - 1}
                />
              </PolicyRow>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const PolicyRow = ({ policy, children }: { policy: Policy; children: React.ReactNode }) => (
  <tr className={policy.enabled ? undefined : "is-archived"}>
    <th scope="row">
      <a className="row-link" href={policyHref(policy.id)}>
        {policy.name}
      </a>
      {!policy.enabled && <span className="mark">{say.disabled}</span>}
    </th>
    <td data-label={say.appliesTo}>
      {policy.organization !== "" ? (
        say.tasksOf(policy.organization)
      ) : policy.query === "" ? (
        say.allTasks
      ) : (
        <code>{policy.query}</code>
      )}
    </td>
    <td data-label={say.calendar}>{policy.calendar}</td>
    <td className="catalogue-order">{children}</td>
  </tr>
);

export { RouteError as ErrorBoundary } from "~/ui/route-error";
