import type { ComponentProps } from "react";
import { ActionFields, type Named } from "~/features/actions/action-fields";
import type { TypedActions } from "~/features/actions/actions";
import { NamedReaders, Recipients } from "~/features/conversation/sending/recipients";
import type { Recipient } from "~/features/conversation/sending/recipients.server";
import type { PutAway } from "~/features/trash/trash";
import type { Refusal } from "~/lib/refusal";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextArea } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { SendButton, sendOnHotkey } from "~/ui/send-button";
import type { MacroKind } from "./macros";
import * as say from "./macros-copy";

const MacroList = ({
  taskId,
  macros,
}: {
  taskId: number;
  macros: readonly { id: number; name: string; does: string }[];
}) => (
  <ul className="macro-list" data-prefetch="intent">
    {macros.map(({ id, name, does }) => (
      <li key={id}>
        <a className="row-link" href={`/tasks/${taskId}/macros?macro=${id}`}>
          {name}
        </a>
        <p className="bulk-small">{does}</p>
      </li>
    ))}
  </ul>
);

type MacroPartsProps = Pick<UseMacroProps, "refusal" | "asks"> & {
  task: { id: number };
  macros: ComponentProps<typeof MacroList>["macros"];
  /** The chosen macro, filled in; null while there is none. */
  use: Omit<UseMacroProps, "taskId" | "refusal" | "asks"> | null;
};

/** The macros to choose from, or the chosen one. */
export function MacroParts({ task, macros, use, refusal, asks }: MacroPartsProps) {
  if (use) return <UseMacroForm taskId={task.id} {...use} refusal={refusal} asks={asks} />;
  if (macros.length > 0) return <MacroList taskId={task.id} macros={macros} />;
  return (
    <EmptyState title={say.noMacrosYet} action={<ButtonLink href="/macros/new">{say.addMacro}</ButtonLink>}>
      {say.noMacrosHint}
    </EmptyState>
  );
}

const SENDING: Record<MacroKind, string> = { reply: say.sendReply, note: say.addNote, none: say.changeTask };

type UseMacroProps = {
  taskId: number;
  kind: MacroKind;
  text: string;
  /** Why the text can't be sent yet; null if it can. */
  missing: string | null;
  actions: TypedActions;
  /** The writer's draft, which comes before the macro's text. */
  draft: { at: number; files: number } | null;
  recipients: readonly Recipient[];
  seen: string;
  readers: string;
  agents: readonly Named[];
  teams: readonly Named[];
  /** Whether the viewer may move this task to trash, spam or both. */
  puttingAway: readonly PutAway[];
  requestKey: string;
  refusal: Refusal | null | undefined;
  asks: boolean;
};

/** Shows the filled-in macro for review before anything is sent or changed. */
function UseMacroForm({
  taskId,
  kind,
  text,
  missing,
  actions,
  draft,
  recipients,
  seen,
  readers,
  agents,
  teams,
  puttingAway,
  requestKey,
  refusal,
  asks,
}: UseMacroProps) {
  const looks = kind === "note" ? "composer composer-note" : kind === "reply" ? "composer composer-reply" : "form";
  return (
    <PageForm className={`${looks} use-macro`} aria-label={SENDING[kind]} onKeyDown={sendOnHotkey}>
      <FormErrors refusal={refusal} />
      {missing && !refusal && <Notice kind="warning">{missing}</Notice>}
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <input type="hidden" name="kind" value={kind} />
      {kind === "reply" && <Recipients people={recipients} />}
      {kind !== "none" && (
        <>
          <input type="hidden" name="seen" value={seen} />
          {kind === "reply" && <NamedReaders readers={readers} refusal={refusal} bodyField="body" />}
          {draft && <input type="hidden" name="draft" value={draft.at} />}
          <TextArea
            label={kind === "reply" ? say.yourReply : say.yourNote}
            name="body"
            rows={10}
            required
            defaultValue={text}
            refusal={refusal}
            hint={draft && (draft.files > 0 ? say.startsWithDraftAndFiles : say.startsWithYourDraft)}
          />
        </>
      )}
      <ActionFields {...{ actions, agents, teams, puttingAway, refusal }} />
      <div className="buttons">
        <SendButton look="primary" {...(asks && { name: "anyway", value: "yes" })}>
          {asks ? say.sendAnyway : SENDING[kind]}
        </SendButton>
        <ButtonLink look="quiet" href={`/tasks/${taskId}`}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}
