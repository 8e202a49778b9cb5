import { Fragment } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { SectionHeader } from "~/ui/page-header";
import { Day, OwnDay, Time } from "~/ui/time";
import type { ReadAvailability } from "./availability.server";
import type { Profile } from "./user-queries.server";
import { ROLE_NAMES, USER_STATE_NAMES } from "./users";
import * as say from "./users-copy";

/** `now`: UTC milliseconds, from the loader. */
export function PersonFacts({
  person,
  availability,
  tellsPassword,
  opensOrganization,
  invitedUntil,
  now,
}: {
  person: Profile;
  /** Null for requesters. */
  availability: ReadAvailability | null;
  tellsPassword: boolean;
  /** Whether the viewer may open their organization. */
  opensOrganization: boolean;
  /** When the open invitation of someone without a password expires. */
  invitedUntil: number | null;
  now: number;
}) {
  const isInvited = person.state === "active" && invitedUntil !== null;
  const isUnconfirmed = (address: string | null) => person.unconfirmed.some(({ email }) => email === address);
  return (
    <dl className="facts">
      <dt>{say.email}</dt>
      <dd>
        {person.email ? <a href={`mailto:${person.email}`}>{person.email}</a> : say.none}
        {isUnconfirmed(person.email) && <span className="mark">{say.notConfirmed}</span>}
      </dd>
      {person.further.length > 0 && (
        <>
          <dt>{say.otherAddresses}</dt>
          <dd>
            {person.further.map((email, index) => (
              <Fragment key={email}>
                {index > 0 && ", "}
                {email}
                {isUnconfirmed(email) && <span className="mark">{say.notConfirmed}</span>}
              </Fragment>
            ))}
          </dd>
        </>
      )}
      <dt>{say.role}</dt>
      <dd>{ROLE_NAMES[person.role]}</dd>
      {person.organization && (
        <>
          <dt>{say.organization}</dt>
          <dd>
            {opensOrganization ? (
              <a href={`/organizations/${person.organization.id}`}>{person.organization.name}</a>
            ) : (
              person.organization.name
            )}
            {person.organization.manager && `, ${say.manager}`}
          </dd>
        </>
      )}
      <dt>{say.state}</dt>
      <dd>{isInvited ? say.invitedUntil(<OwnDay at={invitedUntil} now={now} />) : USER_STATE_NAMES[person.state]}</dd>
      {tellsPassword && (
        <>
          <dt>{say.password}</dt>
          <dd>{person.hasPassword ? say.set : isInvited ? say.passwordNotSetYet : say.noPassword}</dd>
        </>
      )}
      {availability && <AvailabilityFacts {...availability} now={now} />}
      <dt>{say.added}</dt>
      <dd>
        <Time at={person.createdAt} now={now} />
      </dd>
    </dl>
  );
}

function AvailabilityFacts({ fields, absence, now }: ReadAvailability & { now: number }) {
  return (
    <>
      <dt>{say.newTasks}</dt>
      <dd>{fields.available ? say.assignedUpTo(fields.capacity) : say.notAssignedAutomatically}</dd>
      {absence && (
        <>
          <dt>{say.away}</dt>
          <dd>
            {!absence.hasBegun && <>{say.from(<Day at={absence.from} now={now} />)} </>}
            {say.until(<Day at={absence.lastDay} now={now} />)}
            {absence.substitute && (
              <>
                {", "}
                {say.substituteIs(<a href={`/users/${absence.substitute.id}`}>{absence.substitute.name}</a>)}
              </>
            )}
          </dd>
        </>
      )}
    </>
  );
}

export function AccountSection({
  person,
  leaves,
  standIn,
  isSelf,
  invitedUntil,
  now,
}: {
  person: Pick<Profile, "id" | "name" | "state" | "hasPassword">;
  /** Their open tasks, and who could take them; null for none. */
  leaves: { count: string; heirs: readonly { id: number; name: string }[] } | null;
  /** Their substitute while they're away: the preselected heir. */
  standIn: number | null;
  isSelf: boolean;
  invitedUntil: number | null;
  now: number;
}) {
  const isActive = person.state === "active";
  return (
    <section aria-labelledby="account">
      <SectionHeader title={say.account} id="account" />
      <form method="post" action={`/users/${person.id}/state`} className="form">
        <p>
          {isActive
            ? [say.disableHint(person.name), ...(leaves ? [say.reassignHint(leaves.count)] : [])].join(" ")
            : hintToEnable(person, invitedUntil, now)}
        </p>
        {isActive && leaves && (
          <SelectField
            label={say.reassignOpenTasksTo}
            name="heir"
            none={say.leaveUnassigned}
            defaultValue={standIn ?? ""}
            choices={leaves.heirs.map(({ id, name }) => ({
              value: id,
              label: id === standIn ? say.nameSubstitute(name) : name,
            }))}
            hint={say.inaccessibleTasksHint}
            refusal={null}
          />
        )}
        <div className="buttons">
          <Button look={isActive ? "danger" : "plain"} name="state" value={isActive ? "disabled" : "active"}>
            {isActive ? say.disableAccount : say.enableAccount}
          </Button>
          {!isSelf && (
            <ButtonLink look="quiet" href={`/users/${person.id}/anonymisation`}>
              {say.anonymise}
            </ButtonLink>
          )}
        </div>
      </form>
    </section>
  );
}

function hintToEnable({ name, hasPassword }: Pick<Profile, "name" | "hasPassword">, until: number | null, now: number) {
  if (hasPassword) return say.enableHint(name);
  return until === null
    ? say.enableWithoutPasswordHint(name)
    : say.enableInvitedHint(name, <OwnDay at={until} now={now} />);
}
