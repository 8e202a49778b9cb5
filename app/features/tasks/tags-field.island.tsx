import { type ComponentProps, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ChoiceField } from "~/ui/choice-field";
import { TextField } from "~/ui/field";

const load = () => import("./tag-choices");

/** Tags, divided by commas. With scripts, the ones that are in use are offered while one is written. */
export function TagsField(field: ComponentProps<typeof TextField>) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  return (
    <div className="choice-field" ref={box}>
      <TextField {...field} autoComplete="off" />
      {isLive && <ChoiceField box={box} label={field.label} load={load} own={{}} />}
    </div>
  );
}
