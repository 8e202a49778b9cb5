import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { requireViewer } from "~/features/auth/require-viewer.server";
import { titled } from "~/features/branding/page-title";
import { TYPE_LIMITS } from "~/features/catalogue/types";
import * as say from "~/features/first-run/first-run-copy";
import { TypeName } from "~/features/first-run/first-run-forms.server";
import { listTypes, saveTypes } from "~/features/first-run/save-types.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { forbidden } from "~/http/error-responses.server";
import { readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { PageHeader } from "~/ui/page-header";
import styles from "~/ui/styles/home.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = ({ matches, error }) => titled(say.requestTypes, matches, error);

export async function loader({ context }: LoaderFunctionArgs) {
  requireViewer(context, maySetUpDesk);
  return { types: await listTypes(db) };
}

const nameField = (key: string) => `name_${key}`;
const offeredField = (key: string) => `offered_${key}`;

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = requireViewer(context, maySetUpDesk);
  const form = await readForm(request);
  const errors: Record<string, string[]> = {};
  const sent = new Map<string, { name: string; enabled: boolean }>();
  for (const { key } of await listTypes(db)) {
    if (!form.has(nameField(key))) continue; // a type added since the form was opened
    const name = TypeName.safeParse(textOf(form, nameField(key)));
    if (name.success) sent.set(key, { name: name.data, enabled: form.getAll(offeredField(key)).includes("yes") });
    else errors[nameField(key)] = name.error.issues.map(({ message }) => message);
  }
  if (Object.keys(errors).length > 0) return data({ refusal: refuse(form, errors) }, { status: 422 });
  const saved = await saveTypes(db, viewer, sent, Date.now());
  if (saved.ok) return redirect("/", await withToast("success", say.typesSaved));
  if (saved.why === "not_allowed") throw forbidden();
  return data({ refusal: refuse(form, { [nameField(saved.key)]: [saved.sentence] }) }, { status: 422 });
}

export const clientLoader = fromPayload("routes/_app.setup.types");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function SetupTypesPage() {
  const { types } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  return (
    <>
      <PageHeader up={{ href: "/setup", label: say.setup }} title={say.requestTypes} lead={say.aboutTypes} />
      <PageForm className="form" aria-label={say.requestTypes}>
        <FormErrors refusal={refusal} />
        {types.map(({ key, name, description, enabled, portal }) => (
          <fieldset key={key} className="setup-type">
            <legend className="unseen">{name}</legend>
            <TextField
              label={say.typeName}
              name={nameField(key)}
              required
              maxLength={TYPE_LIMITS.name}
              autoComplete="off"
              defaultValue={name}
              hint={portal ? description : say.forAgentsOnly}
              refusal={refusal}
            />
            <CheckField label={say.offered} name={offeredField(key)} defaultChecked={enabled} refusal={refusal} />
          </fieldset>
        ))}
        <p>{say.typeDetails(<a href="/settings/types">{say.typesSettings}</a>)}</p>
        <div className="buttons">
          <Button look="primary">{say.saveTypes}</Button>
          <ButtonLink look="quiet" href="/">
            {say.backToHome}
          </ButtonLink>
        </div>
      </PageForm>
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
