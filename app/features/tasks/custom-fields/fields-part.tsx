import type { ComponentProps } from "react";
import { part } from "~/ui/part";
import type { CustomFields } from "./custom-fields.island";
import type { FieldDefinition } from "./field-rules";

type Props = ComponentProps<typeof CustomFields>;

const Fields = part<Props>('[name^="was_field."]', () =>
  import("./custom-fields.island").then((island) => island.CustomFields),
);

/** The fields an admin has defined, of which many a desk has none. */
export const FieldsIfAny = (props: Props) => (props.fields.length > 0 ? <Fields {...props} /> : null);

/** What a page waits for that shows them. */
export const loadFieldsIfAny = (fields: readonly FieldDefinition[]) => (fields.length > 0 ? Fields.load() : null);
