import { Button, ButtonLink } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { SectionHeader } from "~/ui/page-header";
import { Day, Time } from "~/ui/time";
import type { ReadAvailability } from "./availability.server";
import type { Profile } from "./user-queries.server";
import { ROLE_NAMES, USER_STATE_NAMES } from "./user-words";

/** What is known of a person. `now` in UTC milliseconds, from the loader. */
export function PersonFacts({
  person,
  availability,
  tellsPassword,
  opensOrganization,
  now,
}: {
  person: Profile;
  /** Null for who does not work on tasks. */
  availability: ReadAvailability | null;
  tellsPassword: boolean;
  /** Whether the page of their organization is the viewer's to see. */
  opensOrganization: boolean;
  now: number;
}) {
  return (
    <dl className="facts">
      <dt>Email</dt>
      <dd>{person.email ? <a href={`mailto:${person.email}`}>{person.email}</a> : "None"}</dd>
      {person.further.length > 0 && (
        <>
          <dt>Other addresses</dt>
          <dd>{person.further.join(", ")}</dd>
        </>
      )}
      <dt>Role</dt>
      <dd>{ROLE_NAMES[person.role]}</dd>
      {person.organization && (
        <>
          <dt>Organization</dt>
          <dd>
            {opensOrganization ? (
              <a href={`/organizations/${person.organization.id}`}>{person.organization.name}</a>
            ) : (
              person.organization.name
            )}
            {person.organization.manager && ", manager"}
          </dd>
        </>
      )}
      <dt>State</dt>
      <dd>{USER_STATE_NAMES[person.state]}</dd>
      {tellsPassword && (
        <>
          <dt>Password</dt>
          <dd>{person.hasPassword ? "Set" : "None: cannot sign in with a password"}</dd>
        </>
      )}
      {availability && <AvailabilityFacts {...availability} now={now} />}
      <dt>Known since</dt>
      <dd>
        <Time at={person.createdAt} now={now} />
      </dd>
    </dl>
  );
}

function AvailabilityFacts({ fields, absence, now }: ReadAvailability & { now: number }) {
  return (
    <>
      <dt>New tasks</dt>
      <dd>{fields.available ? `By their teams, up to ${fields.capacity} open ones` : "None by their teams"}</dd>
      {absence && (
        <>
          <dt>Away</dt>
          <dd>
            {absence.from > now && (
              <>
                from <Day at={absence.from} now={now} />{" "}
              </>
            )}
            until <Day at={absence.until - 1} now={now} />
            {absence.substitute && (
              <>
                , <a href={`/users/${absence.substitute.id}`}>{absence.substitute.name}</a> stands in
              </>
            )}
          </dd>
        </>
      )}
    </>
  );
}

/** Closing an account and opening it again: a button each, for admins. */
export function AccountSection({
  person,
  leaves,
  standIn,
  isSelf,
}: {
  person: Pick<Profile, "id" | "name" | "state">;
  /** How many open tasks they have, and who could get them; null where they have none. */
  leaves: { count: string; heirs: readonly { id: number; name: string }[] } | null;
  /** Who stands in for them, who are away now, and so may be meant to get their tasks. */
  standIn: number | null;
  isSelf: boolean;
}) {
  const isActive = person.state === "active";
  return (
    <section aria-labelledby="account">
      <SectionHeader title="Account" id="account" />
      <form method="post" action={`/users/${person.id}/state`} className="form">
        <p>
          {isActive
            ? `Disabling signs ${person.name} out everywhere at once. What they wrote and asked for stays.${leaves ? ` Their open tasks (${leaves.count}) go to whoever you choose below.` : ""}`
            : `Enabling lets ${person.name} sign in again, with the same password.`}
        </p>
        {isActive && leaves && (
          <SelectField
            label="Their open tasks go to"
            name="heir"
            none="Nobody"
            defaultValue={standIn ?? ""}
            choices={leaves.heirs.map(({ id, name }) => ({
              value: id,
              label: id === standIn ? `${name}, who stands in` : name,
            }))}
            hint="Tasks that the chosen person may not work on become nobody's."
            refusal={null}
          />
        )}
        <div className="buttons">
          <Button look={isActive ? "danger" : "plain"} name="state" value={isActive ? "disabled" : "active"}>
            {isActive ? "Disable account" : "Enable account"}
          </Button>
          {!isSelf && (
            <ButtonLink look="quiet" href={`/users/${person.id}/anonymisation`}>
              Anonymise
            </ButtonLink>
          )}
        </div>
      </form>
    </section>
  );
}
