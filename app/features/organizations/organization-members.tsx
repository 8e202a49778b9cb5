import { ROLE_NAMES, type Role } from "~/features/users/users";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import type { Members } from "./organization-read.server";
import { orgQuery } from "./organizations";
import * as say from "./organizations-copy";

export function OrganizationMembers({
  id,
  name,
  people,
  suggestions,
  mayChange,
  refusal,
}: {
  id: number;
  name: string;
  people: Members;
  suggestions: readonly string[];
  /** By role of the member. */
  mayChange: Record<Role, boolean>;
  refusal: Refusal | null | undefined;
}) {
  const { members, more } = people;
  return (
    <section aria-labelledby="members" className="stack">
      <SectionHeader title={say.members} id="members">
        {more && <a href={`/users?${new URLSearchParams({ q: orgQuery(name) })}`}>{say.showAll}</a>}
      </SectionHeader>
      {members.length > 0 ? (
        <form method="post" action={`/organizations/${id}/members`} data-keeps-scroll>
          <ul className="members">
            {members.map((member) => (
              <li key={member.id}>
                <span>
                  <a href={`/users/${member.id}`}>
                    <Person name={member.name} />
                  </a>
                  {member.manager && <span className="mark">{say.manager}</span>}
                  {member.role !== "requester" && <span className="mark">{ROLE_NAMES[member.role]}</span>}
                  {member.state !== "active" && <span className="mark">{say.disabled}</span>}
                </span>
                {mayChange[member.role] && <MemberButtons {...member} />}
              </li>
            ))}
          </ul>
        </form>
      ) : (
        <EmptyState small title={say.nobodyBelongsToThisOrganizationYet} />
      )}
      <PageForm key={members.length} className="form" aria-label={say.members} data-keeps-scroll>
        <div className="field-line">
          <TextField
            label={say.addAMember}
            name="who"
            isAlone
            list="people"
            required
            maxLength={400}
            autoComplete="off"
            hint={say.nameOrAddress}
            refusal={refusal}
          />
          <datalist id="people">
            {suggestions.map((person) => (
              <option key={person} value={person} />
            ))}
          </datalist>
          <Button>{say.add}</Button>
        </div>
      </PageForm>
    </section>
  );
}

function MemberButtons({ id, name, manager }: Members["members"][number]) {
  return (
    <span className="row">
      {manager ? (
        <Button look="quiet" name="member" value={id} aria-label={say.endManagerNamed(name)}>
          {say.endManager}
        </Button>
      ) : (
        <Button look="quiet" name="manager" value={id} aria-label={say.makeManagerNamed(name)}>
          {say.makeManager}
        </Button>
      )}
      <Button look="quiet" name="remove" value={id} aria-label={say.removeNamed(name)}>
        {say.remove}
      </Button>
    </span>
  );
}
