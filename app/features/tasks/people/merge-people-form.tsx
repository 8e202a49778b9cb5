import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import type { MergePlan } from "./merge-people.server";

/** Whom somebody becomes a part of. */
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
    <PageForm className="form" aria-label="Merge">
      <TextField
        label="Is the same person as"
        name="who"
        isAlone
        list="people"
        required
        maxLength={400}
        autoComplete="off"
        hint="A name or an e-mail address. That person stays; you see what will happen before it does."
        refusal={refusal}
      />
      <datalist id="people">
        {suggestions.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
      <div className="buttons">
        <Button look="primary">Go on</Button>
        <ButtonLink look="quiet" href={`/users/${personId}`}>
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}

const several = (count: number, one: string, many: string) =>
  count > 1000 ? `More than 1,000 ${many}` : `${count} ${count === 1 ? one : many}`;

/** What will happen, and the button that makes it happen. */
export function ConfirmMerge({ plan }: { plan: MergePlan }) {
  const { from, into, addresses, requests, assigned, messages, takesPassword } = plan;
  return (
    <PageForm className="form" aria-label="Merge">
      <p>
        {from.label} becomes a part of {into.label}. This cannot be taken back.
      </p>
      <ul className="what-happens">
        <li>
          {several(requests, "request", "requests")} will be {into.name}’s.
        </li>
        {assigned > 0 && (
          <li>
            {several(assigned, "task", "tasks")} will be assigned to {into.name}.
          </li>
        )}
        <li>
          {several(messages, "message", "messages")}, and all other traces on tasks, will bear the name {into.name}.
        </li>
        {addresses.length > 0 && (
          <li>
            {into.name} will be known by {addresses.join(", ")}, too.
          </li>
        )}
        <li>
          {takesPassword
            ? `${into.name} will sign in with the password of the other account.`
            : `The password of ${into.name} stays; the other account's is gone, and whoever is signed in with it is signed out.`}
        </li>
        <li>Drafts move, too. Name, role and teams of {into.name} stay as they are.</li>
      </ul>
      <input type="hidden" name="into" value={into.id} />
      <div className="buttons">
        <Button look="danger" name="confirmed" value="yes">
          Merge them
        </Button>
        <ButtonLink look="quiet" href={`/users/${from.id}`}>
          Keep both
        </ButtonLink>
      </div>
    </PageForm>
  );
}
