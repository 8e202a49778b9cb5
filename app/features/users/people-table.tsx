import { Person } from "~/ui/person";
import { ROLE_NAMES, type Role, USER_STATE_NAMES, type UserState } from "./user-words";

type Row = { id: number; name: string; email: string | null; role: Role; state: UserState };

/** People by name, each row leading to its person. */
export function PeopleTable({ people }: { people: readonly Row[] }) {
  return (
    <table className="table people" aria-label="People" data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Role</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, email, role, state }) => (
          <tr key={id} className={state === "disabled" ? "is-disabled" : undefined}>
            <th scope="row">
              <a className="row-link" href={`/users/${id}`}>
                <Person name={name} />
              </a>
            </th>
            <td className="person-email">{email}</td>
            <td className="person-role">{ROLE_NAMES[role]}</td>
            <td className="person-state">{USER_STATE_NAMES[state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
