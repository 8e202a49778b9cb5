import { type FormEvent, type ReactNode, useState } from "react";
import { FileField } from "~/features/conversation/attachments/file-field.island";
import { OtherDraft } from "~/features/conversation/drafts/draft-notices";
import { type Drafted, DraftLine, useResetKey } from "~/features/conversation/drafts/draft-status.island";
import { MessageField } from "~/features/conversation/messages/message-field";
import type { CreatedAlready } from "~/features/conversation/sending/sent-already.server";
import { OptionalCustomFields, ShowFieldsButton } from "~/features/custom-fields/custom-fields-section";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { AssigneeField } from "~/features/people/assignee-field.island";
import { TagsField } from "~/features/tasks/tags-field.island";
import { CONFIDENTIAL, DEFAULT_PRIORITY, PRIORITIES } from "~/features/tasks/tasks";
import * as terms from "~/features/tasks/tasks-copy";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { CheckField, SelectField, TextField } from "~/ui/field";
import { Icon, type IconName } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { Time } from "~/ui/time";
import * as say from "./new-task-copy";
import type { OfferedType, OfferedTypes } from "./type-defaults.server";

/** Warns that the same task was already created. `now` in UTC milliseconds. */
function CreatedNotice({ created, now }: { created: Omit<CreatedAlready, "ok">; now: number }) {
  return (
    <>
      <Notice kind="warning" answers={created}>
        {say.duplicateTask(
          <a href={`/tasks/${created.taskId}`}>#{created.taskId}</a>,
          <Time at={created.at} now={now} />,
        )}
      </Notice>
      <input type="hidden" name="anyway" value="yes" />
    </>
  );
}

/**
 * Rarely needed fields, collapsed. `needed`: one has a value or an error. Input into one, such as from a restored draft,
 * opens them too.
 */
function MoreFields({ needed, children }: { needed: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(needed);
  function onInput({ target }: FormEvent) {
    if (target instanceof HTMLInputElement && (target.type === "checkbox" ? target.checked : target.value !== ""))
      setOpen(true);
  }
  return (
    <details
      className="more-fields"
      open={isOpen || needed}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onInput={onInput}
    >
      <summary>{say.moreFields}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}

type TaskFormProps = {
  /** Random. Sending it twice creates one task. */
  requestKey: string;
  refusal: Refusal | null | undefined;
  drafted: Drafted;
  /** The identical task, once the writer was warned about it. */
  created: Omit<CreatedAlready, "ok"> | null;
  /** The custom fields this person may fill in. */
  fields: readonly FieldDefinition[];
  offered: OfferedTypes;
  /** Agent-only fields; null for a requester. */
  inner: {
    agents: readonly { id: number; name: string }[];
    teams: readonly { id: number; name: string }[];
    /** The default team. The type or the writer can choose another. */
    defaultTeam: number | undefined;
    /** Suggested requesters, in the format the field accepts. */
    people: readonly string[];
    requester: string;
    parent: { id: number; title: string; type: string; team: number; confidential: boolean } | null;
    /** Why the requested parent can't have sub-tasks. */
    noParent: string | null;
  } | null;
};

/** Whether a rarely needed field has a value or an error. */
function isSeldomNeeded(refusal: Refusal | null | undefined): boolean {
  const { cc = "", confidential = "" } = refusal?.values ?? {};
  const refused = refusal?.errors.cc ?? refusal?.errors.confidential;
  return cc !== "" || confidential.includes("yes") || refused !== undefined;
}

/** New-task form. Requesters describe their request; agents also set requester, assignee and so on. */
export function TaskForm({ requestKey, refusal, drafted, created, fields, offered, inner }: TaskFormProps) {
  const { types, chosen, decides } = offered;
  const type = inner?.parent?.type ?? chosen?.type ?? types[0]?.key ?? "";
  const asked = inner ? undefined : askedOnce(types, chosen?.type);
  const asking = (asked ? [asked] : types).filter(({ asksPriority }) => asksPriority);
  const [beginning, resetForm] = useResetKey();
  return (
    <PageForm
      key={`${beginning} ${chosen?.type}`}
      encType="multipart/form-data"
      data-keeps-draft
      className="form"
      aria-label={inner ? say.newTask : say.newRequest}
    >
      <FormErrors refusal={refusal} />
      <OtherDraft {...{ drafted, refusal }} />
      {created && <CreatedNotice created={created} now={drafted.now} />}
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      {asked && <ChosenType type={asked} isOnly={types.length === 1} />}
      {inner?.parent && (
        <Notice>
          {say.becomesSubTaskOf(<a href={`/tasks/${inner.parent.id}`}>#{inner.parent.id}</a>, inner.parent.title)}
          <input type="hidden" name="parent" value={inner.parent.id} />
        </Notice>
      )}
      {inner?.noParent && <Notice kind="warning">{say.becomesSeparateTask(inner.noParent)}</Notice>}
      {inner && (
        <>
          <TextField
            label={terms.requester}
            name="requester"
            list="people"
            defaultValue={inner.requester}
            hint={say.requesterHint}
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
      <TextField
        label={terms.title}
        name="title"
        required
        defaultValue={chosen?.title}
        refusal={refusal}
        autoComplete="off"
      />
      <MessageField
        label={say.description}
        name="body"
        rows={8}
        required
        defaultValue={chosen?.body}
        refusal={refusal}
      />
      {(!asked || asking.length > 0) && (
        <div className="form-row">
          {!asked && (
            <SelectField
              label={terms.type}
              name="type"
              defaultValue={type}
              choices={types.map(({ key, name }) => ({ value: key, label: name }))}
              refusal={refusal}
            />
          )}
          {(inner || asking.length > 0) && (
            <SelectField
              label={terms.priority}
              name="priority"
              {...(decides || !inner ? { none: say.defaultForType } : { defaultValue: DEFAULT_PRIORITY })}
              {...(!inner &&
                !asked &&
                asking.length < types.length && { hint: say.appliesTo(asking.map(({ name }) => name).join(", ")) })}
              choices={PRIORITIES.map(({ key, name }) => ({ value: key, label: name }))}
              refusal={refusal}
            />
          )}
          {inner && (
            <>
              <AssigneeField
                label={terms.assignee}
                name="assignee"
                none={terms.unassigned}
                choices={inner.agents.map(({ id, name }) => ({ value: id, label: name }))}
                refusal={refusal}
              />
              <SelectField
                label={terms.team}
                name="team"
                {...(decides ? { none: say.defaultForType } : { defaultValue: inner.defaultTeam })}
                {...(inner.parent && { defaultValue: inner.parent.team })}
                choices={inner.teams.map(({ id, name }) => ({ value: id, label: name }))}
                refusal={refusal}
              />
            </>
          )}
        </div>
      )}
      {inner && (
        <div className="form-row">
          <TagsField label={terms.tags} name="tags" hint={say.tagsHint} refusal={refusal} />
          <TextField label={terms.due} name="due" type="date" max="9999-12-31" refusal={refusal} />
        </div>
      )}
      <OptionalCustomFields fields={fields} values={{}} type={type} refusal={refusal} />
      {inner && (
        <MoreFields needed={isSeldomNeeded(refusal) || inner.parent?.confidential === true}>
          <TextField label={terms.inCopy} name="cc" hint={say.inCopyHint} autoComplete="off" refusal={refusal} />
          <CheckField
            label={terms.confidential}
            name="confidential"
            defaultChecked={inner.parent?.confidential ?? false}
            hint={`${inner.parent?.confidential ? `${say.sameAsParent(inner.parent.id)} ` : ""}${CONFIDENTIAL.works} ${CONFIDENTIAL.unmarks}`}
            refusal={refusal}
          />
        </MoreFields>
      )}
      <FileField place={drafted.place} files={drafted.draft?.files ?? []} deleted={drafted.deleted} refusal={refusal} />
      {refusal?.errors.confidential && <input type="hidden" name="evenIfShutOut" value="yes" />}
      <div className="buttons">
        <Button look="primary">{created ? say.createAnyway : inner ? say.createTask : say.createRequest}</Button>
        <ShowFieldsButton fields={fields} />
        <ButtonLink look="quiet" href="/tasks">
          {say.cancel}
        </ButtonLink>
      </div>
      <DraftLine {...{ drafted, resetForm }} />
    </PageForm>
  );
}

/** The type that the requester has chosen, or the only one: it isn't asked again. */
const askedOnce = (types: readonly OfferedType[], chosen: string | undefined) =>
  types.length === 1 ? types[0] : types.find(({ key }) => key === chosen);

const ChosenType = ({ type: { key, name, description, icon }, isOnly }: { type: OfferedType; isOnly: boolean }) => (
  <div className="chosen-type">
    <input type="hidden" name="type" value={key} />
    <h2>
      {icon && <Icon name={icon as IconName} />}
      {name}
    </h2>
    {!isOnly && <a href="/tasks/new">{say.changeType}</a>}
    {description && <p>{description}</p>}
  </div>
);
