import { useRef } from "react";
import { CATEGORIES, type Category } from "~/features/tasks/tasks";
import { StatusMark } from "~/ui/badges";
import { typedText, useFormValues } from "~/ui/use-form-values";
import * as say from "./catalogue-copy";
import type { StatusFields } from "./statuses";

/** The status as lists show it. With scripts it follows the form; without, it shows the saved values. */
export function StatusPreview({ name, requesterName, category, colour }: StatusFields) {
  const place = useRef<HTMLElement>(null);
  const values = useFormValues(place);
  const shown = typedText(values, "name", name) || say.newStatusName;
  const chosen = typedText(values, "category", category);
  const mark = {
    category: CATEGORIES.find((key: Category) => key === chosen) ?? "new",
    colour: typedText(values, "colour", colour),
  };
  return (
    <section className="status-preview" aria-label={say.preview} ref={place}>
      <p>
        {say.agentsSee} <StatusMark {...mark} name={shown} />
      </p>
      <p>
        {say.requestersSee} <StatusMark {...mark} name={typedText(values, "requesterName", requesterName) || shown} />
      </p>
    </section>
  );
}
