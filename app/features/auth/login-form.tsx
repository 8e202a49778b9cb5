import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import * as say from "./auth-copy";
import type { loginPage } from "./login-page.server";

type Props = ReturnType<typeof loginPage>["page"] & {
  csrfToken: string;
  /** Whether the desk can send links by email. */
  mailsLinks: boolean;
  /** A refused request for such a link. */
  linkRefusal?: Refusal | null | undefined;
};

/** These buttons need the email alone. */
const asksForLink = { name: "send", formAction: "/login", formNoValidate: true };

/** A plain form; `entry.login.ts` only saves the page reload. */
export function LoginForm({ csrfToken, callbackUrl, signedOut, refusal, isReady, external, ...props }: Props) {
  const { mailsLinks, linkRefusal, sent } = props;
  const email = linkRefusal?.values.email ?? props.email;
  const hidden = (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
  return (
    <>
      {isReady && <Notice kind="success">{say.passwordIsSet}</Notice>}
      {sent && <Notice kind="success">{sent === "password" ? say.passwordLinkRequested : say.linkRequested}</Notice>}
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
          refusal={linkRefusal}
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
        {mailsLinks && (
          <>
            <Button {...asksForLink} value="sign_in">
              {say.emailMeALink}
            </Button>
            <Button {...asksForLink} value="password" look="quiet">
              {say.forgotPassword}
            </Button>
          </>
        )}
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
