import { type ComponentProps, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ChoiceField } from "~/ui/choice-field";
import { TextField } from "~/ui/field";
import * as say from "./task-list-copy";

const load = () => import("./filter-suggestions");

/** Text filter that takes the same values as the query key of that name. With scripts, it offers completions. */
export function OfferedFilter(field: ComponentProps<typeof TextField> & { name: "assignee" | "requester" | "tag" }) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  return (
    <div className="choice-field field" ref={box}>
      <TextField {...field} autoCapitalize="none" autoComplete="off" />
      {isLive && (
        <ChoiceField
          box={box}
          label={say.suggestionLabels[field.name]}
          load={load}
          own={{ filter: field.name }}
          isOptional
        />
      )}
    </div>
  );
}
