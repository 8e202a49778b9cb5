import { Button } from "~/ui/button";
import * as say from "./messages-copy";

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
