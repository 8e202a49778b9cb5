import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireId, requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { conflictErrors, readBaseline } from "~/features/records/change-records.server";
import { Members } from "~/features/records/members";
import { Baseline, RecordForm } from "~/features/records/record-form";
import { editTeam } from "~/features/teams/team-changes.server";
import { TeamFieldset } from "~/features/teams/team-form";
import { addMember } from "~/features/teams/team-members.server";
import { readTeam } from "~/features/teams/team-read.server";
import { TeamForm } from "~/features/teams/team-schema";
import { TEAM_FIELDS, TEAM_REFUSALS, type TeamFields, teamValue } from "~/features/teams/teams";
import * as say from "~/features/teams/teams-copy";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { badRequest, forbidden, pageNotFound } from "~/http/error-responses.server";
import { applySuggestion, parseForm, readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { INCOMPLETE_FORM } from "~/lib/form-values";
import { asSuggestions, type Refusal } from "~/lib/refusal";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { FormErrors } from "~/ui/page-form";
import { PageHeader, SectionHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(data?.team.fields.name ?? say.team, matches, error);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  const team = await readTeam(db, requireId({ request, params }));
  if (!team) throw pageNotFound(request);
  return { team };
}

/** A refused form of this page: `about` says which; `current`: the team as others saved it meanwhile. */
type Answer = { about: "team" | "member"; refusal: Refusal; current: TeamFields | null };

const answer = (status: number, { current = null, ...rest }: Partial<Answer> & Pick<Answer, "about" | "refusal">) =>
  data<Answer>({ current, ...rest }, { status });

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const id = requireId({ request, params });
  const form = await readForm(request);
  const asked = { request, viewer, id, form };
  if (form.get("form") === "open") return opensTeam(asked);
  return form.get("form") === "member" ? addsMember(asked) : changesTeam(asked);
}

type Asked = { request: Request; viewer: Viewer; id: number; form: FormData };

async function addsMember({ request, viewer, id, form }: Asked) {
  if (applySuggestion(form)) return answer(200, { about: "member", refusal: refuse(form, {}) });
  const added = await addMember(db, viewer, id, textOf(form, "who"), Date.now());
  if (added.ok) {
    const words = added.isNew ? say.memberAdded(added.name) : say.alreadyAMember(added.name);
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
    ? (["success", say.tasksVisibleAgain] as const)
    : (["error", say.changedMeanwhile] as const);
  return redirect(`/settings/teams/${id}`, await withToast(type, words));
}

async function changesTeam({ request, viewer, id, form }: Asked) {
  const was = readBaseline(form, TeamForm, TEAM_FIELDS);
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
      await withToast("warning", say.teamSavedAccessLost(edited.shutOut.names, edited.shutOut.count), undo),
    );
  }

  switch (edited.why) {
    case "no_such_team":
      throw pageNotFound(request);
    case "not_allowed":
      throw forbidden();
    case "conflict": {
      const refusal = refuse(form, conflictErrors(edited, teamValue, say.currentValue), [say.changedMeanwhile]);
      return answer(409, { about, refusal, current: edited.current });
    }
    default: {
      const field = edited.why === "name_taken" ? "name" : "isDefault";
      return answer(422, { about, refusal: refuse(form, { [field]: [TEAM_REFUSALS[edited.why]] }) });
    }
  }
}

export const clientLoader = fromPayload("routes/_app.settings.teams.$id");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function TeamPage() {
  const { team } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as Answer | undefined;
  const ofTeam = answered?.about === "team" ? answered : null;
  return (
    <>
      <PageHeader up={{ href: "/settings/teams", label: say.teams }} title={team.fields.name} />
      <div className="settings-part">
        {team.archived && <Notice kind="info">{say.teamIsArchived}</Notice>}
        <RecordForm
          key={JSON.stringify(team.fields)}
          className="form"
          aria-label={say.team}
          submit={say.saveTeam}
          cancel="/settings/teams"
        >
          <FormErrors refusal={ofTeam?.refusal} />
          <input type="hidden" name="form" value="team" />
          <Baseline fields={team.fields} answered={ofTeam} />
          <TeamFieldset fields={team.fields} refusal={ofTeam?.refusal} />
        </RecordForm>
        <Members
          members={team.members}
          action={`/settings/teams/${team.id}/members`}
          role={{ name: "lead", label: say.lead, make: say.makeLead, makeNamed: say.makeLeadNamed }}
          hasRole={({ lead }) => lead}
          none={say.noMembersYet}
          suggestions={team.others}
          list="colleagues"
          hint={say.nameOrAddressHint}
          refusal={answered?.about === "member" ? answered.refusal : null}
        >
          <input type="hidden" name="form" value="member" />
        </Members>
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
        <p>{archived ? say.restoreTeamHint : say.archiveTeamHint}</p>
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
