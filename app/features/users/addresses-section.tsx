import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { EMAIL_PATTERN, USER_LIMITS } from "./user-words";
import * as say from "./users-texts";

export type ShownAddress = { email: string; key: string; isPrimary: boolean; isVerified: boolean };

/** Somebody's addresses, the first of them first, and what can be done with each. */
export function AddressList({ personId, addresses }: { personId: number; addresses: readonly ShownAddress[] }) {
  return (
    <form method="post" action={`/users/${personId}/addresses/changes`} data-keeps-scroll>
      <ul className="members" aria-label={say.addresses}>
        {addresses.map(({ email, key, isPrimary, isVerified }) => (
          <li key={key}>
            <span className="address">
              {email}
              {isPrimary && <span className="mark">{say.first}</span>}
              {isVerified && <span className="mark">{say.verified}</span>}
            </span>
            {!isPrimary && (
              <span className="row">
                <Button look="quiet" name="primary" value={key} aria-label={say.makeAddressTheFirst(email)}>
                  {say.makeFirst}
                </Button>
                <Button look="quiet" name="remove" value={key} aria-label={say.removeAddress(email)}>
                  {say.remove}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}

export function AddAddressForm({ refusal }: { refusal: Refusal | null | undefined }) {
  return (
    <PageForm className="form" aria-label={say.address}>
      <div className="field-line">
        <TextField
          label={say.addAnAddress}
          name="email"
          isAlone
          inputMode="email"
          required
          pattern={`\\s*${EMAIL_PATTERN}\\s*`}
          title={say.anEMailAddressSuch}
          maxLength={USER_LIMITS.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          refusal={refusal}
        />
        <Button>{say.add}</Button>
      </div>
    </PageForm>
  );
}
