import { type ComponentProps, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ChoiceField } from "~/ui/choice-field";
import { TextField } from "~/ui/field";

const load = () => import("./tag-choices");

/** Tags, separated by commas. With scripts, suggests existing tags while the user types. */
export function TagsField(field: ComponentProps<typeof TextField>) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  return (
    <div className="choice-field" ref={box} data-key="l" data-command={field.label}>
      <TextField {...field} autoComplete="off" />
      {isLive && <ChoiceField box={box} label={field.label} load={load} own={{}} />}
    </div>
  );
}
