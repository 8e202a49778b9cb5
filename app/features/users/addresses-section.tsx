import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { EMAIL_PATTERN, USER_LIMITS } from "./user-words";

export type ShownAddress = { email: string; key: string; isPrimary: boolean; isVerified: boolean };

/** Somebody's addresses, the first of them first, and what can be done with each. */
export function AddressList({ personId, addresses }: { personId: number; addresses: readonly ShownAddress[] }) {
  return (
    <form method="post" action={`/users/${personId}/addresses/changes`} data-keeps-scroll>
      <ul className="members" aria-label="Addresses">
        {addresses.map(({ email, key, isPrimary, isVerified }) => (
          <li key={key}>
            <span className="address">
              {email}
              {isPrimary && <span className="mark">First</span>}
              {isVerified && <span className="mark">Verified</span>}
            </span>
            {!isPrimary && (
              <span className="row">
                <Button look="quiet" name="primary" value={key} aria-label={`Make ${email} the first`}>
                  Make first
                </Button>
                <Button look="quiet" name="remove" value={key} aria-label={`Remove ${email}`}>
                  Remove
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
    <PageForm className="form" aria-label="Address">
      <div className="field-line">
        <TextField
          label="Add an address"
          name="email"
          isAlone
          inputMode="email"
          required
          pattern={`\\s*${EMAIL_PATTERN}\\s*`}
          title="An e-mail address, such as ada@example.org"
          maxLength={USER_LIMITS.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          refusal={refusal}
        />
        <Button>Add</Button>
      </div>
    </PageForm>
  );
}
