import { useEffect, useRef, useState } from "react";
import type { Refusal } from "~/lib/refusal";
import * as say from "../conversation-copy";
import type { Recipient } from "./recipients.server";

type Props = {
  /** Token of the readers the page lists (recipients.server). */
  readers: string;
  refusal: Refusal | null | undefined;
  bodyField: string;
};

/**
 * Sends the token of the readers the writer has seen: those shown when they started, or in a later refusal. Drafts and
 * refusals keep it. While the text is empty it follows the page. A restored draft brings its own token.
 */
export function NamedReaders({ readers, refusal, bodyField }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [first, set] = useState(readers);
  useEffect(() => {
    const text = input.current?.form?.elements.namedItem(bodyField);
    if (text instanceof HTMLTextAreaElement && text.value.trim() === "") set(readers);
  }, [readers, bodyField]);
  const named = refusal?.values.readers || first;
  return (
    <input ref={input} type="hidden" name="readers" value={named} onInput={(event) => set(event.currentTarget.value)} />
  );
}

/** A recipient on a requester's page, which shows names only. */
export type KnownByName = Pick<Recipient, "id" | "name"> & { email?: undefined; disabled?: undefined };

export function Recipients({
  people,
  label = say.goesTo,
}: {
  people: readonly (Recipient | KnownByName)[];
  label?: string | undefined;
}) {
  if (people.length === 0) return null;
  return (
    <div className="recipients">
      <span id="recipients">{label}</span>
      <ul aria-labelledby="recipients">
        {people.map(({ id, name, email, disabled }) => (
          <li key={id}>
            {name} {email !== undefined && <span className="recipient-more">{email ?? say.noEmailAddress}</span>}
            {disabled && <span className="recipient-more"> {say.accountDisabled}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
