import { ActionFields, type Named } from "~/features/tasks/actions/action-fields";
import type { Actions } from "~/features/tasks/actions/actions";
import type { Refusal } from "~/lib/refusal";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { MACRO_LIMITS, VARIABLES } from "./macro-words";

const KINDS = [
  { value: "reply", label: "A reply to whoever asked" },
  { value: "note", label: "An internal note" },
  { value: "none", label: "No text" },
];

/** What a macro is: its name, who has it, what it says and what it changes. */
export function MacroFieldset({
  macro,
  agents,
  teams,
  led,
  forEveryone,
  refusal,
}: {
  macro: { name: string; scope: string; kind: string; text: string; actions: Actions };
  agents: readonly Named[];
  teams: readonly Named[];
  /** Teams the writer may keep macros for. */
  led: readonly Named[];
  forEveryone: boolean;
  refusal: Refusal | null | undefined;
}) {
  return (
    <>
      <FormErrors refusal={refusal} />
      <TextField
        label="Name"
        name="name"
        required
        defaultValue={macro.name}
        maxLength={MACRO_LIMITS.name}
        autoComplete="off"
        refusal={refusal}
      />
      <SelectField
        label="Who has it"
        name="scope"
        defaultValue={macro.scope}
        refusal={refusal}
        choices={[
          { value: "personal", label: "Only me" },
          ...led.map(({ id, name }) => ({ value: `team-${id}`, label: `The team ${name}` })),
          ...(forEveryone ? [{ value: "everyone", label: "Everyone who works on tasks" }] : []),
        ]}
      />
      <SelectField label="What it writes" name="kind" defaultValue={macro.kind} refusal={refusal} choices={KINDS} />
      <TextArea label="Text" name="text" rows={8} defaultValue={macro.text} refusal={refusal} />
      {/* What is wrong with the text is explained there. */}
      <details className="macro-variables" open={refusal?.errors.text ? true : undefined}>
        <summary>What is filled in</summary>
        <p>
          A word in two pairs of braces is filled in for each task. Behind a bar stands what is written where there is
          nothing to fill in: <code>{"Hello {{requester.first_name|there}}"}</code>. Without it such a text is not sent.
        </p>
        <dl>
          {VARIABLES.map(({ name, about }) => (
            <div key={name}>
              <dt>
                <code>{`{{${name}}}`}</code>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </details>
      <h2>What it changes</h2>
      <ActionFields actions={macro.actions} agents={agents} teams={teams} refusal={refusal} />
    </>
  );
}
