import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { Icon } from "~/ui/icon";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import { useRequestKey } from "~/ui/request-key";
import { MuteButton } from "../notifications/mute-button";
import * as say from "./people-texts";

type Somebody = { id: number; name: string };
export type Copies = {
  taskId: number;
  people: readonly Somebody[];
  requestKey: string;
  refusal: Refusal | null | undefined;
};

/** Who is in copy, as agents arrange it. */
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
                <Button look="quiet" name="remove" value={id} aria-label={say.takeOutOfCopy(name)}>
                  <Icon name="close" />
                </Button>
              </li>
            ))}
          </ul>
        </form>
      )}
      <PutInCopy
        label={say.putInCopy}
        hint={say.namesOrAddressesDividedByCommas}
        requestKey={requestKey}
        refusal={refusal}
      />
    </section>
  );
}

type PutInCopyProps = Pick<Copies, "requestKey" | "refusal"> & { label: string; hint: string };

/** The form that brings somebody in. */
export function PutInCopy({ label, hint, requestKey, refusal }: PutInCopyProps) {
  const key = useRequestKey({ requestKey, refusal });
  return (
    <details key={key} open={refusal ? true : undefined}>
      <summary>{label}</summary>
      <PageForm aria-label={say.inCopy} data-keeps-scroll>
        {refusal?.parked && <FormErrors refusal={refusal} />}
        <input type="hidden" name="form" value="participants" />
        <input type="hidden" name="requestKey" value={key} />
        <TextField
          label={say.who}
          name="cc"
          isAlone
          hint={hint}
          refusal={refusal}
          autoComplete="off"
          maxLength={4000}
          required
        />
        <Button>{say.add}</Button>
      </PageForm>
    </details>
  );
}

type WatchersProps = Copies & { viewerId: number; muted: boolean };

/** Which agents follow the task; each joins and leaves by a button, and may bring a colleague. */
export function Watchers({ taskId, people, viewerId, muted, requestKey, refusal }: WatchersProps) {
  const key = useRequestKey({ requestKey, refusal });
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
      <details key={key} open={refusal ? true : undefined}>
        <summary>{say.addAColleague}</summary>
        <PageForm aria-label={say.watchers} data-keeps-scroll>
          {refusal?.parked && <FormErrors refusal={refusal} />}
          <input type="hidden" name="form" value="watchers" />
          <input type="hidden" name="requestKey" value={key} />
          <TextField
            label={say.who}
            name="watcher"
            isAlone
            refusal={refusal}
            autoComplete="off"
            maxLength={400}
            required
          />
          <Button>{say.add}</Button>
        </PageForm>
      </details>
    </section>
  );
}
