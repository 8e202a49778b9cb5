import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import * as say from "~/features/auth/auth-texts";
import { isRightPassword } from "~/features/auth/credentials.server";
import { hashPassword } from "~/features/auth/password.server";
import { openSession, viewerOf } from "~/features/auth/session.server";
import { titled } from "~/features/branding/page-title";
import { generatePassword } from "~/features/users/password-generator.server";
import { passwordProblem } from "~/features/users/password-rules";
import { setPassword } from "~/features/users/user-changes.server";
import { emailKeyOf } from "~/features/users/user-keys";
import { maySetPassword } from "~/features/users/user-policy";
import { findProfile, passwordHashOf } from "~/features/users/user-queries.server";
import { UserId } from "~/features/users/user-schema";
import { USER_LIMITS, type Viewer } from "~/features/users/user-words";
import { readForm, refuse, textOf } from "~/http/form.server";
import { forbidden, pageNotFound } from "~/http/refusals.server";
import { withToast } from "~/http/toast.server";
import { requestNotes } from "~/lib/log.server";
import { fromPayload } from "~/shell/from-payload";
import { Button, ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction<typeof loader> = ({ data, matches, error }) =>
  titled(say.passwordOf(data?.name ?? say.aPerson), matches, error);

/** The person whose password may be set here. Throws 404 or 403 for everybody else. */
async function subject(viewer: Viewer, { request, params }: Pick<LoaderFunctionArgs, "request" | "params">) {
  const id = UserId.safeParse(params.id);
  const person = id.success ? await findProfile(db, viewer, id.data) : null;
  if (!person) throw pageNotFound(request);
  if (!maySetPassword(viewer, person)) throw forbidden();
  return person;
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = viewerOf(args.context);
  const { id, name, email, hasPassword } = await subject(viewer, args);
  return { id, name, hasEmail: email !== null, isSelf: id === viewer.id, asksCurrent: id === viewer.id && hasPassword };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const viewer = viewerOf(context);
  const person = await subject(viewer, args);
  const form = await readForm(request);
  if (form.has("generate")) return data({ generated: generatePassword(), refusal: null });

  const refused = (errors: Record<string, string[]>) =>
    data({ generated: null, refusal: refuse(form, errors) }, { status: 422 });
  const isSelf = person.id === viewer.id;
  if (isSelf && !(await isCurrent(textOf(form, "currentPassword"), person))) {
    return refused({ currentPassword: [say.thatIsNotYourCurrentPassword] });
  }
  const password = textOf(form, "password");
  const problem = passwordProblem(password, person);
  if (problem) return refused({ password: [problem] });

  // Changing one's own password ends the sessions everywhere else, setting somebody's ends all of theirs.
  const session = isSelf ? await openSession(db, request, context, Date.now()) : null;
  const change = { passwordHash: await hashPassword(password), keepSession: session?.idHash ?? null };
  const done = await setPassword(db, viewer, person.id, change, Date.now());
  if (!done.ok) throw done.why === "no_such_person" ? pageNotFound(request) : forbidden();
  return redirect(`/users/${person.id}`, await withToast("success", say.passwordSet));
}

/**
 * Whether somebody knows their own password; true as well for a person who has none. Wrong ones count as failed
 * sign-ins, so that an open session left alone is no way to guess a password.
 */
async function isCurrent(password: string, { id, email }: { id: number; email: string | null }): Promise<boolean> {
  const hash = await passwordHashOf(db, id);
  if (hash === null) return true;
  const attempt = { login: emailKeyOf(email ?? ""), address: requestNotes()?.clientAddress ?? "" };
  return (await isRightPassword(db, attempt, password, hash)) === true;
}

export const clientLoader = fromPayload("routes/_app.users.$id_.password");

export { keepPage as clientAction } from "~/shell/keep-page";

export default function PasswordPage() {
  const { id, name, hasEmail, isSelf, asksCurrent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer?.refusal;
  const generated = answer?.generated ?? null;
  const lead = isSelf ? say.youStaySignedIn : say.signedOutEverywhere(name);
  return (
    <>
      <PageHeader title={isSelf ? say.changeYourPassword : say.setPasswordFor(name)} lead={lead} />
      <PageForm className="form">
        <FormErrors refusal={refusal} />
        {!hasEmail && <p>{say.enterAddressUnderEdit}</p>}
        {asksCurrent && (
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
          maxLength={USER_LIMITS.passwordMax}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          hint={generated ? say.noteItDown : say.atLeastCharacters(USER_LIMITS.passwordMin)}
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
