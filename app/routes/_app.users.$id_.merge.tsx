import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { type MergePlan, type MergeRefusal, mergePeople, planMerge } from "~/features/people-admin/merge-people.server";
import { ChooseOther, ConfirmMerge } from "~/features/people-admin/merge-people-form";
import * as say from "~/features/people-admin/people-admin-copy";
import { resolvePerson, suggestPeople } from "~/features/users/person-picker.server";
import { mayManageAccounts } from "~/features/users/user-policy";
import { UserId } from "~/features/users/user-schema";
import { personLabelWithId, USER_LIMITS } from "~/features/users/users";
import { forbidden } from "~/http/error-responses.server";
import { applySuggestion, readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { asSuggestions, type Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { PageHeader } from "~/ui/page-header";
import { personAsked } from "./_app.users.$id/person-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.mergePerson(data?.person.name ?? say.people), matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { person } = await personAsked(args, mayManageAccounts);
  const people = (await suggestPeople(db)).filter(({ id }) => id !== person.id);
  return { person: { id: person.id, name: person.name }, suggestions: people.map(personLabelWithId) };
}

const REFUSALS: Record<Exclude<MergeRefusal["why"], "not_allowed">, string> = {
  no_such_person: say.personIsGone,
  same: say.sameAccount,
  self: say.signedInAsThisPerson,
  not_active: say.otherIsDisabled,
  less: say.otherHasFewerPermissions,
  too_many: say.tooManyAddresses(USER_LIMITS.addresses + 1),
};

type Answer = { refusal: Refusal | null; plan: MergePlan | null };

const answer = (status: number, { refusal = null, plan = null }: Partial<Answer>) =>
  data<Answer>({ refusal, plan }, { status });

/** Shows the merge plan first, then merges with `confirmed`. */
export async function action(args: ActionFunctionArgs) {
  const { viewer, person } = await personAsked(args, mayManageAccounts);
  const from = person.id;
  const form = await readForm(args.request);
  if (applySuggestion(form)) return answer(200, { refusal: refuse(form, {}) });
  const refused = (why: MergeRefusal["why"]) => {
    if (why === "not_allowed") throw forbidden();
    return answer(422, { refusal: refuse(form, { who: [REFUSALS[why]] }) });
  };
  if (form.get("confirmed") === "yes") {
    const into = UserId.safeParse(form.get("into"));
    if (!into.success) return refused("no_such_person");
    const done = await mergePeople(db, viewer, { from, into: into.data }, Date.now());
    if (!done.ok) return refused(done.why);
    return redirect(`/users/${into.data}`, await withToast("success", say.peopleMerged));
  }
  const found = await resolvePerson(db, textOf(form, "who"));
  if (!found.ok) {
    const suggestions = { who: asSuggestions(found.meant ?? []) };
    return answer(422, { refusal: { ...refuse(form, { who: [found.message] }), suggestions } });
  }
  const plan = await planMerge(db, viewer, { from, into: found.person.id });
  return plan.ok ? answer(200, { plan }) : refused(plan.why);
}

export const clientLoader = fromPayload("routes/_app.users.$id_.merge");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function MergePeoplePage() {
  const { person, suggestions } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as Answer | undefined;
  return (
    <>
      <PageHeader up={{ href: `/users/${person.id}`, label: person.name }} title={say.mergePerson(person.name)} />
      {answered?.plan ? (
        <ConfirmMerge plan={answered.plan} />
      ) : (
        <ChooseOther personId={person.id} suggestions={suggestions} refusal={answered?.refusal} />
      )}
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
