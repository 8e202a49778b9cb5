import type { ComponentProps } from "react";
import { OneFieldForm } from "~/features/tasks/one-field-form";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useRequestKey } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import * as say from "./people-copy";

/** Mutes or unmutes notifications about the task. Belongs inside a form. */
export const MuteButton = ({ taskId, muted }: { taskId: number; muted: boolean }) => (
  <Button data-command="" formAction={`/tasks/${taskId}/mute`} name="mute" value={muted ? "no" : "yes"}>
    {muted ? say.unmute : say.mute}
  </Button>
);

type NamedPerson = { id: number; name: string };
export type Copies = {
  taskId: number;
  people: readonly NamedPerson[];
  requestKey: string;
  refusal: Refusal | null | undefined;
};

/** People in copy, on the agents' page. */
export function Participants({ taskId, people, requestKey, refusal }: Copies) {
  return (
    <section className="task-people" aria-labelledby="in-copy">
      <SectionHeader title={say.inCopy} id="in-copy" />
      {people.length > 0 && (
        <form method="post" action={`/tasks/${taskId}/participants`} data-keeps-scroll>
          <ul>
            {people.map(({ id, name }) => (
              <li key={id}>
                <a href={`/users/${id}`}>
                  <Person name={name} />
                </a>
                <Button look="quiet" name="remove" value={id} aria-label={say.removeFromCopy(name)}>
                  <Icon name="close" />
                </Button>
              </li>
            ))}
          </ul>
        </form>
      )}
      <PutInCopy label={say.addPeople} hint={say.namesOrAddressesHint} requestKey={requestKey} refusal={refusal} />
    </section>
  );
}

type PutInCopyProps = Pick<Copies, "requestKey" | "refusal"> & { label: string; hint: string };

export const PutInCopy = (props: PutInCopyProps) => (
  <BringIn form="participants" title={say.inCopy} name="cc" maxLength={4000} {...props} />
);

type BringInProps = Omit<ComponentProps<typeof OneFieldForm>, "button" | "label"> & { label: string };

/** A form that adds a person, collapsed behind its label. */
function BringIn({ label, requestKey, refusal, ...form }: BringInProps) {
  const key = useRequestKey({ requestKey, refusal });
  return (
    <details key={key} open={refusal ? true : undefined}>
      <summary>{label}</summary>
      <OneFieldForm label={say.personLabel} button={say.addPerson} requestKey={key} refusal={refusal} {...form} />
    </details>
  );
}

type WatchersProps = Copies & { viewerId: number; muted: boolean };

export function Watchers({ taskId, people, viewerId, muted, requestKey, refusal }: WatchersProps) {
  const watching = people.some(({ id }) => id === viewerId);
  return (
    <section className="task-people" aria-labelledby="watchers">
      <SectionHeader title={say.watchers} id="watchers" />
      {people.length > 0 && (
        <ul>
          {people.map(({ id, name }) => (
            <li key={id}>
              <Person name={name} />
            </li>
          ))}
        </ul>
      )}
      <form className="buttons" method="post" action={`/tasks/${taskId}/watching`} data-keeps-scroll>
        <Button data-command="" name="watch" value={watching ? "no" : "yes"}>
          {watching ? say.unwatch : say.watch}
        </Button>
        <MuteButton taskId={taskId} muted={muted} />
      </form>
      <BringIn
        form="watchers"
        title={say.watchers}
        label={say.addAColleague}
        name="watcher"
        maxLength={400}
        requestKey={requestKey}
        refusal={refusal}
      />
    </section>
  );
}

/** People in copy, on the requester's page: the requester can add people, and people in copy can leave. */
export function RequesterCopies({
  taskId,
  people,
  requestKey,
  refusal,
  isRequester,
  viewerId,
}: Copies & { isRequester: boolean; viewerId: number | null }) {
  if (people.length === 0 && !isRequester) return null;
  return (
    <section className="task-people" aria-labelledby="in-copy">
      <SectionHeader title={say.inCopy} id="in-copy" />
      {people.length > 0 && (
        <ul>
          {people.map(({ id, name }) => (
            <li key={id}>
              <Person name={name} />
              {id === viewerId && (
                <form method="post" action={`/tasks/${taskId}/participants`}>
                  <Button look="quiet" name="remove" value={id}>
                    {say.leave}
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      {isRequester && (
        <PutInCopy label={say.addAPerson} hint={say.inCopyHint} requestKey={requestKey} refusal={refusal} />
      )}
    </section>
  );
}
