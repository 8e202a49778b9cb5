import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import type { MergePlan } from "./merge-people.server";
import * as say from "./people-admin-copy";

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
        label={say.mergeInto}
        name="who"
        isAlone
        list="people"
        required
        maxLength={400}
        autoComplete="off"
        hint={say.mergeIntoHint}
        refusal={refusal}
      />
      <datalist id="people">
        {suggestions.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
      <div className="buttons">
        <Button look="primary">{say.reviewChanges}</Button>
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
      <p>{say.willBeMergedInto(from.label, into.label)}</p>
      <ul className="what-happens">
        <li>{say.requestsWillMove(requests, into.name)}</li>
        {assigned > 0 && <li>{say.tasksWillBeAssigned(assigned, into.name)}</li>}
        <li>{say.activityWillShowName(messages, into.name)}</li>
        {addresses.length > 0 && <li>{say.alsoGetsAddresses(into.name, addresses.join(", "))}</li>}
        <li>{takesPassword ? say.signsInWithOtherPassword(into.name) : say.keepsPassword(into.name)}</li>
        <li>{say.draftsMoveToo(into.name)}</li>
      </ul>
      <input type="hidden" name="into" value={into.id} />
      <div className="buttons">
        <Button look="danger" name="confirmed" value="yes">
          {say.mergePeople}
        </Button>
        <ButtonLink look="quiet" href={`/users/${from.id}`}>
          {say.keepBoth}
        </ButtonLink>
      </div>
    </PageForm>
  );
}
