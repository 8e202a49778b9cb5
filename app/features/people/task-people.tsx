import type { ComponentProps } from "react";
import { OneFieldForm } from "~/features/tasks/one-field-form";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useRequestKey } from "~/ui/page-form";
import { FoldedSection } from "~/ui/page-header";
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
    <FoldedSection
      className="task-people"
      title={say.inCopy}
      id="in-copy"
      count={people.length || null}
      opens={Boolean(refusal)}
    >
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
      <PutInCopy
        summary={say.addPeople}
        label={say.peopleLabel}
        button={say.addPeople}
        hint={say.namesOrAddressesHint}
        requestKey={requestKey}
        refusal={refusal}
      />
    </FoldedSection>
  );
}

type PutInCopyProps = Pick<Copies, "requestKey" | "refusal"> & Record<"summary" | "label" | "button" | "hint", string>;

export const PutInCopy = (props: PutInCopyProps) => (
  <BringIn form="participants" title={say.inCopy} name="cc" maxLength={4000} {...props} />
);

type BringInProps = ComponentProps<typeof OneFieldForm> & { summary: string };

/** A form that adds a person, collapsed behind its summary. */
function BringIn({ summary, requestKey, refusal, ...form }: BringInProps) {
  const key = useRequestKey({ requestKey, refusal });
  return (
    <details key={key} open={refusal ? true : undefined}>
      <summary>{summary}</summary>
      <OneFieldForm requestKey={key} refusal={refusal} {...form} />
    </details>
  );
}

type WatchersProps = Copies & { viewerId: number; muted: boolean };

export function Watchers({ taskId, people, viewerId, muted, requestKey, refusal }: WatchersProps) {
  const watching = people.some(({ id }) => id === viewerId);
  return (
    <FoldedSection
      className="task-people"
      title={say.watchers}
      id="watchers"
      count={people.length || null}
      opens={Boolean(refusal)}
    >
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
        summary={say.addAWatcher}
        label={say.agentLabel}
        button={say.addWatcher}
        name="watcher"
        maxLength={400}
        requestKey={requestKey}
        refusal={refusal}
      />
    </FoldedSection>
  );
}
