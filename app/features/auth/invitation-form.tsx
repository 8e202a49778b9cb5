import { USER_LIMITS } from "~/features/users/users";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import * as say from "./auth-copy";
import { NewPasswordFields } from "./new-password-fields";
import { INVITATION_PAGE } from "./sign-in-errors";

/** Only the button uses up the invitation: mail scanners open links, too. */
export function InvitationForm({
  invitation,
  refusal,
}: {
  /** `asksName`: the name was only made from the address. */
  invitation: { key: string; name: string; email: string | null; asksName: boolean };
  refusal: Refusal | null | undefined;
}) {
  return (
    <form className="form" method="post" action={INVITATION_PAGE}>
      <input type="hidden" name="token" value={invitation.key} />
      <p>{invitation.asksName ? say.welcomeEnterYourName : say.welcomeChooseAPassword(invitation.name)}</p>
      {invitation.asksName && (
        <TextField
          label={say.name}
          name="name"
          required
          maxLength={USER_LIMITS.name}
          autoComplete="name"
          defaultValue={invitation.name}
          hint={say.nameHint}
          refusal={refusal}
        />
      )}
      <NewPasswordFields
        email={invitation.email ?? ""}
        hint={say.passwordLengthHint(USER_LIMITS.passwordMin)}
        refusal={refusal}
      />
      <Button look="primary">{say.continueButton}</Button>
    </form>
  );
}
