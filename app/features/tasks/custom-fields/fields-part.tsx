import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { part } from "~/ui/part";
import type { CustomFields } from "./custom-fields.island";
import * as say from "./custom-fields-texts";
import type { FieldDefinition } from "./field-rules";

type Props = ComponentProps<typeof CustomFields>;

const Fields = part<Props>('[name^="was_field."]', () =>
  import("./custom-fields.island").then((island) => island.CustomFields),
);

/** The fields an admin has defined, of which many a desk has none. */
export const FieldsIfAny = (props: Props) => (props.fields.length > 0 ? <Fields {...props} /> : null);

/**
 * Without scripts, shows the fields that the choices above call for. Comes after the submit button, because Enter presses a
 * form's first button.
 */
export const ShowFieldsButton = ({ fields }: Pick<Props, "fields">) =>
  fields.some((field) => field.types.length > 0 || field.showIf) && (
    <noscript>
      <Button name="show" value="fields" formNoValidate>
        {say.showTheFieldsForTheseChoices}
      </Button>
    </noscript>
  );

/** What a page waits for that shows them. */
export const loadFieldsIfAny = (fields: readonly FieldDefinition[]) => (fields.length > 0 ? Fields.load() : null);
