import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import type { TeamPage } from "./team-read.server";
import * as say from "./teams-copy";

export function TeamMembers({ team, refusal }: { team: TeamPage; refusal: Refusal | null }) {
  return (
    <section aria-labelledby="members" className="stack">
      <SectionHeader title={say.members} id="members" />
      {team.members.length > 0 ? (
        <form method="post" action={`/settings/teams/${team.id}/members`} data-keeps-scroll>
          <ul className="members">
            {team.members.map(({ id, name, lead, state }) => (
              <li key={id}>
                <span>
                  <a href={`/users/${id}`}>
                    <Person name={name} />
                  </a>
                  {lead && <span className="mark">{say.lead}</span>}
                  {state !== "active" && <span className="mark">{say.disabled}</span>}
                </span>
                <span className="row">
                  {lead ? (
                    <Button look="quiet" name="member" value={id} aria-label={say.endLeadNamed(name)}>
                      {say.endLead}
                    </Button>
                  ) : (
                    <Button look="quiet" name="lead" value={id} aria-label={say.makeLeadNamed(name)}>
                      {say.makeLead}
                    </Button>
                  )}
                  <Button look="quiet" name="remove" value={id} aria-label={say.removeNamed(name)}>
                    {say.remove}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </form>
      ) : (
        <EmptyState small title={say.nobodyBelongsToThisTeamYet} />
      )}
      <PageForm key={team.members.length} className="form" aria-label={say.members} data-keeps-scroll>
        <input type="hidden" name="form" value="member" />
        <div className="field-line">
          <TextField
            label={say.addAMember}
            name="who"
            isAlone
            list="colleagues"
            required
            maxLength={400}
            autoComplete="off"
            hint={say.nameOrAddress}
            refusal={refusal}
          />
          <datalist id="colleagues">
            {team.others.map((person) => (
              <option key={person} value={person} />
            ))}
          </datalist>
          <Button>{say.add}</Button>
        </div>
      </PageForm>
    </section>
  );
}
