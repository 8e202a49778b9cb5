import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db } from "~/db/db.server";
import { titled } from "~/features/branding/page-title";
import { renderMessage } from "~/features/conversation/markdown.server";
import { templateErrors, templatePreview } from "~/features/mail/templates/fill-mail-template.server";
import { templateHref, templateName, templatesHref } from "~/features/mail/templates/mail-templates";
import { readTemplate, saveTemplate } from "~/features/mail/templates/mail-templates.server";
import { TemplateForm, type TemplatePreview } from "~/features/mail/templates/template-form";
import { templateSchema } from "~/features/mail/templates/template-schema";
import * as say from "~/features/mail/templates/templates-copy";
import { forbidden } from "~/http/error-responses.server";
import { parseForm, readForm, refuse, textOf } from "~/http/form.server";
import { withToast } from "~/http/toast.server";
import type { Refusal } from "~/lib/refusal";
import { requireTemplate } from "~/routes/_app.settings.addresses.templates._index/template-request.server";
import { fromPayload } from "~/shell/payload-client-loader";
import { Button } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const meta: MetaFunction = ({ matches, error }) => titled(say.template, matches, error);

export async function loader(args: LoaderFunctionArgs) {
  const { place } = await requireTemplate(args);
  return { template: await readTemplate(db, place), host: place.host };
}

type Answer = { refusal: Refusal; preview: TemplatePreview | null };

const answer = (status: number, refusal: Refusal, preview: TemplatePreview | null = null) =>
  data<Answer>({ refusal, preview }, { status });

export async function action(args: ActionFunctionArgs) {
  const { viewer, place } = await requireTemplate(args);
  const form = await readForm(args.request);
  const parsed = parseForm(form, templateSchema(place.kind));
  if (!parsed.ok) return answer(422, parsed.refusal);
  const errors = await templateErrors(db, place.kind, parsed.value);
  if (Object.keys(errors).length > 0) return answer(422, refuse(form, errors));
  if (textOf(form, "do") === "preview") {
    const { subject, body } = templatePreview(parsed.value, viewer.name, new URL(args.request.url).origin);
    return answer(200, refuse(form, {}), { subject, html: renderMessage(body).html });
  }
  const saved = await saveTemplate(db, viewer, { ...place, ...parsed.value }, Date.now());
  if (!saved.ok && saved.why === "changed") {
    form.set("version", String((await readTemplate(db, place)).version));
    return answer(409, refuse(form, {}, [say.changedMeanwhile]));
  }
  if (!saved.ok) throw forbidden();
  const name = templateName(place.kind, place.host);
  return redirect(templatesHref(place.host), await withToast("success", say.saved(name)));
}

export const clientLoader = fromPayload("routes/_app.settings.addresses.templates.$kind_.edit");

export { keepPage as clientAction } from "~/shell/keep-page-on-failure";

export default function TemplatePage() {
  const { template, host } = useLoaderData<typeof loader>();
  const { refusal, preview } = useActionData<typeof action>() ?? {};
  const { kind, version } = template;
  return (
    <>
      <PageHeader
        up={{ href: templatesHref(host), label: say.templates }}
        title={templateName(kind, host)}
        lead={say.about[kind]}
      >
        {version > 0 && (
          <form method="post" action={templateHref(kind, host, "removal")}>
            <input type="hidden" name="version" value={version} />
            <Button look="danger">{say.resetToDefault}</Button>
          </form>
        )}
      </PageHeader>
      <TemplateForm template={template} host={host} refusal={refusal} preview={preview} />
    </>
  );
}

export { RouteError as ErrorBoundary } from "~/ui/route-error";
