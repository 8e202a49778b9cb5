import { Button } from "~/ui/button";
import * as say from "../conversation-copy";

/**
 * Stands after the button that sends, which is the one that Enter presses. Without scripts it posts the form to its
 * page, which comes back with the preview in sight and everything as it was typed. `name` is that of the text.
 */
export function PreviewButton({ name }: { name: string }) {
  return (
    <Button look="quiet" name="do" value="preview" formNoValidate formAction={`#preview-${name}`}>
      {say.preview}
    </Button>
  );
}

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
