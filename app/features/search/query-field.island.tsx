import { type ComponentProps, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { ChoiceField } from "~/ui/choice-field";
import { SearchBox } from "~/ui/search-field";

const load = () => import("./query-choices");

/** A search box for queries. With scripts, keys and values are offered while one writes, from the first visit to the field on. */
export function QueryField(field: ComponentProps<typeof SearchBox>) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  return (
    <div className="choice-field field-wide" ref={box}>
      <SearchBox {...field} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      {isLive && <ChoiceField box={box} label="Completions" load={load} own={{}} isOptional />}
    </div>
  );
}
