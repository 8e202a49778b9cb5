import { Button } from "~/ui/button";
import { SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";
import type { Profile } from "./user-queries.server";
import { ROLE_NAMES, USER_STATE_NAMES } from "./user-words";

/** What is known of a person. `now` in UTC milliseconds, from the loader. */
export function PersonFacts({ person, tellsPassword, now }: { person: Profile; tellsPassword: boolean; now: number }) {
  return (
    <dl className="facts">
      <dt>Email</dt>
      <dd>{person.email ? <a href={`mailto:${person.email}`}>{person.email}</a> : "None"}</dd>
      <dt>Role</dt>
      <dd>{ROLE_NAMES[person.role]}</dd>
      <dt>State</dt>
      <dd>{USER_STATE_NAMES[person.state]}</dd>
      {tellsPassword && (
        <>
          <dt>Password</dt>
          <dd>{person.hasPassword ? "Set" : "None: cannot sign in with a password"}</dd>
        </>
      )}
      <dt>Known since</dt>
      <dd>
        <Time at={person.createdAt} now={now} />
      </dd>
    </dl>
  );
}

/** Closing an account and opening it again: a button each, for admins. */
export function AccountSection({ person }: { person: Pick<Profile, "id" | "name" | "state"> }) {
  const isActive = person.state === "active";
  return (
    <section aria-labelledby="account">
      <SectionHeader title="Account" id="account" />
      <form method="post" action={`/users/${person.id}/state`} className="form">
        <p>
          {isActive
            ? `Disabling signs ${person.name} out everywhere at once. What they wrote and asked for stays, and tasks assigned to them stay assigned.`
            : `Enabling lets ${person.name} sign in again, with the same password.`}
        </p>
        <div className="buttons">
          <Button look={isActive ? "danger" : "plain"} name="state" value={isActive ? "disabled" : "active"}>
            {isActive ? "Disable account" : "Enable account"}
          </Button>
        </div>
      </form>
    </section>
  );
}
