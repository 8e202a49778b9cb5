import type { ComponentProps } from "react";
import { SearchBox } from "~/ui/search-field";

const load = () => import("./query-choices");

/** A search box for queries. With scripts, keys and values are offered while one writes, before the commands of the page. */
export const QueryField = (field: ComponentProps<typeof SearchBox>) => (
  <SearchBox {...field} choices={load} autoCapitalize="none" spellCheck={false} />
);
