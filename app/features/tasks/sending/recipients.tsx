import type { Recipient } from "./recipients.server";

/** Who gets a reply, in full, above the place where it is written. */
export function Recipients({ people }: { people: readonly Recipient[] }) {
  if (people.length === 0) return null;
  return (
    <div className="recipients">
      <span id="recipients">Goes to:</span>
      <ul aria-labelledby="recipients">
        {people.map(({ id, name, email, disabled }) => (
          <li key={id}>
            {name} <span className="recipient-more">{email ?? "no e-mail address"}</span>
            {disabled && <span className="recipient-more"> (account disabled)</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
