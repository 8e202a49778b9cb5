import { setTimeout as sleep } from "node:timers/promises";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import * as say from "~/features/auth/auth-copy";
import { checkPassword } from "~/features/auth/credentials.server";
import { hashPassword } from "~/features/auth/password.server";
import { openSession } from "~/features/auth/session.server";
import { deviceCookie, knownDevice } from "~/features/auth/sign-in-device.server";
import { titled } from "~/features/branding/page-title";
import { generatePassword, passwordProblem } from "~/features/users/password-rules.server";
import { setPassword } from "~/features/users/user-changes.server";
import { maySetPassword } from "~/features/users/user-policy";
import { passwordHashOf } from "~/features/users/user-queries.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { USER_LIMITS } from "~/features/users/users";
import { forbidden, pageNotFound } from "~/http/error-responses.server";
import { readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { requestNotes } from "~/lib/log.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import { personAsked } from "./_app.users.$id/person-request.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.passwordOf(data?.name ?? say.aPerson), matches, error);

const passwordAsked = (args: LoaderFunctionArgs) => personAsked(args, maySetPassword, { anonymised: true });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, person } = await passwordAsked(args);
  const { id, name, email, hasPassword } = person;
  return { id, name, hasEmail: email !== null, isSelf: id === viewer.id, hasPassword };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer, person } = await passwordAsked(args);
  const form = await readForm(request);
  const isSelf = person.id === viewer.id;
  if (isSelf && !person.hasPassword) throw forbidden(say.askForALink);
  if (form.has("generate")) return data({ generated: generatePassword(), refusal: null });

  const refused = (errors: Record<string, string[]>, status = 422) =>
    data({ generated: null, refusal: refuse(form, errors) }, { status });
  if (isSelf) {
    const { seen } = await checkCurrent(request, textOf(form, "currentPassword"), person);
    if (seen === "busy") return refused({ currentPassword: [say.tooManySignIns] }, 503);
    if (seen === "wrong") return refused({ currentPassword: [say.wrongCurrentPassword] });
  }
  const password = textOf(form, "password");
  const problem = await passwordProblem(password, person);
  if (problem) return refused({ password: [problem] });

  // Changing your own password ends your other sessions; setting someone else's ends all of theirs.
  const now = Date.now();
  const session = isSelf ? await openSession(db, request, context, now) : null;
  const change = { passwordHash: await hashPassword(password), keepSession: session?.idHash ?? null };
  const done = await setPassword(db, viewer, person.id, change, now);
  if (!done.ok) throw done.why === "no_such_person" ? pageNotFound(request) : forbidden();
  const { headers: toast } = await withToast("success", say.passwordSet);
  const headers = new Headers(toast);
  if (isSelf) headers.append("Set-Cookie", deviceCookie(request, { ...person, ...change }, now)); // the old one is invalid now
  return redirect(`/users/${person.id}`, { headers });
}

/** Checks the viewer's current password. Wrong ones count as failed sign-ins, so an open session can't be used to guess. */
async function checkCurrent(request: Request, password: string, { id, email }: { id: number; email: string | null }) {
  const hash = await passwordHashOf(db, id);
  const device = knownDevice(request, { id, passwordHash: hash });
  const attempt = { login: emailKeyOf(email ?? ""), address: requestNotes()?.clientAddress ?? "", device };
  return checkPassword(db, attempt, { password, hash }, sleep);
}

export const clientLoader = fromPayload("routes/_app.users.$id_.password");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function PasswordPage() {
  const { id, name, hasEmail, isSelf, hasPassword } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer?.refusal;
  const generated = answer?.generated ?? null;
  const lead = isSelf ? say.youStaySignedIn : say.signedOutEverywhere(name);
  if (isSelf && !hasPassword)
    return (
      <PageHeader up={{ href: `/users/${id}`, label: name }} title={say.changeYourPassword} lead={say.askForALink} />
    );
  return (
    <>
      <PageHeader
        up={{ href: `/users/${id}`, label: name }}
        title={isSelf ? say.changeYourPassword : say.setPasswordFor(name)}
        lead={lead}
      />
      <PageForm className="form">
        <FormErrors refusal={refusal} />
        {!hasEmail && <p>{say.enterAddressUnderEdit}</p>}
        {isSelf && (
          <TextField
            label={say.currentPassword}
            name="currentPassword"
            type="password"
            required
            autoComplete="current-password"
            refusal={refusal}
          />
        )}
        <TextField
          key={generated}
          label={say.newPassword}
          name="password"
          type={generated ? "text" : "password"}
          required
          minLength={USER_LIMITS.passwordMin}
          maxLength={2 * USER_LIMITS.passwordMax}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          hint={generated ? say.copyBeforeSaving : say.passwordLengthHint(USER_LIMITS.passwordMin)}
          defaultValue={generated ?? undefined}
          refusal={refusal}
        />
        <div className="buttons">
          <Button look="primary">{say.savePassword}</Button>
          <Button name="generate" value="yes" formNoValidate>
            {say.generateAPassword}
          </Button>
          <ButtonLink look="quiet" href={`/users/${id}`}>
            {say.cancel}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
