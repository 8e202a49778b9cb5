import { Button } from "~/ui/button";
import * as say from "../conversation-copy";

/**
 * Comes after the submit button, because Enter presses the first one. Without scripts it posts the form to its page, which
 * returns with the preview in view and everything as typed. `name` is the text field's.
 */
export function PreviewButton({ name }: { name: string }) {
  return (
    <Button look="quiet" name="do" value="preview" formNoValidate formAction={`#preview-${name}`}>
      {say.preview}
    </Button>
  );
}

/** A text as its readers see it, in HTML from `markdown.server`; undefined hides it. `PreviewButton` links here. */
export const PreviewText = ({ name, html }: { name: string; html: string | undefined }) => (
  <section
    className="message-preview"
    id={`preview-${name}`}
    aria-label={say.preview}
    aria-live="polite"
    hidden={html === undefined}
  >
    {html === "" && <p className="field-hint">{say.nothingToPreviewYet}</p>}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by markdown.server, like every message. */}
    <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html ?? "" }} />
  </section>
);
