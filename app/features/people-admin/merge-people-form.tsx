import * as say from "~/features/people/people-copy";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import type { MergePlan } from "./merge-people.server";

/** Asks for the person to merge into. */
export function ChooseOther({
  personId,
  suggestions,
  refusal,
}: {
  personId: number;
  suggestions: readonly string[];
  refusal: Refusal | null | undefined;
}) {
  return (
    <PageForm className="form" aria-label={say.merge}>
      <TextField
        label={say.isTheSamePersonAs}
        name="who"
        isAlone
        list="people"
        required
        maxLength={400}
        autoComplete="off"
        hint={say.nameOrAddress}
        refusal={refusal}
      />
      <datalist id="people">
        {suggestions.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
      <div className="buttons">
        <Button look="primary">{say.goOn}</Button>
        <ButtonLink look="quiet" href={`/users/${personId}`}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

export function ConfirmMerge({ plan }: { plan: MergePlan }) {
  const { from, into, addresses, requests, assigned, messages, takesPassword } = plan;
  return (
    <PageForm className="form" aria-label={say.merge}>
      <p>{say.becomesAPartOf(from.label, into.label)}</p>
      <ul className="what-happens">
        <li>{say.requestsWillBeTheirs(requests, into.name)}</li>
        {assigned > 0 && <li>{say.assignedWillBeTheirs(assigned, into.name)}</li>}
        <li>{say.tracesWillBearTheName(messages, into.name)}</li>
        {addresses.length > 0 && <li>{say.knownByToo(into.name, addresses.join(", "))}</li>}
        <li>{takesPassword ? say.signsInWithOtherPassword(into.name) : say.passwordStays(into.name)}</li>
        <li>{say.draftsMoveToo(into.name)}</li>
      </ul>
      <input type="hidden" name="into" value={into.id} />
      <div className="buttons">
        <Button look="danger" name="confirmed" value="yes">
          {say.mergeThem}
        </Button>
        <ButtonLink look="quiet" href={`/users/${from.id}`}>
          {say.keepBoth}
        </ButtonLink>
      </div>
    </PageForm>
  );
}
