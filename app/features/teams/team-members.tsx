import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import type { TeamPage } from "./team-read.server";

export function TeamMembers({ team, refusal }: { team: TeamPage; refusal: Refusal | null }) {
  return (
    <section aria-labelledby="members" className="stack">
      <SectionHeader title="Members" id="members" />
      {team.members.length > 0 ? (
        <form method="post" action={`/settings/teams/${team.id}/members`} data-keeps-scroll>
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
