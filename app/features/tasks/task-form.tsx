import { Form } from "@remix-run/react";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { DEFAULT_PRIORITY, DEFAULT_TYPE, PRIORITIES, TYPES } from "./task-words";

export type TaskFormProps = {
  /** Random; sending it twice makes one task. */
  requestKey: string;
  refusal: Refusal | null | undefined;
  /** What only agents fill in; null for a requester. */
  inner: {
    agents: readonly { id: number; name: string }[];
    teams: readonly { id: number; name: string }[];
    /** The few people somebody is most likely to mean, as the field shows and accepts them. */
    people: readonly string[];
    requester: string;
  } | null;
};

/** A new task. Requesters describe what they need; agents also say for whom, by whom and how urgent. */
export function TaskForm({ requestKey, refusal, inner }: TaskFormProps) {
  const types = TYPES.filter((type) => inner !== null || type.portal);
  return (
    <Form method="post" className="form">
      <FormErrors refusal={refusal} />
      <input type="hidden" name="requestKey" value={refusal?.values.requestKey ?? requestKey} />
      {inner && (
        <>
          <TextField
            label="Requester"
            name="requester"
            list="people"
            defaultValue={inner.requester}
            hint="A name or an e-mail address. Empty: you. A new address makes a new requester."
            autoComplete="off"
            refusal={refusal}
          />
          <datalist id="people">
            {inner.people.map((person) => (
              <option key={person} value={person} />
            ))}
          </datalist>
        </>
      )}
      <TextField label="Title" name="title" required refusal={refusal} autoComplete="off" />
      <TextArea
        label="Description"
        name="body"
        rows={8}
        required
        hint="Markdown works: **bold**, lists, tables, `code`."
        refusal={refusal}
      />
      <div className="form-row">
        <SelectField
          label="Type"
          name="type"
          defaultValue={DEFAULT_TYPE}
          choices={types.map(({ key, name }) => ({ value: key, label: name }))}
          refusal={refusal}
        />
        {inner && (
          <>
            <SelectField
              label="Priority"
              name="priority"
              defaultValue={DEFAULT_PRIORITY}
              choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
              refusal={refusal}
            />
            <SelectField
              label="Assignee"
              name="assignee"
              none="Nobody"
              choices={inner.agents.map(({ id, name }) => ({ value: id, label: name }))}
              refusal={refusal}
            />
            <SelectField
              label="Team"
              name="team"
              choices={inner.teams.map(({ id, name }) => ({ value: id, label: name }))}
              refusal={refusal}
            />
          </>
        )}
      </div>
      {inner && (
        <div className="form-row">
          <TextField
            label="Tags"
            name="tags"
            hint="Divided by commas or blanks."
            refusal={refusal}
            autoComplete="off"
          />
          <TextField label="Due" name="due" type="date" max="9999-12-31" refusal={refusal} />
        </div>
      )}
      <div className="buttons">
        <Button look="primary">Create task</Button>
        <ButtonLink look="quiet" href="/tasks">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
