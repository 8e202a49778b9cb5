import { USER_LIMITS } from "~/features/users/users";
import type { Refusal } from "~/lib/refusal";
import { TextField } from "~/ui/field";
import * as say from "./auth-copy";

type Props = { email: string; hint: string; refusal: Refusal | null | undefined };

/** A new password for an account. The email lets password managers save both. */
export const NewPasswordFields = ({ email, hint, refusal }: Props) => (
  <>
    <TextField label={say.email} name="email" type="email" readOnly autoComplete="username" defaultValue={email} />
    <TextField
      label={say.newPassword}
      name="password"
      type="password"
      required
      minLength={USER_LIMITS.passwordMin}
      maxLength={2 * USER_LIMITS.passwordMax}
      autoComplete="new-password"
      autoFocus
      hint={hint}
      refusal={refusal}
    />
  </>
);
