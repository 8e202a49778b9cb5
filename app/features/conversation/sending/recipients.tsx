import type { Recipient } from "./recipients.server";
import * as say from "./sending-copy";

/** For whoever asked: of people around their request they know what its page calls them, and nothing else. */
export type KnownByName = Pick<Recipient, "id" | "name"> & { email?: undefined; disabled?: undefined };

/** Who gets a reply, in full, above the place where it is written. */
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
            {name} {email !== undefined && <span className="recipient-more">{email ?? say.noEMailAddress}</span>}
            {disabled && <span className="recipient-more"> {say.accountDisabled}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
