import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { CustomFields } from "./custom-fields.island";
import * as say from "./custom-fields-copy";

type Props = ComponentProps<typeof CustomFields>;

export const OptionalCustomFields = (props: Props) => (props.fields.length > 0 ? <CustomFields {...props} /> : null);

/**
 * Without scripts, shows the fields that the choices above call for. Comes after the submit button, because Enter presses a
 * form's first button.
 */
export const ShowFieldsButton = ({ fields }: Pick<Props, "fields">) =>
  fields.some((field) => field.types.length > 0 || field.showIf) && (
    <noscript>
      <Button name="show" value="fields" formNoValidate>
        {say.showFieldsForChoices}
      </Button>
    </noscript>
  );
