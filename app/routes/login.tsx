import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { forgetInvitation, invitationKey, rememberInvitation } from "~/features/auth/auth-cookies.server";
import * as say from "~/features/auth/auth-copy";
import { InvitationForm } from "~/features/auth/invitation-form";
import { acceptInvitation, findInvitation } from "~/features/auth/invitations.server";
import { LoginForm } from "~/features/auth/login-form";
import { emailOnLoginPage, loginPage } from "~/features/auth/login-page.server";
import { hashPassword } from "~/features/auth/password.server";
import { INVITATION_PAGE, TOO_MANY_SIGN_INS } from "~/features/auth/sign-in-errors";
import { titled } from "~/features/branding/page-title";
import { passwordProblem } from "~/features/users/password-rules.server";
import { methodNotAllowed } from "~/http/error-responses.server";
import { readForm, refuse, textOf } from "~/http/form.server";
import { Brand } from "~/ui/brand";
import { useNonce } from "~/ui/nonce";
import { useRootData } from "~/ui/root-data";

export const meta: MetaFunction = ({ matches }) => titled(say.signIn, matches);

/** The only page without a session: the gate knows its URL and redirects signed-in people to the start page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams: query } = new URL(request.url);
  const key = query.get("key");
  if (key !== null) return openInvitation(request, key);

  const { page, cookies } = loginPage(request);
  const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  const status = query.get("error") === TOO_MANY_SIGN_INS ? 503 : 200;
  if (!query.has("invitation")) return data({ ...page, invitation: null }, { status, headers });
  const invitation = await readInvitation(invitationKey(request));
  return data({ ...page, refusal: invitation ? null : say.openTheLinkAgain, invitation }, { headers });
}

/** Redirects an invitation link to a URL without the key. */
async function openInvitation(request: Request, key: string) {
  if (!(await readInvitation(key))) return redirect(USED_OR_OLD);
  return redirect(INVITATION_PAGE, { headers: { "Set-Cookie": rememberInvitation(request, key) } });
}

const USED_OR_OLD = "/login?error=Invitation";

async function readInvitation(key: string | null) {
  const invited = key === null ? null : await findInvitation(db, key, Date.now());
  return key !== null && invited ? { key, name: invited.name, email: invited.email } : null;
}

/** Sets the password of an invited person, who then signs in as usual. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const key = textOf(form, "token") || new URL(request.url).searchParams.get("key"); // older releases have it in the URL
  if (!key) throw methodNotAllowed();
  const invitation = await readInvitation(key);
  if (!invitation) return redirect(USED_OR_OLD);
  const password = textOf(form, "password");
  const problem = await passwordProblem(password, invitation);
  if (problem) return data({ invitation, refusal: refuse(form, { password: [problem] }) }, { status: 422 });
  const done = await acceptInvitation(db, key, await hashPassword(password), Date.now());
  if (!done) return redirect(USED_OR_OLD);
  const cookies = [forgetInvitation(request), ...emailOnLoginPage(request, invitation.email ?? "")];
  return redirect("/login?ready=yes", { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}

/** Has its own layout, and a small script instead of the application's. */
export default function LoginPage() {
  const { invitation: opened, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const invitation = answer?.invitation ?? opened; // another invitation may have been opened meanwhile
  const root = useRootData();
  const nonce = useNonce();
  return (
    <div className="login">
      <main>
        <Brand name={root?.siteName} logo={root?.site?.logo} />
        <h1 className="unseen">{say.signIn}</h1>
        {invitation ? (
          <InvitationForm invitation={invitation} refusal={answer?.refusal} />
        ) : (
          <LoginForm {...page} csrfToken={root?.csrfToken ?? ""} />
        )}
      </main>
      <script src="/login.js" nonce={nonce} defer />
    </div>
  );
}
