import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { forgetInvitation, invitationKey, rememberInvitation } from "~/features/auth/auth-cookies.server";
import * as say from "~/features/auth/auth-copy";
import { acceptedCallbackUrl, asHeader } from "~/features/auth/callback-url";
import { InvitationForm } from "~/features/auth/invitation-form";
import { acceptInvitation, findInvitation } from "~/features/auth/invitations.server";
import { LoginForm } from "~/features/auth/login-form";
import { loginPage } from "~/features/auth/login-page.server";
import { hashPassword } from "~/features/auth/password.server";
import { newSessionCookies, sessionIdOf } from "~/features/auth/session.server";
import { INVITATION_PAGE, LINK_USED, TOO_MANY_SIGN_INS } from "~/features/auth/sign-in-errors";
import { allowsLinkRequest } from "~/features/auth/sign-in-limits.server";
import { titled } from "~/features/branding/page-title";
import { canMailLinks } from "~/features/mail/links/account-mail.server";
import { signInByLink } from "~/features/mail/links/follow-link.server";
import { findLink } from "~/features/mail/links/link-keys.server";
import { SignInLinkForm } from "~/features/mail/links/link-page";
import { requestLink } from "~/features/mail/links/requested-links.server";
import { passwordProblem } from "~/features/users/password-rules.server";
import { renameSelf } from "~/features/users/user-changes.server";
import { AddressForm, PersonName } from "~/features/users/user-schema";
import { nameFromAddress } from "~/features/users/user-search-keys.server";
import { methodNotAllowed } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, textOf } from "~/http/form.server";
import { authOrigin } from "~/http/origin.server";
import { requestNotes } from "~/lib/log.server";
import type { Refusal } from "~/lib/refusal";
import { settings } from "~/lib/settings.server";
import { Brand } from "~/ui/brand";
import { useNonce } from "~/ui/nonce";
import { useRootData } from "~/ui/root-data";

export const meta: MetaFunction = ({ matches }) => titled(say.signIn, matches);

/** Hides a key in the URL from other pages. `no-referrer` would also remove the Origin header from forms. */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const policy = loaderHeaders.get("Referrer-Policy");
  return policy ? { "Referrer-Policy": policy } : {};
};

/** Open without a session: the gate knows its URL and redirects signed-in people. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams: query } = new URL(request.url);
  const key = query.get("key");
  const signIn = key === null ? null : await readSignInLink(key);
  if (key !== null && !signIn) return query.has("to") ? linkUsed(query.get("to") ?? "") : openInvitation(request, key);

  const { page, cookies } = loginPage(request);
  const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  if (signIn) headers.push(["Referrer-Policy", "strict-origin"]);
  const status = query.get("error") === TOO_MANY_SIGN_INS ? 503 : 200;
  const shown = { ...page, signIn, mailsLinks: await canMailLinks(db) };
  if (!query.has("invitation")) return data({ ...shown, invitation: null }, { status, headers });
  const invitation = await readInvitation(invitationKey(request));
  return data({ ...shown, refusal: invitation ? null : say.openTheLinkAgain, invitation }, { headers });
}

async function readSignInLink(key: string) {
  const link = await findLink(db, key, Date.now());
  return link?.kind === "sign_in" ? { key, name: link.name } : null;
}

/** An unusable link, including one of a person who has become an agent, leads to the same page after signing in. */
const linkUsed = (to: string) => redirect(`/login?${new URLSearchParams({ error: LINK_USED, to })}`);

/** Redirects an invitation link to a URL without the key. */
async function openInvitation(request: Request, key: string) {
  if (!(await readInvitation(key))) return redirect(USED_OR_OLD);
  return redirect(INVITATION_PAGE, { headers: { "Set-Cookie": rememberInvitation(request, key) } });
}

const USED_OR_OLD = "/login?error=Invitation";

async function readInvitation(key: string | null) {
  const invited = key === null ? null : await findInvitation(db, key, Date.now());
  if (key === null || !invited) return null;
  const { name, email } = invited;
  return { key, ...invited, asksName: email !== null && name === nameFromAddress(email) };
}

/** Signs in by a link, requests one, or sets the password of an invited person and signs them in. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  if (form.has("linkToken")) return followLink(request, form);
  if (form.has("send")) return sendLink(request, form);
  const key = textOf(form, "token") || new URL(request.url).searchParams.get("key"); // older releases have it in the URL
  if (!key) throw methodNotAllowed();
  const invitation = await readInvitation(key);
  if (!invitation) return redirect(USED_OR_OLD);
  const password = textOf(form, "password");
  const mine = invitation.asksName && form.has("name") ? PersonName.safeParse(textOf(form, "name")) : null;
  const name = mine?.data ?? invitation.name;
  const problem = await passwordProblem(password, { ...invitation, name });
  const errors = {
    ...(mine?.error && { name: mine.error.issues.map(({ message }) => message) }),
    ...(problem && { password: [problem] }),
  };
  if (Object.keys(errors).length > 0) return answered({ invitation, refusal: refuse(form, errors) }, 422);
  const [now, by] = [Date.now(), { previousId: sessionIdOf(request), ip: addressOfVisitor() }];
  const sessionId = await acceptInvitation(db, key, await hashPassword(password), by, now);
  if (sessionId === null) return redirect(USED_OR_OLD);
  if (name !== invitation.name) await renameSelf(db, invitation, { was: invitation.name, mine: name }, now);
  const cookies = [forgetInvitation(request), ...newSessionCookies(request, sessionId, now)];
  return redirect("/", { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}

type Answer = {
  invitation?: Awaited<ReturnType<typeof readInvitation>>;
  refusal?: Refusal;
  linkRefusal?: Refusal;
};

const answered = (answer: Answer, status: number) => data(answer, { status });

const addressOfVisitor = () => requestNotes()?.clientAddress ?? "";

async function followLink(request: Request, form: FormData) {
  const now = Date.now();
  const signedIn = await signInByLink(
    db,
    textOf(form, "linkToken"),
    { previousId: sessionIdOf(request), ip: addressOfVisitor() },
    now,
  );
  if (!signedIn) return linkUsed(textOf(form, "to"));
  const cookies = newSessionCookies(request, signedIn.sessionId, now);
  const to = acceptedCallbackUrl(signedIn.path, authOrigin(request, settings()) ?? "") || "/";
  return redirect(asHeader(to), { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}

/** Answers the same whether or not someone has the address. */
async function sendLink(request: Request, form: FormData) {
  const kind = textOf(form, "send") === "password" ? "password" : "sign_in";
  const parsed = parseForm(form, AddressForm);
  if (!parsed.ok) return answered({ linkRefusal: parsed.refusal }, 422);
  if (!(await allowsLinkRequest(db, addressOfVisitor())))
    return answered({ linkRefusal: refuse(form, { email: [say.tooManyLinks] }) }, 429);
  const { callbackUrl: path } = loginPage(request, textOf(form, "callbackUrl")).page;
  await requestLink(db, { kind, address: parsed.value.email, path }, Date.now());
  return redirect(`/login?sent=${kind}`);
}

/** Has its own layout, and a small script instead of the application's. */
export default function LoginPage() {
  const { invitation: opened, signIn, ...page } = useLoaderData<typeof loader>();
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
        ) : signIn ? (
          <SignInLinkForm signIn={signIn} to={page.callbackUrl} />
        ) : (
          <LoginForm {...page} csrfToken={root?.csrfToken ?? ""} linkRefusal={answer?.linkRefusal} />
        )}
      </main>
      <script src="/login.js" nonce={nonce} defer />
    </div>
  );
}
