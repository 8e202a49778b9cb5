import { USER_LIMITS } from "~/features/users/user-words";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";

/** What a link of an invitation opens. It is used up by the button alone: whoever only looks at links in mail uses up none. */
export function InvitationForm({
  invitation,
  refusal,
}: {
  invitation: { key: string; name: string; email: string };
  refusal: Refusal | null | undefined;
}) {
  return (
    <form className="form" method="post" action={`/login?key=${invitation.key}`}>
      <p>Welcome, {invitation.name}. Choose a password to sign in with.</p>
      <TextField
        label="Email"
        name="email"
        type="email"
        readOnly
        autoComplete="username"
        defaultValue={invitation.email}
      />
      <TextField
        label="New password"
        name="password"
        type="password"
        required
        minLength={USER_LIMITS.passwordMin}
        maxLength={USER_LIMITS.passwordMax}
        autoComplete="new-password"
        autoFocus
        hint={`At least ${USER_LIMITS.passwordMin} characters.`}
        refusal={refusal}
      />
      <Button look="primary">Continue</Button>
    </form>
  );
}
