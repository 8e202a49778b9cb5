import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PageForm } from "~/ui/page-form";
import type { ShownAddress } from "./addresses.server";
import { USER_LIMITS } from "./users";
import * as say from "./users-copy";

export function AddressList({
  personId,
  addresses,
  mayConfirm,
  mailsLinks,
}: {
  personId: number;
  addresses: readonly ShownAddress[];
  mayConfirm: boolean;
  /** Whether the viewer can have a link sent that confirms an address. */
  mailsLinks: boolean;
}) {
  return (
    <form method="post" action={`/users/${personId}/addresses/changes`} data-keeps-scroll>
      <ul className="members" aria-label={say.addresses}>
        {addresses.map(({ email, key, isPrimary, isVerified, isConfirmed }) => (
          <li key={key}>
            <span className="address">
              {email}
              {isPrimary && <span className="mark">{say.first}</span>}
              {isVerified && <span className="mark">{say.verified}</span>}
              {!isConfirmed && <span className="mark">{say.notConfirmed}</span>}
            </span>
            <span className="row">
              {!isConfirmed && mailsLinks && (
                <Button look="quiet" name="send" value={key} aria-label={say.sendConfirmationTo(email)}>
                  {say.sendConfirmation}
                </Button>
              )}
              {!isConfirmed && mayConfirm && (
                <Button look="quiet" name="confirm" value={key} aria-label={say.confirmEmail(email)}>
                  {say.confirm}
                </Button>
              )}
              {!isPrimary && (
                <>
                  <Button look="quiet" name="primary" value={key} aria-label={say.makeAddressPrimary(email)}>
                    {say.makePrimary}
                  </Button>
                  <Button look="quiet" name="remove" value={key} aria-label={say.removeAddress(email)}>
                    {say.remove}
                  </Button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </form>
  );
}

export function UnconfirmedAddresses({
  personId,
  addresses,
  isSelf,
  mayConfirm,
  back,
}: {
  personId: number;
  addresses: readonly Pick<ShownAddress, "email" | "key">[];
  isSelf: boolean;
  mayConfirm: boolean;
  /** The page to return to. */
  back: "person" | "profile";
}) {
  if (addresses.length === 0) return null;
  return (
    <Notice kind="warning">
      <form method="post" action={`/users/${personId}/addresses/changes`} data-keeps-scroll>
        <input type="hidden" name="back" value={back} />
        {addresses.map(({ email, key }) => (
          <p key={key}>
            {isSelf ? say.isThisYours(email) : say.cannotSignInWith(email)}{" "}
            {mayConfirm && (
              <Button name="confirm" value={key} aria-label={say.confirmEmail(email)}>
                {say.confirm}
              </Button>
            )}
          </p>
        ))}
      </form>
    </Notice>
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
          title={say.emailFormat}
          maxLength={USER_LIMITS.typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          refusal={refusal}
        />
        <Button>{say.addAddress}</Button>
      </div>
    </PageForm>
  );
}
