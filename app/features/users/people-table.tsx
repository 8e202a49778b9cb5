import { Person } from "~/ui/person";
import type { ListedPerson } from "./people-list.server";
import { PERSON_STATE_NAMES, ROLE_NAMES } from "./users";
import * as say from "./users-copy";

export function PeopleTable({ people }: { people: readonly ListedPerson[] }) {
  return (
    <table className="table people" aria-label={say.people} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.name}</th>
          <th scope="col">{say.email}</th>
          <th scope="col">{say.organization}</th>
          <th scope="col">{say.role}</th>
          <th scope="col">{say.state}</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, email, role, state, organization }) => (
          <tr key={id} className={state === "disabled" || state === "anonymised" ? "is-disabled" : undefined}>
            <th scope="row">
              <a className="row-link" href={`/users/${id}`}>
                <Person name={name} />
              </a>
            </th>
            <td className="person-email">{email}</td>
            <td className="person-organization">
              {organization && <a href={`/organizations/${organization.id}`}>{organization.name}</a>}
            </td>
            <td className="person-role">{ROLE_NAMES[role]}</td>
            <td className="person-state">{PERSON_STATE_NAMES[state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
