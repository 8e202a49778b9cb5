import { isStatusKey, offeredStatuses, PRIORITIES, statusOf, TASK_LIMITS } from "~/features/tasks/tasks";
import { PUT_AWAY, PUTS_AWAY, type PutAway } from "~/features/trash/trash";
import type { Refusal } from "~/lib/refusal";
import { SelectField, TextField } from "~/ui/field";
import { type Actions, actionTexts } from "./actions";
import * as say from "./actions-copy";

/** Offered statuses, plus the chosen one if it was retired since. */
function statusChoices(chosen: string | undefined) {
  const offered = offeredStatuses();
  const isMissing = chosen !== undefined && isStatusKey(chosen) && !offered.some(({ key }) => key === chosen);
  return (isMissing ? [...offered, statusOf(chosen)] : offered).map(({ key, name }) => ({ value: key, label: name }));
}

export type Named = { id: number; name: string };

/** Fields for actions on tasks. Each defaults to no change. */
export function ActionFields({
  actions = {},
  agents,
  teams,
  puttingAway,
  refusal,
}: {
  actions?: Actions;
  agents: readonly Named[];
  teams: readonly Named[];
  /** Whether the viewer may move tasks to trash, spam or both. */
  puttingAway: readonly PutAway[];
  refusal: Refusal | null | undefined;
}) {
  const texts = actionTexts(actions);
  const leave = say.leaveAsItIs;
  return (
    <div className="action-fields">
      <SelectField
        label={say.status}
        name="status"
        none={leave}
        defaultValue={texts.status}
        refusal={refusal}
        choices={statusChoices(actions.status)}
      />
      <SelectField
        label={say.priority}
        name="priority"
        none={leave}
        defaultValue={texts.priority}
        refusal={refusal}
        choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <SelectField label={say.assignee} name="assignee" none={leave} defaultValue={texts.assignee} refusal={refusal}>
        <option value="me">{say.me}</option>
        <option value="none">{say.nobody}</option>
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={say.team}
        name="team"
        none={leave}
        defaultValue={texts.team}
        refusal={refusal}
        choices={teams.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        label={puttingAway.includes("trash") ? say.trashOrSpam : say.spam}
        name="putAway"
        none={leave}
        defaultValue={texts.putAway}
        refusal={refusal}
        choices={PUT_AWAY.filter((kind) => puttingAway.includes(kind) || kind === actions.putAway).map((kind) => ({
          value: kind,
          label: PUTS_AWAY[kind],
        }))}
      />
      <TagsField label={say.addTags} name="addTags" defaultValue={texts.addTags} refusal={refusal} />
      <TagsField label={say.removeTags} name="removeTags" defaultValue={texts.removeTags} refusal={refusal} />
    </div>
  );
}

const TagsField = (field: {
  label: string;
  name: string;
  defaultValue: string;
  refusal: Refusal | null | undefined;
}) => (
  <TextField
    {...field}
    hint={say.separateTagsWithCommasOrSpaces}
    maxLength={TASK_LIMITS.tags * TASK_LIMITS.tag}
    autoCapitalize="none"
    spellCheck={false}
    autoComplete="off"
  />
);
