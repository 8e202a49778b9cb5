import type { ComponentProps } from "react";
import { isStatusKey, offeredStatuses, PRIORITIES, statusOf, TASK_LIMITS, types } from "~/features/tasks/tasks";
import { PUT_AWAY, PUTS_AWAY, type PutAway } from "~/features/trash/trash";
import type { Refusal } from "~/lib/refusal";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { actionTexts, type TypedActions } from "./actions";
import * as say from "./actions-copy";

/** Offered statuses, plus the chosen one if it was retired since. */
function statusChoices(chosen: string | undefined) {
  const offered = offeredStatuses();
  const isMissing = chosen !== undefined && isStatusKey(chosen) && !offered.some(({ key }) => key === chosen);
  return (isMissing ? [...offered, statusOf(chosen)] : offered).map(({ key, name }) => ({ value: key, label: name }));
}

/** Offered types, plus the chosen one if it was retired since. */
const typeChoices = (chosen: string | undefined) =>
  types().flatMap(({ key, name, enabled }) => (enabled || key === chosen ? { value: key, label: name } : []));

export type Named = { id: number; name: string };

/** Fields for actions on tasks. Each defaults to no change. */
export function ActionFields({
  actions = {},
  agents,
  teams,
  puttingAway,
  refusal,
}: {
  actions?: TypedActions;
  agents: readonly Named[];
  teams: readonly Named[];
  /** Whether the viewer may move tasks to trash, spam or both. */
  puttingAway: readonly PutAway[];
  refusal: Refusal | null | undefined;
}) {
  const texts = actionTexts(actions);
  const field = (name: keyof typeof texts, label: string) => ({ name, label, defaultValue: texts[name], refusal });
  const select = (name: keyof typeof texts, label: string) => ({ ...field(name, label), none: say.leaveAsItIs });
  return (
    <div className="action-fields">
      <SelectField {...select("status", say.status)} choices={statusChoices(actions.status)} />
      <SelectField
        {...select("priority", say.priority)}
        choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
      />
      <SelectField {...select("assignee", say.assignee)}>
        <option value="me">{say.me}</option>
        <option value="none">{say.unassigned}</option>
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField {...select("team", say.team)} choices={teams.map(({ id, name }) => ({ value: id, label: name }))} />
      <SelectField {...select("type", say.type)} choices={typeChoices(actions.type)} />
      <TextField {...field("dueIn", say.dueIn)} hint={say.dueInHint} maxLength={10} autoComplete="off" />
      <SelectField
        {...select("putAway", puttingAway.includes("trash") ? say.trashOrSpam : say.spam)}
        choices={PUT_AWAY.filter((kind) => puttingAway.includes(kind) || kind === actions.putAway).map((kind) => ({
          value: kind,
          label: PUTS_AWAY[kind],
        }))}
      />
      <TagsField {...field("addTags", say.addTags)} />
      <TagsField {...field("removeTags", say.removeTags)} />
      <TextField {...field("addParticipants", say.addParticipants)} hint={say.peopleHint} autoComplete="off" />
      <TextField {...field("addWatchers", say.addWatchers)} hint={say.peopleHint} autoComplete="off" />
      <TextArea {...field("setFields", say.setFields)} hint={say.setFieldsHint} rows={2} />
    </div>
  );
}

const TagsField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    {...field}
    hint={say.tagsHint}
    maxLength={TASK_LIMITS.tags * TASK_LIMITS.tag}
    autoCapitalize="none"
    spellCheck={false}
    autoComplete="off"
  />
);
