import { useRef, useState } from "react";
import { OptionalCustomFields, ShowFieldsButton } from "~/features/custom-fields/custom-fields-section";
import { fieldName } from "~/features/custom-fields/field-name";
import { AssigneeField } from "~/features/people/assignee-field.island";
import { MarkUnread } from "~/features/task-list/seen-form";
import { ConflictChoices } from "~/features/tasks/concurrency/conflict-choices";
import { fieldLabel } from "~/features/tasks/field-labels";
import type { Unfinished } from "~/features/tasks/status/resolution-blockers.server";
import { SnoozeField } from "~/features/tasks/status/snooze-field";
import { ResolveAnyway, UnfinishedNotice } from "~/features/tasks/status/unfinished-work-notice";
import { TagsField } from "~/features/tasks/tags-field.island";
import { CONFIDENTIAL, isStatusKey, PRIORITIES, statusOf, types } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import { PUT_AWAY, PUTS_AWAY } from "~/features/trash/trash";
import type { Conflict } from "~/lib/merge-field";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextField } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { goToSnooze } from "./go-to-snooze";
import { useBasis, useChoices } from "./optimistic-task";
import { useSavedFields } from "./save-fields";
import * as say from "./task-page-copy";
import type { AgentTask } from "./task-read.server";

/** Id of the form of the buttons that move the task away: HTML can't put it inside the form of fields. */
export const PUT_AWAY_FORM = "put-away";

/** Fields shown at once; the others are behind "More". */
const OFTEN = ["status", "assignee", "priority", "team", "due", "tags"];

/**
 * The form of a task's fields for agents. With scripts, each field saves itself. It sends the version and the values it
 * started with (`was_…`): other people's changes are never overwritten unseen. The version stays fixed until the form
 * resets, even when the page reloads.
 */
export function TaskFields({
  task,
  now,
  requestKey,
  refusal: refused,
  conflicts,
  unfinished,
  shutsOut,
  more,
  asRequesterHref,
}: {
  task: AgentTask;
  /** UTC milliseconds. */
  now: number;
  requestKey: string;
  refusal: Refusal | null | undefined;
  conflicts: readonly Conflict[];
  unfinished: Unfinished | null;
  /** The writer was just warned that saving removes their access. */
  shutsOut: boolean;
  /** Whether "More" is open: it stays so when the form resets. */
  more: { isOpen: boolean; set: (isOpen: boolean) => void };
  /** The page with `?as=requester`. */
  asRequesterHref: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  const told = conflicts.map(({ field }) => field);
  const { was, shown } = useBasis(form, fieldsOf(task), refused?.values, told);
  const [definitions] = useState(task.custom.fields);
  const refusal = refused && { ...refused, values: { ...refused.values, ...shown }, asked: told };
  const [version] = useState(task.version);
  const labelOf = (name: string) => definitions.find(({ key }) => fieldName(key) === name)?.label ?? fieldLabel(name);
  const statuses = useChoices(statusChoices(task, refusal?.values.status), was.status);
  const people = useChoices(assigneeChoices(task), was.assignee);
  const teams = useChoices(
    task.teams.map(({ id, name }) => ({ value: id, label: name })),
    was.team,
  );
  const isHeld = Boolean(refused);
  const saveAll = useRef<(() => void) | null>(null);
  const [isUnsaved, tell] = useState(false);
  const [isBrowsed, tellBrowsed] = useState(false);
  useSavedFields({ form, isHeld, tell, tellBrowsed, saveAll });
  const answered = [...Object.keys(refused?.errors ?? {}), ...Object.keys(refused?.suggestions ?? {}), ...told];
  const isMoreOpen = more.isOpen || refused?.parked !== undefined || answered.some((name) => !OFTEN.includes(name));
  return (
    <PageForm aria-label={terms.task} data-keeps-scroll data-saves-itself="" ref={form}>
      {unfinished ? <UnfinishedNotice unfinished={unfinished} /> : <FormErrors refusal={refusal} labelOf={labelOf} />}
      <input type="hidden" name="form" value="fields" />
      <input type="hidden" name="version" value={version} />
      <RequestKeyField requestKey={requestKey} refusal={refused} />
      {Object.entries(was).map(([name, value]) => (
        <input key={name} type="hidden" name={`was_${name}`} value={value} />
      ))}
      {conflicts.length > 0 && <ConflictChoices conflicts={conflicts} viewerId={task.viewerId} now={now} />}
      <SelectField
        label={fieldLabel("status")}
        name="status"
        data-key="s"
        data-command={fieldLabel("status")}
        defaultValue={was.status}
        onChange={statuses.follow}
        refusal={refusal}
      >
        {statuses.choices.map(({ value, label }) => (
          <option key={value} value={value} data-waits={statusOf(String(value)).category === "waiting" || undefined}>
            {label}
          </option>
        ))}
      </SelectField>
      {/* For the palette, also while the field is hidden. */}
      <button type="button" hidden data-command={terms.snooze} data-anytime="" onClick={goToSnooze} />
      <AssigneeField
        taskId={task.id}
        label={fieldLabel("assignee")}
        name="assignee"
        none={terms.unassigned}
        defaultValue={was.assignee}
        choices={people.choices}
        onChange={people.follow}
        hint={task.away}
        refusal={refusal}
      />
      <SelectField
        label={fieldLabel("priority")}
        name="priority"
        data-key="p"
        data-command={fieldLabel("priority")}
        defaultValue={was.priority}
        choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
        refusal={refusal}
      />
      <SelectField
        label={fieldLabel("team")}
        name="team"
        data-command={fieldLabel("team")}
        defaultValue={was.team}
        choices={teams.choices}
        onChange={teams.follow}
        refusal={refusal}
      />
      <TextField
        label={fieldLabel("due")}
        name="due"
        type="date"
        data-command={fieldLabel("due")}
        max="9999-12-31"
        defaultValue={was.due}
        refusal={refusal}
      />
      <TagsField label={fieldLabel("tags")} name="tags" defaultValue={was.tags} refusal={refusal} />
      <details
        className="fields-more field-long"
        data-reveals=""
        open={isMoreOpen}
        onToggle={({ currentTarget }) => more.set(currentTarget.open)}
      >
        <summary data-command="">{say.more}</summary>
        <div className="fields-more-list">
          <SnoozeField
            label={fieldLabel("snooze")}
            was={was.snooze}
            current={task.snooze}
            choices={task.snoozeChoices}
            now={now}
            refusal={refusal}
          />
          <SelectField
            label={fieldLabel("type")}
            name="type"
            defaultValue={was.type}
            choices={types()
              .filter(({ key, enabled }) => enabled || key === was.type)
              .map(({ key, name }) => ({ value: key, label: name }))}
            refusal={refusal}
          />
          <TextField
            label={fieldLabel("title")}
            name="title"
            data-key="e"
            data-command={say.editTitle}
            className="field-long"
            required
            defaultValue={was.title}
            refusal={refusal}
          />
          <TextField
            label={fieldLabel("requester")}
            name="requester"
            className="field-long"
            defaultValue={was.requester}
            refusal={refusal}
            autoComplete="off"
          />
          <CheckField
            label={fieldLabel("confidential")}
            name="confidential"
            className="field-long"
            defaultChecked={was.confidential === "yes"}
            disabled={was.confidential === "yes" && !task.mayUnmark}
            hint={[
              ...(was.confidential === "yes" && !task.mayUnmark ? [] : [CONFIDENTIAL.works]),
              ...(task.mayUnmark ? [] : [CONFIDENTIAL.unmarks]),
            ].join(" ")}
            refusal={refusal}
          />
          <OptionalCustomFields fields={definitions} values={task.custom.values} type={was.type} refusal={refusal} />
          <div className="buttons field-long">
            <MarkUnread taskId={task.id} />
            {PUT_AWAY.filter((kind) => kind === "spam" || task.mayUnmark).map((kind) => (
              <Button key={kind} data-command="" look="quiet" form={PUT_AWAY_FORM} name="as" value={kind}>
                {PUTS_AWAY[kind]}
              </Button>
            ))}
            <ButtonLink data-command="" data-prefetch="none" look="quiet" href={asRequesterHref}>
              {say.viewAsRequester}
            </ButtonLink>
          </div>
        </div>
      </details>
      <p className="unseen" role="status">
        {isBrowsed && say.enterSavesEscRestores}
      </p>
      {/* Keeps earlier confirmations while asking for another one. */}
      {(shutsOut || refused?.values.evenIfShutOut) && <input type="hidden" name="evenIfShutOut" value="yes" />}
      {refused?.values.confirm && <input type="hidden" name="confirm" value="yes" />}
      <div className="task-save" data-needed={isHeld || isUnsaved || undefined}>
        <Button
          onClick={(event) => {
            if (isHeld || !saveAll.current) return;
            event.preventDefault();
            saveAll.current();
          }}
        >
          {shutsOut ? say.saveAndLoseAccess : say.saveChanges}
        </Button>
        <ShowFieldsButton fields={definitions} />
        {unfinished && <ResolveAnyway>{say.resolveAnyway}</ResolveAnyway>}
        {refused?.parked && (
          <Button look="quiet" name="do" value="discard" formNoValidate>
            {say.discard}
          </Button>
        )}
      </div>
    </PageForm>
  );
}

/** A task's fields as form values. */
const fieldsOf = (task: AgentTask) => ({
  title: task.title,
  status: task.status,
  priority: task.priority,
  assignee: String(task.assignee?.id ?? ""),
  team: String(task.team.id),
  type: task.type,
  requester: task.requester.label,
  tags: task.tags.join(", "),
  due: task.due,
  snooze: task.snooze,
  confidential: task.confidential ? "yes" : "no",
});

/**
 * The next possible statuses, plus the chosen one if it no longer is possible, so that it's visible and can be changed.
 */
function statusChoices({ choices }: AgentTask, chosen: string | undefined) {
  const isMissing = chosen !== undefined && isStatusKey(chosen) && !choices.includes(chosen);
  return (isMissing ? [...choices, chosen] : choices).map((key) => ({ value: key, label: statusOf(key).name }));
}

/** The assignable people, plus the current assignee even if no longer assignable. */
function assigneeChoices({ assignable, assignee }: AgentTask) {
  const listed = assignee === null || assignable.some(({ id }) => id === assignee.id);
  const people = listed ? assignable : [assignee, ...assignable];
  return people.map(({ id, name }) => ({ value: id, label: name }));
}
