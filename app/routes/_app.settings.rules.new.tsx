import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { listActionOffers } from "~/features/rules/action-offers.server";
import { RehearsalResult } from "~/features/rules/rehearsal/rehearsal-result";
import { createRule } from "~/features/rules/rule-changes.server";
import { RuleForm } from "~/features/rules/rule-form";
import { NewRuleForm } from "~/features/rules/rule-schema";
import { NEW_RULE, type RuleFields } from "~/features/rules/rules";
import * as say from "~/features/rules/rules-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { readForm, refuse, rejectOthersForm, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { formKey } from "~/lib/form-key.server";
import {
  answer,
  parseRule,
  type RuleAnswer,
  rehearseRule,
} from "~/routes/_app.settings.rules._index/rule-actions.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { RequestKeyField } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import styles from "~/ui/styles/pages/rules.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.newRule, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  return { requestKey: formKey(viewer.id), offers: await listActionOffers(db) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  rejectOthersForm(form, viewer.id);
  const parsed = await parseRule(form, NewRuleForm, null);
  if (!parsed.ok) return answer(422, parsed.refusal);
  const fields = parsed.value as RuleFields & { requestKey: string };
  if (textOf(form, "do") === "rehearse") return rehearseRule({ request, viewer, form }, fields);
  const made = await createRule(db, viewer, fields, Date.now());
  if (!made.ok && made.why === "not_allowed") throw forbidden();
  if (!made.ok) return answer(422, refuse(form, made.errors));
  return redirect("/settings/rules", await withToast("success", say.ruleAdded(fields.name)));
}

export const clientLoader = fromPayload("routes/_app.settings.rules.new");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function NewRulePage() {
  const { requestKey, offers } = useLoaderData<typeof loader>();
  const answered = useActionData() as RuleAnswer | undefined;
  return (
    <>
      <PageHeader up={{ href: "/settings/rules", label: say.rules }} title={say.newRule} />
      <div className="settings-part">
        <RuleForm fields={NEW_RULE} offers={offers} submit={say.addRule} refusal={answered?.refusal}>
          <RequestKeyField requestKey={requestKey} refusal={answered?.refusal} />
        </RuleForm>
        {answered?.rehearsal && <RehearsalResult result={answered.rehearsal} now={answered.now} />}
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
