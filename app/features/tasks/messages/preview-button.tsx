import { Button } from "~/ui/button";

/**
 * Stands after the button that sends, which is the one that Enter presses. Without scripts it posts the form to its
 * page, which shows the preview and everything as it was typed.
 */
export function PreviewButton() {
  return (
    <Button look="quiet" name="do" value="preview" formNoValidate>
      Preview
    </Button>
  );
}
