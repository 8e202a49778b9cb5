import { PRIORITIES, STATUSES, TASK_LIMITS } from "~/features/tasks/task-words";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { PageForm } from "~/ui/page-form";
import { RequestKeyField } from "~/ui/request-key";
import { tasksInWords } from "./bulk-words";

type Named = { id: number; name: string };

type Props = {
  /** The tasks that were ticked in the list. */
  chosen: readonly { id: number; title: string }[];
  /** The list they are from: how many tasks it has, up to one more than may be changed in one go. Null where there is none. */
  all: { name: string; count: number; most: number } | null;
  back: string;
  agents: readonly Named[];
  teams: readonly Named[];
  requestKey: string;
  refusal: Refusal | null | undefined;
};

/** Which tasks, and what becomes of each. What is left empty stays as it is. */
export function BulkForm({ chosen, all, back, agents, teams, requestKey, refusal }: Props) {
  const ticked = refusal ? (refusal.values.id ?? "").split(",") : chosen.map(({ id }) => String(id));
  const which = refusal?.values.which ?? (chosen.length > 0 ? "chosen" : "all");
  const leave = "Leave as it is";
  return (
    <PageForm className="form bulk-form" aria-label="Change tasks">
      <FormErrors refusal={refusal} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <fieldset className="field" id="field-which">
        <legend className="field-label">Which tasks</legend>
        {chosen.length > 0 && (
          <>
            <label className="checkbox">
              <input type="radio" name="which" value="chosen" defaultChecked={which === "chosen"} />
              <span>Those I have chosen</span>
            </label>
            <ul className="bulk-chosen">
              {chosen.map(({ id, title }) => (
                <li key={id}>
                  <label className="checkbox">
                    <input type="checkbox" name="id" value={id} defaultChecked={ticked.includes(String(id))} />
                    <span>
                      {title} <span className="task-id">#{id}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </>
        )}
        {all && (
          <label className="checkbox">
            <input
              type="radio"
              name="which"
              value="all"
              defaultChecked={which === "all" && all.count <= all.most}
              disabled={all.count > all.most}
            />
            <span>
              {all.count > all.most
                ? `${all.name}: more than ${all.most.toLocaleString("en")} tasks. Narrow the list to change them together.`
                : `${all.name}: ${tasksInWords(all.count)}`}
            </span>
          </label>
        )}
      </fieldset>
      <div className="bulk-fields">
        <SelectField
          label="Status"
          name="status"
          none={leave}
          refusal={refusal}
          choices={STATUSES.map(({ key, name }) => ({ value: key, label: name }))}
        />
        <SelectField
          label="Priority"
          name="priority"
          none={leave}
          refusal={refusal}
          choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
        />
        <SelectField label="Assignee" name="assignee" none={leave} refusal={refusal}>
          <option value="me">Me</option>
          <option value="none">Nobody</option>
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Team"
          name="team"
          none={leave}
          refusal={refusal}
          choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TagsField label="Add tags" name="addTags" refusal={refusal} />
        <TagsField label="Remove tags" name="removeTags" refusal={refusal} />
      </div>
      <div className="buttons">
        <Button look="primary">Change tasks</Button>
        <ButtonLink look="quiet" href={back}>
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}

const TagsField = (field: { label: string; name: string; refusal: Props["refusal"] }) => (
  <TextField
    {...field}
    maxLength={TASK_LIMITS.tags * TASK_LIMITS.tag}
    autoCapitalize="none"
    spellCheck={false}
    autoComplete="off"
  />
);
