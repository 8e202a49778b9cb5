import { VARIABLES } from "~/features/macros/macros";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { TextArea, TextField } from "~/ui/field";
import { FormErrors, PageForm } from "~/ui/page-form";
import { isSentByAgent, TEMPLATE_LIMITS, templatesHref } from "./mail-templates";
import type { ListedTemplate } from "./mail-templates.server";
import * as say from "./templates-copy";

/** A template's preview: `html` is the whole message, rendered by markdown.server. */
export type TemplatePreview = { subject: string; html: string };

type Props = {
  template: ListedTemplate;
  /** Empty for every site. */
  host: string;
  refusal: Refusal | null | undefined;
  preview: TemplatePreview | null | undefined;
};

export function TemplateForm({ template, host, refusal, preview }: Props) {
  const { kind, subject, body, days, version } = template;
  const agentMeaning = isSentByAgent(kind) ? say.agentName : say.agentNameIsEmpty;
  return (
    <PageForm className="form" aria-label={say.template}>
      <FormErrors refusal={refusal} />
      <input type="hidden" name="version" value={refusal?.values.version ?? version} />
      {kind !== "footer" && (
        <TextField
          label={say.subject}
          name="subject"
          required
          maxLength={TEMPLATE_LIMITS.subject}
          autoComplete="off"
          defaultValue={subject}
          refusal={refusal}
        />
      )}
      <TextArea label={say.text} name="body" rows={10} defaultValue={body} refusal={refusal} />
      {kind === "reminder" && (
        <TextField
          label={say.days}
          name="days"
          inputMode="numeric"
          required
          autoComplete="off"
          defaultValue={String(days)}
          hint={say.daysHint}
          refusal={refusal}
        />
      )}
      <details className="macro-variables" open={refusal?.errors.body || refusal?.errors.subject ? true : undefined}>
        <summary>{say.variables}</summary>
        <p>{say.variablesHint(<code>{say.variablesExample}</code>)}</p>
        <dl>
          {VARIABLES.map(({ name, about }) => (
            <div key={name}>
              <dt>
                <code>{`{{${name}}}`}</code>
              </dt>
              <dd>{name === "agent.name" ? agentMeaning : about}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Preview preview={preview} />
      <div className="buttons">
        <Button look="primary">{say.saveTemplate}</Button>
        <Button name="do" value="preview" formNoValidate>
          {say.preview}
        </Button>
        <ButtonLink look="quiet" href={templatesHref(host)}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

const Preview = ({ preview }: Pick<Props, "preview">) => (
  <section className="message-preview" aria-label={say.preview} aria-live="polite" hidden={!preview}>
    {preview && preview.subject !== "" && (
      <p className="field-hint" dir="auto">
        {say.previewSubject(preview.subject)}
      </p>
    )}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown.server, like every message. */}
    <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: preview?.html ?? "" }} />
  </section>
);
