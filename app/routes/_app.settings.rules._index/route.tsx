import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { MoveButtons } from "~/features/records/move-buttons";
import { DisabledRules } from "~/features/rules/disabled-rules";
import { listDisabledByFailures } from "~/features/rules/disabled-rules.server";
import { RULE_LIMITS, ruleHref } from "~/features/rules/rules";
import { listRules } from "~/features/rules/rules.server";
import * as say from "~/features/rules/rules-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { fromPayload } from "~/shell/payload-client-loader";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeader, SETTINGS } from "~/ui/page-header";
import styles from "~/ui/styles/pages/rules.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.rules, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const [rules, disabled] = await Promise.all([listRules(db), listDisabledByFailures(db)]);
  return { rules, disabled };
}

export const clientLoader = fromPayload("routes/_app.settings.rules._index");

type Rule = Awaited<ReturnType<typeof loader>>["rules"][number];

export default function RulesPage() {
  const { rules, disabled } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader up={SETTINGS} title={say.rules} lead={say.aboutRules}>
        <ButtonLink look="primary" icon="new" href="/settings/rules/new">
          {say.addRule}
        </ButtonLink>
      </PageHeader>
      <DisabledRules rules={disabled} back="/settings/rules" />
      {rules.length === 0 ? (
        <EmptyState title={say.noRulesYet}>{say.noRulesHint}</EmptyState>
      ) : (
        <table className="table catalogue rules" aria-label={say.rules} data-prefetch="intent">
          <thead>
            <tr>
              <th scope="col">{say.name}</th>
              <th scope="col">{say.when}</th>
              <th scope="col">{say.onlyIf}</th>
              <th scope="col">{say.actions}</th>
              <th scope="col">{say.order}</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, index) => (
              <RuleRow key={rule.id} rule={rule} isFirst={index === 0} isLast={index === rules.length - 1} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const stateOf = ({ failures }: Rule) => (failures >= RULE_LIMITS.failures ? say.disabledByFailures : say.disabled);

const RuleRow = ({ rule, isFirst, isLast }: { rule: Rule; isFirst: boolean; isLast: boolean }) => (
  <tr className={rule.enabled ? undefined : "is-archived"}>
    <th scope="row">
      <a className="row-link" href={ruleHref(rule.id)}>
        {rule.name}
      </a>
      {!rule.enabled && <span className="mark">{stateOf(rule)}</span>}
    </th>
    <td data-label={say.when}>{rule.when}</td>
    <td data-label={say.onlyIf}>
      {rule.query === "" ? (
        say.always
      ) : (
        <code>
          <Parts of={rule.query.split(" ")} />
        </code>
      )}
    </td>
    <td data-label={say.actions}>
      <Parts of={rule.does.map((does, index) => (index < rule.does.length - 1 ? `${does};` : does))} isShort />
    </td>
    <td className="catalogue-order">
      <MoveButtons action={`${ruleHref(rule.id)}/changes`} name={rule.name} isFirst={isFirst} isLast={isLast} />
    </td>
  </tr>
);

/** Parts of a text, between which lines break. `isShort`: a part that's too long for a line ends in an ellipsis. */
const Parts = ({ of, isShort = false }: { of: readonly string[]; isShort?: boolean }) =>
  of.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts can be equal, and never change places.
    <Fragment key={index}>
      <span className={isShort ? "part part-short" : "part"} title={isShort ? part : undefined}>
        {part}
      </span>{" "}
    </Fragment>
  ));

export { RouteError as ErrorBoundary } from "~/ui/route-error";
