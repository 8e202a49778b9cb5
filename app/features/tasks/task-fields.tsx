import { Form } from "@remix-run/react";
import { useState } from "react";
import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import type { Conflict } from "./task-change.server";
import type { AgentTask } from "./task-read.server";
import { isStatusKey, PRIORITIES, statusOf, TYPES } from "./task-words";

const LABELS = {
  title: "Title",
  status: "Status",
  priority: "Priority",
  assignee: "Assignee",
  team: "Team",
  type: "Type",
  requester: "Requester",
  tags: "Tags",
  due: "Due",
} as const;

/**
 * What an agent changes about a task. The form carries the values it was made with (`was_…`) and the version: what
 * others change meanwhile is kept or asked about, never overwritten unseen. These stay as they are while the form
 * does, even when the page around it is loaded anew.
 */
export function TaskFields({
  task,
  refusal,
  conflicts,
}: {
  task: AgentTask;
  refusal: Refusal | null | undefined;
  conflicts: readonly Conflict[];
}) {
  const [was] = useState(() => ({
    title: task.title,
    status: task.status,
    priority: task.priority,
    assignee: String(task.assignee?.id ?? ""),
    team: String(task.team.id),
    type: task.type,
    requester: task.requester.label,
    tags: task.tags.join(", "),
    due: task.due,
  }));
  const [version] = useState(task.version);
  return (
    <Form method="post" aria-label="Task" preventScrollReset>
      <FormErrors refusal={refusal} />
      <input type="hidden" name="form" value="fields" />
      <input type="hidden" name="version" value={version} />
      {Object.entries(was).map(([name, value]) => (
        <input key={name} type="hidden" name={`was_${name}`} value={value} />
      ))}
      {conflicts.map((conflict) => (
        <ConflictChoice key={conflict.field} conflict={conflict} />
      ))}
      <SelectField label={LABELS.status} name="status" defaultValue={was.status} refusal={refusal}>
        {withOwn(task.choices, refusal?.values.status).map((key) => (
          <option key={key} value={key}>
            {statusOf(key).name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={LABELS.priority}
        name="priority"
        defaultValue={was.priority}
        choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
        refusal={refusal}
      />
      <SelectField
        label={LABELS.assignee}
        name="assignee"
        none="Nobody"
        defaultValue={was.assignee}
        choices={assigneeChoices(task)}
        refusal={refusal}
      />
      <SelectField
        label={LABELS.team}
        name="team"
        defaultValue={was.team}
        choices={task.teams.map(({ id, name }) => ({ value: id, label: name }))}
        refusal={refusal}
      />
      <SelectField
        label={LABELS.type}
        name="type"
        defaultValue={was.type}
        choices={TYPES.map(({ key, name }) => ({ value: key, label: name }))}
        refusal={refusal}
      />
      <TextField label={LABELS.tags} name="tags" defaultValue={was.tags} refusal={refusal} autoComplete="off" />
      <TextField label={LABELS.due} name="due" type="date" max="9999-12-31" defaultValue={was.due} refusal={refusal} />
      <TextField
        label={LABELS.requester}
        name="requester"
        defaultValue={was.requester}
        refusal={refusal}
        autoComplete="off"
      />
      <TextField label={LABELS.title} name="title" required defaultValue={was.title} refusal={refusal} />
      <Button>Save changes</Button>
    </Form>
  );
}

/** Choices, and what was chosen before it ceased to be one: shown again, it can be seen and changed. */
function withOwn(choices: AgentTask["choices"], chosen: string | undefined) {
  const missing = chosen !== undefined && !choices.some((key) => key === chosen);
  return missing && isStatusKey(chosen) ? [...choices, chosen] : choices;
}

/** Who may be assignee; the present one too, even when they no longer could become it. */
function assigneeChoices({ assignable, assignee }: AgentTask) {
  const listed = assignee === null || assignable.some(({ id }) => id === assignee.id);
  const people = listed ? assignable : [assignee, ...assignable];
  return people.map(({ id, name }) => ({ value: id, label: name }));
}

/** Somebody else changed the same field meanwhile: both values, and whose it is to be. */
function ConflictChoice({ conflict: { field, mine, theirs } }: { conflict: Conflict }) {
  return (
    <fieldset className="field">
      <legend className="field-label">{LABELS[field]}: somebody else changed this too</legend>
      <label className="checkbox">
        <input type="radio" name={`keep_${field}`} value="theirs" />
        <span>
          Keep theirs: <b>{theirs || "none"}</b>
        </span>
      </label>
      <label className="checkbox">
        <input type="radio" name={`keep_${field}`} value="mine" defaultChecked />
        <span>
          Use mine: <b>{mine || "none"}</b>
        </span>
      </label>
    </fieldset>
  );
}
