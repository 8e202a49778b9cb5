import { Time } from "~/ui/time";
import type { LoggedEvent } from "./security-log.server";
import * as say from "./security-log-copy";

export function SecurityTable({ events, now }: { events: readonly LoggedEvent[]; now: number }) {
  return (
    <table className="table security-log" aria-label={say.securityLog}>
      <thead>
        <tr>
          <th scope="col">{say.what}</th>
          <th scope="col">{say.by}</th>
          <th scope="col">{say.about}</th>
          <th scope="col">{say.details}</th>
          <th scope="col">{say.when}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <th scope="row">{event.what}</th>
            <td>{event.actor && <a href={`/users/${event.actor.id}`}>{event.actor.name}</a>}</td>
            <td>
              <About {...event} />
            </td>
            <td className="security-details">
              {[
                ...event.details.map(([name, text]) => `${name}: ${text}`),
                ...(event.ip ? [say.fromAddress(event.ip)] : []),
              ].join("; ")}
            </td>
            <td>
              <Time at={event.at} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function About({ user, team, task }: Pick<LoggedEvent, "user" | "team" | "task">) {
  return (
    <>
      {user && <a href={`/users/${user.id}`}>{user.name}</a>}
      {user && team && ", "}
      {team && <a href={`/settings/teams/${team.id}`}>{team.name}</a>}
      {task !== null && <a href={`/tasks/${task}`}>#{task}</a>}
    </>
  );
}
