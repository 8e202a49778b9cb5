import { formatCount } from "~/features/records/counts";
import type { ListedTeam } from "./team-read.server";
import { VISIBILITY_NAMES } from "./teams";
import * as say from "./teams-copy";

export function TeamTable({ teams }: { teams: readonly ListedTeam[] }) {
  return (
    <table className="table teams" aria-label={say.teams} data-prefetch="intent">
      <thead>
        <tr>
          <th scope="col">{say.name}</th>
          <th scope="col">{say.whoWorksOnItsTasks}</th>
          <th scope="col" className="number">
            {say.members}
          </th>
          <th scope="col" className="number">
            {say.openTasks}
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
              {isDefault && <span className="mark">{say.isDefault}</span>}
              {archived && <span className="mark">{say.archived}</span>}
            </th>
            <td>{VISIBILITY_NAMES[visibility]}</td>
            <td className="number" data-label={say.members}>
              {members}
            </td>
            <td className="number" data-label={say.openTasks}>
              {formatCount(open)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
