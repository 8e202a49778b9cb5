import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import type { TeamPage } from "./team-read.server";

/** Who loses sight of what by being taken out of the team, before they are. */
export type Leaving = { id: number; name: string; loses: "all" | "confidential" };

export function TeamMembers({
  team,
  leaving,
  refusal,
}: {
  team: TeamPage;
  leaving: Leaving | null;
  refusal: Refusal | null;
}) {
  const action = `/settings/teams/${team.id}/members`;
  return (
    <section aria-labelledby="members" className="stack">
      <SectionHeader title="Members" id="members" />
      {leaving && <AskedBeforeLeaving leaving={leaving} teamId={team.id} action={action} />}
      {team.members.length > 0 ? (
        <form method="post" action={action} data-keeps-scroll>
          <ul className="members">
            {team.members.map(({ id, name, lead, state }) => (
              <li key={id}>
                <span>
                  <a href={`/users/${id}`}>
                    <Person name={name} />
                  </a>
                  {lead && <span className="mark">Lead</span>}
                  {state !== "active" && <span className="mark">Disabled</span>}
                </span>
                <span className="row">
                  {lead ? (
                    <Button look="quiet" name="member" value={id} aria-label={`End lead: ${name}`}>
                      End lead
                    </Button>
                  ) : (
                    <Button look="quiet" name="lead" value={id} aria-label={`Make lead: ${name}`}>
                      Make lead
                    </Button>
                  )}
                  <Button look="quiet" name="remove" value={id} aria-label={`Remove ${name}`}>
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </form>
      ) : (
        <EmptyState small title="Nobody belongs to this team yet." />
      )}
      <PageForm key={team.members.length} className="form" aria-label="Members" data-keeps-scroll>
        <input type="hidden" name="form" value="member" />
        <div className="field-line">
          <TextField
            label="Add a member"
            name="who"
            isAlone
            list="colleagues"
            required
            maxLength={400}
            autoComplete="off"
            hint="A name or an e-mail address of somebody who works on tasks."
            refusal={refusal}
          />
          <datalist id="colleagues">
            {team.others.map((person) => (
              <option key={person} value={person} />
            ))}
          </datalist>
          <Button>Add</Button>
        </div>
      </PageForm>
    </section>
  );
}

function AskedBeforeLeaving({ leaving, teamId, action }: { leaving: Leaving; teamId: number; action: string }) {
  const { id, name, loses } = leaving;
  return (
    <Notice kind="warning" answers={leaving}>
      <p>
        {name} will not see {loses === "all" ? "this team's tasks" : "this team's confidential tasks"} any more, except
        those assigned to them.
      </p>
      <form method="post" action={action} className="buttons" data-keeps-scroll>
        <input type="hidden" name="confirmed" value="yes" />
        <Button look="danger" name="remove" value={id}>
          Remove {name}
        </Button>
        <ButtonLink look="quiet" href={`/settings/teams/${teamId}`}>
          Keep
        </ButtonLink>
      </form>
    </Notice>
  );
}
