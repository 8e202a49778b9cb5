import { ActionFields, type Named } from "~/features/actions/action-fields";
import type { TypedActions } from "~/features/actions/actions";
import { ScopeField } from "~/features/records/scope-field";
import type { PutAway } from "~/features/trash/trash";
import type { Refusal } from "~/lib/refusal";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/page-form";
import { MACRO_LIMITS, VARIABLES } from "./macros";
import * as say from "./macros-copy";

const KINDS = [
  { value: "reply", label: say.replyToRequester },
  { value: "note", label: say.internalNoteChoice },
  { value: "none", label: say.noText },
];

export function MacroFieldset({
  macro,
  agents,
  teams,
  led,
  puttingAway,
  forEveryone,
  refusal,
}: {
  macro: { name: string; scope: string; kind: string; text: string; actions: TypedActions };
  agents: readonly Named[];
  teams: readonly Named[];
  /** Teams the writer may share macros with. */
  led: readonly Named[];
  /** Whether the writer may move tasks to trash, spam or both. */
  puttingAway: readonly PutAway[];
  forEveryone: boolean;
  refusal: Refusal | null | undefined;
}) {
  return (
    <>
      <FormErrors refusal={refusal} />
      <TextField
        label={say.name}
        name="name"
        required
        defaultValue={macro.name}
        maxLength={MACRO_LIMITS.name}
        autoComplete="off"
        refusal={refusal}
      />
      <ScopeField scope={macro.scope} teams={led} forEveryone={forEveryone} refusal={refusal} />
      <SelectField label={say.messageType} name="kind" defaultValue={macro.kind} refusal={refusal} choices={KINDS} />
      <TextArea
        className="if-message"
        label={say.text}
        name="text"
        rows={8}
        defaultValue={macro.text}
        refusal={refusal}
      />
      {/* Opens on an error in the text, because it explains the variables. */}
      <details className="macro-variables if-message" open={refusal?.errors.text ? true : undefined}>
        <summary>{say.whatIsFilledIn}</summary>
        <p>{say.variablesHint(<code>{say.variablesExample}</code>)}</p>
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
      <h2>{say.actions}</h2>
      <ActionFields actions={macro.actions} {...{ agents, teams, puttingAway, refusal }} />
    </>
  );
}
