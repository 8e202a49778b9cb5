import type { ReactNode } from "react";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import * as say from "./records-copy";

type Props<M> = {
  members: readonly M[];
  /** Where the buttons of a member post. */
  action: string;
  /** The role above plain members; `name` is its button's. */
  role: { name: string; label: string; make: string; makeNamed: (name: string) => string };
  hasRole: (member: M) => boolean;
  markOf?: (member: M) => string | false;
  mayChange?: (member: M) => boolean;
  /** Title when there are no members. */
  none: string;
  /** A link to the rest of them. */
  more?: ReactNode;
  /** People to suggest; `list` is the id of their list. */
  suggestions: readonly string[];
  list: string;
  hint: string;
  refusal: Refusal | null | undefined;
  /** Hidden fields of the form that adds a member. */
  children?: ReactNode;
};

/** The members of a team or an organization, and the form to add one. */
export function Members<M extends { id: number; name: string; state: string }>(props: Props<M>) {
  const { members, role, hasRole, markOf, mayChange = () => true, suggestions, list } = props;
  return (
    <section aria-labelledby="members" className="stack">
      <SectionHeader title={say.members} id="members">
        {props.more}
      </SectionHeader>
      {members.length > 0 ? (
        <form method="post" action={props.action} data-keeps-scroll>
          <ul className="members">
            {members.map((member) => (
              <li key={member.id}>
                <span>
                  <a href={`/users/${member.id}`}>
                    <Person name={member.name} />
                  </a>
                  {hasRole(member) && <span className="mark">{role.label}</span>}
                  {markOf?.(member) && <span className="mark">{markOf(member)}</span>}
                  {member.state !== "active" && <span className="mark">{say.disabled}</span>}
                </span>
                {mayChange(member) && <MemberButtons {...member} role={role} hasRole={hasRole(member)} />}
              </li>
            ))}
          </ul>
        </form>
      ) : (
        <EmptyState small title={props.none} />
      )}
      <PageForm key={members.length} className="form" aria-label={say.members} data-keeps-scroll>
        {props.children}
        <div className="field-line">
          <TextField
            label={say.addAMember}
            name="who"
            isAlone
            list={list}
            required
            maxLength={400}
            autoComplete="off"
            hint={props.hint}
            refusal={props.refusal}
          />
          <datalist id={list}>
            {suggestions.map((person) => (
              <option key={person} value={person} />
            ))}
          </datalist>
          <Button>{say.addMember}</Button>
        </div>
      </PageForm>
    </section>
  );
}

type MemberProps = { id: number; name: string; role: Props<unknown>["role"]; hasRole: boolean };

const MemberButtons = ({ id, name, role, hasRole }: MemberProps) => (
  <span className="row">
    {hasRole ? (
      <Button look="quiet" name="member" value={id} aria-label={say.makeMemberNamed(name)}>
        {say.makeMember}
      </Button>
    ) : (
      <Button look="quiet" name={role.name} value={id} aria-label={role.makeNamed(name)}>
        {role.make}
      </Button>
    )}
    <Button look="quiet" name="remove" value={id} aria-label={say.removeNamed(name)}>
      {say.remove}
    </Button>
  </span>
);
