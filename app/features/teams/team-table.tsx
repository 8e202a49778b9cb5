import type { ListedTeam } from "./team-read.server";
import { VISIBILITY_NAMES } from "./team-words";

/** Beyond this many open tasks nobody counts. */
const counted = (open: number) => (open > 1000 ? "1,000+" : String(open));

/** All teams, each row leading to its team. */
export function TeamTable({ teams }: { teams: readonly ListedTeam[] }) {
  return (
    <table className="table teams" aria-label="Teams" data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Who works on its tasks</th>
          <th scope="col" className="number">
            Members
          </th>
          <th scope="col" className="number">
            Open tasks
          </th>
        </tr>
      </thead>
      <tbody>
        {teams.map(({ id, name, visibility, members, open, isDefault, archived }) => (
          <tr key={id} className={archived ? "is-archived" : undefined}>
            <th scope="row">
              <a className="row-link" href={`/settings/teams/${id}`}>
                {name}
              </a>
              {isDefault && <span className="mark">Default</span>}
              {archived && <span className="mark">Archived</span>}
            </th>
            <td>{VISIBILITY_NAMES[visibility]}</td>
            <td className="number" data-label="Members">
              {members}
            </td>
            <td className="number" data-label="Open tasks">
              {counted(open)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
