import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import * as say from "~/features/auth/auth-texts";
import { InvitationForm } from "~/features/auth/invitation-form";
import { acceptInvitation, whoIsInvited } from "~/features/auth/invitations.server";
import { LoginForm } from "~/features/auth/login-form";
import { emailOnLoginPage, loginPage } from "~/features/auth/login-page.server";
import { hashPassword } from "~/features/auth/password.server";
import { signInSentence } from "~/features/auth/sign-in-words";
import { titled } from "~/features/branding/page-title";
import { passwordProblem } from "~/features/users/password-rules";
import { readForm, refuse, textOf } from "~/http/form.server";
import { methodNotAllowed } from "~/http/refusals.server";
import { Brand } from "~/ui/brand";
import { useNonce } from "~/ui/nonce";
import { useRootData } from "~/ui/root-data";

export const meta: MetaFunction = ({ matches }) => titled(say.signIn, matches);

/** The one page for visitors without a session: the gate knows it by its address, and sends all others to the start page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { page, cookies } = loginPage(request);
  const key = new URL(request.url).searchParams.get("key");
  const invited = key === null ? null : await whoIsInvited(db, key, Date.now());
  const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  if (key === null) return data({ ...page, invitation: null }, { headers });
  const invitation = invited && { key, name: invited.name, email: invited.email ?? "" };
  return data({ ...page, refusal: invited ? null : signInSentence(say.invitation), invitation }, { headers });
}

/** Chooses the password that somebody was invited to choose. They sign in with it like everybody else. */
export async function action({ request }: ActionFunctionArgs) {
  const key = new URL(request.url).searchParams.get("key");
  if (key === null) throw methodNotAllowed();
  const form = await readForm(request);
  const invited = await whoIsInvited(db, key, Date.now());
  if (!invited) return redirect("/login?error=Invitation");
  const password = textOf(form, "password");
  const problem = passwordProblem(password, invited);
  if (problem) return data({ refusal: refuse(form, { password: [problem] }) }, { status: 422 });
  const done = await acceptInvitation(db, key, await hashPassword(password), Date.now());
  if (!done) return redirect("/login?error=Invitation");
  const headers = emailOnLoginPage(request, invited.email ?? "").map((cookie): [string, string] => [
    "Set-Cookie",
    cookie,
  ]);
  return redirect("/login?ready=yes", { headers });
}

/** Its own layout, and its own small script instead of the application's. */
export default function LoginPage() {
  const { invitation, ...page } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const root = useRootData();
  const nonce = useNonce();
  return (
    <div className="login">
      <main>
        <Brand name={root?.siteName} logo={root?.site?.logo} />
        <h1 className="unseen">{say.signIn}</h1>
        {invitation ? (
          <InvitationForm invitation={invitation} refusal={refusal} />
        ) : (
          <LoginForm {...page} csrfToken={root?.csrfToken ?? ""} />
        )}
      </main>
      <script src="/login.js" nonce={nonce} defer />
    </div>
  );
}
