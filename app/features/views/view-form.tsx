import { ScopeField } from "~/features/records/scope-field";
import { SEARCH_HELP } from "~/features/search/search-url";
import { ORDERS } from "~/features/task-list/task-sort-and-cursor";
import type { Refusal } from "~/lib/refusal";
import { SelectField, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/page-form";
import * as say from "./view-forms-copy";
import { VIEW_LIMITS } from "./views";

type ViewTexts = { name: string; query: string; sort: string; scope: string };

export function ViewFieldset({
  view,
  teams,
  forEveryone,
  refusal,
}: {
  view: ViewTexts;
  /** Teams the viewer may save views for. */
  teams: readonly { id: number; name: string }[];
  forEveryone: boolean;
  refusal: Refusal | null | undefined;
}) {
  return (
    <>
      <FormErrors refusal={refusal} />
      <TextField
        label={say.name}
        name="name"
        defaultValue={view.name}
        maxLength={VIEW_LIMITS.name}
        refusal={refusal}
        required
      />
      <TextField
        label={say.query}
        name="query"
        defaultValue={view.query}
        maxLength={VIEW_LIMITS.query}
        hint={say.queryHint((words) => <a href={SEARCH_HELP}>{words}</a>)}
        autoCapitalize="none"
        spellCheck={false}
        refusal={refusal}
      />
      <SelectField
        label={say.sortBy}
        name="sort"
        defaultValue={view.sort || "attention-desc"}
        choices={ORDERS}
        refusal={refusal}
      />
      <ScopeField scope={view.scope} {...{ teams, forEveryone, refusal }} />
    </>
  );
}
