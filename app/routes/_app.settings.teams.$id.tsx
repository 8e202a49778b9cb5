import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { editTeam } from "~/features/teams/team-changes.server";
import { TeamFieldset } from "~/features/teams/team-form";
import { TeamMembers } from "~/features/teams/team-members";
import { addMember } from "~/features/teams/team-members.server";
import { readTeam } from "~/features/teams/team-read.server";
import { readWas, TeamForm } from "~/features/teams/team-schema";
import { asTexts, TEAM_CONFLICT, TEAM_REFUSALS, type TeamFields, theirValues } from "~/features/teams/teams";
import * as say from "~/features/teams/teams-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { parseForm, readForm, refuse, takeMeant, textOf } from "~/http/form.server";
import { badRequest, forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM, RowId } from "~/lib/form-values";
import { asSuggestions, type Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader, SectionHeader, SettingsTrail } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.team.fields.name ?? say.team, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!maySetUpDesk(viewerOf(context))) throw forbidden();
  const id = RowId.safeParse(params.id);
  const team = id.success ? await readTeam(db, id.data) : null;
  if (!team) throw pageNotFound(request);
  return { team };
}

/** A refused form of this page: `about` says which; `current`: the team as others saved it meanwhile. */
type Answer = { about: "team" | "member"; refusal: Refusal; current: TeamFields | null };

const answer = (status: number, { current = null, ...rest }: Partial<Answer> & Pick<Answer, "about" | "refusal">) =>
  data<Answer>({ current, ...rest }, { status });

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = viewerOf(context);
  if (!maySetUpDesk(viewer)) throw forbidden();
  const id = RowId.safeParse(params.id);
  if (!id.success) throw pageNotFound(request);
  const form = await readForm(request);
  const asked = { request, viewer, id: id.data, form };
  if (form.get("form") === "open") return opensTeam(asked);
  return form.get("form") === "member" ? addsMember(asked) : changesTeam(asked);
}

type Asked = { request: Request; viewer: Viewer; id: number; form: FormData };

async function addsMember({ request, viewer, id, form }: Asked) {
  if (takeMeant(form)) return answer(200, { about: "member", refusal: refuse(form, {}) });
  const added = await addMember(db, viewer, id, textOf(form, "who"), Date.now());
  if (added.ok) {
    const words = added.isNew ? say.belongsToTheTeam(added.name) : say.belongsAlready(added.name);
    return redirect(`/settings/teams/${id}`, await withToast("success", words));
  }
  if (added.why !== "wrong") throw added.why === "not_allowed" ? forbidden() : pageNotFound(request);
  const suggestions = { who: asSuggestions(added.meant) };
  return answer(422, { about: "member", refusal: { ...refuse(form, { who: [added.message] }), suggestions } });
}

/** Undoes making a team private. */
async function opensTeam({ request, viewer, id }: Asked) {
  const was = (await readTeam(db, id))?.fields;
  if (!was) throw pageNotFound(request);
  const opened = await editTeam(db, viewer, id, { was, mine: { ...was, visibility: "open" } }, Date.now());
  if (!opened.ok && opened.why === "not_allowed") throw forbidden();
  const [type, words] = opened.ok
    ? (["success", say.everyAgentSeesAgain] as const)
    : (["error", TEAM_CONFLICT] as const);
  return redirect(`/settings/teams/${id}`, await withToast(type, words));
}

async function changesTeam({ request, viewer, id, form }: Asked) {
  const was = readWas(form);
  if (!was) throw badRequest(INCOMPLETE_FORM);
  const parsed = parseForm(form, TeamForm);
  const about = "team" as const;
  if (!parsed.ok) return answer(422, { about, refusal: parsed.refusal });
  const edited = await editTeam(db, viewer, id, { was, mine: parsed.value }, Date.now());
  if (edited.ok) {
    const address = `/settings/teams/${id}`;
    if (!edited.shutOut) return redirect(address, await withToast("success", say.teamSaved));
    const undo = { action: { label: say.undo, post: address, name: "form", value: "open" } };
    return redirect(
      address,
      await withToast("warning", say.teamSavedButUnseen(edited.shutOut.names, edited.shutOut.count), undo),
    );
  }

  switch (edited.why) {
    case "no_such_team":
      throw pageNotFound(request);
    case "not_allowed":
      throw forbidden();
    case "conflict": {
      const refusal = refuse(form, theirValues(edited), [TEAM_CONFLICT]);
      return answer(409, { about, refusal, current: edited.current });
    }
    default: {
      const field = edited.why === "name_taken" ? "name" : "isDefault";
      return answer(422, { about, refusal: refuse(form, { [field]: [TEAM_REFUSALS[edited.why]] }) });
    }
  }
}

export const clientLoader = fromPayload("routes/_app.settings.teams.$id");

export { keepPage as clientAction } from "~/shell/keep-page";

export default function TeamPage() {
  const { team } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as Answer | undefined;
  const ofTeam = answered?.about === "team" ? answered : null;
  // After a conflict the form starts from the others' values; after any other refusal, from where it started.
  const texts = asTexts(ofTeam?.current ?? team.fields);
  const was = Object.entries(texts).map(([field, text]) => {
    const before = ofTeam?.current ? undefined : ofTeam?.refusal.values[`was_${field}`];
    return [`was_${field}`, before ?? text] as const;
  });
  return (
    <>
      <SettingsTrail places={[{ href: "/settings/teams", label: say.teams }]} />
      <PageHeader title={team.fields.name} />
      <div className="settings-part">
        {team.archived && <Notice kind="info">{say.teamIsArchived}</Notice>}
        <PageForm key={JSON.stringify(team.fields)} className="form" aria-label={say.team}>
          <FormErrors refusal={ofTeam?.refusal} />
          <input type="hidden" name="form" value="team" />
          {was.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <TeamFieldset fields={team.fields} refusal={ofTeam?.refusal} />
          <div className="buttons">
            <Button look="primary">{say.saveTeam}</Button>
            <ButtonLink look="quiet" href="/settings/teams">
              {say.cancel}
            </ButtonLink>
          </div>
        </PageForm>
        <TeamMembers team={team} refusal={answered?.about === "member" ? answered.refusal : null} />
        {!team.fields.isDefault && <Archiving id={team.id} archived={team.archived} />}
      </div>
    </>
  );
}

function Archiving({ id, archived }: { id: number; archived: boolean }) {
  return (
    <section aria-labelledby="archive">
      <SectionHeader title={say.archive} id="archive" />
      <form method="post" action={`/settings/teams/${id}/archive`} className="form" data-keeps-scroll>
        <p>{archived ? say.whatRestoringDoes : say.whatArchivingDoes}</p>
        <div className="buttons">
          <Button look={archived ? "plain" : "danger"} name="archived" value={archived ? "no" : "yes"}>
            {archived ? say.restoreTeam : say.archiveTeam}
          </Button>
        </div>
      </form>
    </section>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
