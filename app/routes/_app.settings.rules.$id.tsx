import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { conflictErrors, readBaseline } from "~/features/records/change-records.server";
import { Baseline } from "~/features/records/record-form";
import { listActionOffers } from "~/features/rules/action-offers.server";
import { RehearsalResult } from "~/features/rules/rehearsal/rehearsal-result";
import { editRule } from "~/features/rules/rule-changes.server";
import { RuleForm } from "~/features/rules/rule-form";
import { RuleBaseline, RuleForm as SentForm } from "~/features/rules/rule-schema";
import { RULE_FIELDS, type RuleFields, ruleHref, ruleValue } from "~/features/rules/rules";
import { readRule, readRunLog } from "~/features/rules/rules.server";
import * as say from "~/features/rules/rules-copy";
import { RunLog } from "~/features/rules/run-log";
import { webhookSecret } from "~/features/rules/webhooks/post-webhook.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";
import {
  answer,
  parseRule,
  type RuleAnswer,
  rehearseRule,
} from "~/routes/_app.settings.rules._index/rule-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import styles from "~/ui/styles/pages/rules.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.fields.name ?? say.rule, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const before = RowId.safeParse(new URL(request.url).searchParams.get("before"));
  const [rule, log, offers] = await Promise.all([
    readRule(db, id),
    readRunLog(db, id, before.success ? before.data : null),
    listActionOffers(db),
  ]);
  if (!rule) throw pageNotFound(request);
  const hasWebhook = RULE_FIELDS.some((field) => field.startsWith("action") && rule.fields[field] === "webhook");
  return { ...rule, log, offers, now: Date.now(), secret: hasWebhook ? webhookSecret(id) : null };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = requireViewer(args.context, maySetUpDesk);
  const id = requireId(args);
  const form = await readForm(args.request);
  const was = readBaseline(form, RuleBaseline, RULE_FIELDS);
  if (!was) throw badRequest(INCOMPLETE_FORM);
  const parsed = await parseRule(form, SentForm, id);
  if (!parsed.ok) return answer(422, parsed.refusal);
  const mine = parsed.value as RuleFields;
  if (textOf(form, "do") === "rehearse") return rehearseRule({ request: args.request, viewer, form }, mine);
  const saved = await editRule(db, viewer, id, { was: was as RuleFields, mine }, Date.now());
  if (saved.ok) return redirect("/settings/rules", await withToast("success", say.ruleSaved(mine.name)));
  switch (saved.why) {
    case "not_allowed":
      throw forbidden();
    case "no_such_rule":
      throw pageNotFound(args.request);
    case "wrong":
      return answer(422, refuse(form, saved.errors));
    case "conflict":
      return answer(409, refuse(form, conflictErrors(saved, ruleValue, say.currentValue), [say.changedMeanwhile]), {
        current: saved.current,
      });
  }
}

export const clientLoader = fromPayload("routes/_app.settings.rules.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function RulePage() {
  const { id, fields, log, offers, now, secret } = useLoaderData<typeof loader>();
  const answered = useActionData() as RuleAnswer | undefined;
  return (
    <>
      <PageHeader up={{ href: "/settings/rules", label: say.rules }} title={fields.name}>
        <form method="post" action={`${ruleHref(id)}/changes`}>
          <Button look="danger" name="verb" value="remove">
            {say.deleteRule}
          </Button>
        </form>
      </PageHeader>
      <div className="settings-part">
        <RuleForm
          key={JSON.stringify(fields)}
          fields={fields}
          offers={offers}
          submit={say.saveRule}
          refusal={answered?.refusal}
        >
          <Baseline fields={fields} answered={answered} />
        </RuleForm>
        {secret !== null && <p className="field-hint">{say.webhookSecret(<code>{secret}</code>)}</p>}
        {answered?.rehearsal && <RehearsalResult result={answered.rehearsal} now={answered.now} />}
      </div>
      <RunLog ruleId={id} page={log} now={now} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
