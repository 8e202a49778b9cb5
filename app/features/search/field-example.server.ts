import type { Db } from "~/db/types";
import { fieldsKnownTo } from "~/features/custom-fields/custom-fields.server";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import type { Viewer } from "~/features/users/user-words";
import { quotedName } from "./quoted";

/** What may be asked of a field of this desk: the first that the viewer may see. Null where there is none. */
export async function fieldExample(db: Db, viewer: Viewer): Promise<{ write: string; label: string } | null> {
  const [field] = await fieldsKnownTo(db, viewer);
  return field ? { write: `field.${field.key}:${valueFor(field)}`, label: field.label } : null;
}

function valueFor({ kind, options }: FieldDefinition): string {
  switch (kind) {
    case "boolean":
      return "yes";
    case "number":
      return ">10";
    case "date":
    case "datetime":
      return "this-week";
    case "user":
      return "me";
    case "select":
    case "multiselect":
      return quotedName(options.find(({ enabled }) => enabled)?.label ?? "");
    default:
      return "any";
  }
}
