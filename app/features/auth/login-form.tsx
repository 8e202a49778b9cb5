import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import * as say from "./auth-copy";
import type { loginPage } from "./login-page.server";

type Props = ReturnType<typeof loginPage>["page"] & { csrfToken: string };

/** A plain form; `entry.login.ts` only saves the page reload. */
export function LoginForm({ csrfToken, callbackUrl, email, signedOut, refusal, isReady, external }: Props) {
  const hidden = (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
  return (
    <>
      {isReady && <Notice kind="success">{say.passwordIsSet}</Notice>}
      <div data-refusal hidden={!refusal}>
        {refusal && <Notice kind="error">{refusal}</Notice>}
      </div>
      <template data-notice>
        <Notice kind="error">{null}</Notice>
      </template>
      <form
        className="form"
        method="post"
        action="/api/auth/callback/credentials"
        data-sign-in={signedOut ? "signed-out" : ""}
      >
        {hidden}
        <TextField
          label={say.email}
          name="email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          autoFocus={!email}
        />
        <TextField
          label={say.password}
          name="password"
          type="password"
          required
          autoComplete="current-password"
          autoFocus={email !== ""}
        />
        <Button look="primary">{say.signIn}</Button>
      </form>
      {external.map(({ id, name }) => (
        <form key={id} className="form" method="post" action={`/api/auth/signin/${id}`} data-external={id}>
          {hidden}
          <Button>{say.signInWith(name)}</Button>
        </form>
      ))}
    </>
  );
}
