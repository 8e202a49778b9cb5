import * as say from "./messages-copy";
/**
 * A text as its readers will see it, in HTML that `markdown.server` made; undefined while there is none to be seen.
 * `PreviewButton` leads here.
 */
export const PreviewText = ({ name, html }: { name: string; html: string | undefined }) => (
  <section
    className="message-preview"
    id={`preview-${name}`}
    aria-label={say.preview}
    aria-live="polite"
    hidden={html === undefined}
  >
    {html === "" && <p className="field-hint">{say.thereIsNothingToPreviewYet}</p>}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by markdown.server, like every message. */}
    <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html ?? "" }} />
  </section>
);
