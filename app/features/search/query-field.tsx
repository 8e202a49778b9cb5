import type { ComponentProps } from "react";
import { SearchBox } from "~/ui/search-field";

const load = () => import("./query-choices");

/** Search box for queries. With scripts, it offers keys and values before the page's commands. */
export const QueryField = (field: ComponentProps<typeof SearchBox>) => (
  <SearchBox {...field} choices={load} autoCapitalize="none" spellCheck={false} />
);
