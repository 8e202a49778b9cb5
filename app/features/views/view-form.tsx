import { ORDERS } from "~/features/tasks/task-position";
import type { Refusal } from "~/lib/refusal";
import { SelectField, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { SEARCH_HELP, VIEW_LIMITS } from "./view-words";

export type ViewTexts = { name: string; query: string; sort: string; scope: string };

/** What a view is: its name, what it finds, in which order, and who has it. */
export function ViewFieldset({
  view,
  teams,
  forEveryone,
  refusal,
}: {
  view: ViewTexts;
  /** Teams the writer may keep views for. */
  teams: readonly { id: number; name: string }[];
  forEveryone: boolean;
  refusal: Refusal | null | undefined;
}) {
  return (
    <>
      <FormErrors refusal={refusal} />
      <TextField
        label="Name"
        name="name"
        defaultValue={view.name}
        maxLength={VIEW_LIMITS.name}
        refusal={refusal}
        required
      />
      <TextField
        label="Query"
        name="query"
        defaultValue={view.query}
        maxLength={VIEW_LIMITS.query}
        hint={
          <>
            As in the search box: status:open team:me. Empty for all open tasks. <a href={SEARCH_HELP}>How to search</a>
          </>
        }
        autoCapitalize="none"
        spellCheck={false}
        refusal={refusal}
      />
      <SelectField
        label="Order"
        name="sort"
        defaultValue={view.sort || "attention-desc"}
        choices={ORDERS}
        refusal={refusal}
      />
      <SelectField
        label="Who has it"
        name="scope"
        defaultValue={view.scope}
        refusal={refusal}
        choices={[
          { value: "personal", label: "Only me" },
          ...teams.map(({ id, name }) => ({ value: `team-${id}`, label: `The team ${name}` })),
          ...(forEveryone ? [{ value: "everyone", label: "Everyone who works on tasks" }] : []),
        ]}
      />
    </>
  );
}
