import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { readTyped, requestKeyOf, writeTyped } from "~/features/conversation/drafts/draft-form";
import { isOpen, offeredStatuses, statusOf } from "~/features/tasks/tasks";
import { readCopy, writeCopy } from "~/lib/browser-drafts";
import type { Refusal } from "~/lib/refusal";
import { StatusMark } from "~/ui/badges";
import { Button, ButtonLink } from "~/ui/button";
import { SelectField, TextArea } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import { useRootData } from "~/ui/root-data";
import * as say from "./relations-copy";
import type { SubTask, SubTasksResult } from "./reply-to-sub-tasks.server";

/**
 * Saves the surrounding form in this browser while the agent writes, and restores it after a reload. Deletes the copy once
 * the answer is sent.
 */
function KeptAnswer({ parentId }: { parentId: number }) {
  const person = useRootData()?.session?.user.id;
  const mark = useRef<HTMLInputElement>(null);
  const sent = useRef(false);
  const [isBack, putBack] = useState(false);
  const place = `answer ${parentId}`;

  useEffect(() => {
    const form = mark.current?.form;
    if (!form || person === undefined) return;
    function keep() {
      if (!form || person === undefined) return;
      const { body, fields } = readTyped(form, "reply");
      const { child: ticked = "", ...others } = fields;
      const left = boxesOf(form).flatMap((box) => (box.checked ? [] : box.value));
      const typed = { body, fields: { ...others, ticked, left: left.join() } };
      const copy = { ...typed, requestKey: requestKeyOf(form), revision: 0, known: null, at: Date.now() };
      writeCopy(person, place, typed.body.trim() === "" ? null : copy);
    }
    const onSubmit = ({ submitter }: SubmitEvent) => {
      sent.current = submitter?.getAttribute("value") === "answer";
    };
    const copy = readCopy(person, place);
    const isWritten = readTyped(form, "reply").body.trim() !== ""; // typed before hydration, or refused
    if (isWritten) keep();
    else if (copy) {
      writeTyped(form, "reply", copy);
      // Sub-tasks added since keep the page's default.
      const [ticked, left] = [copy.fields.ticked, copy.fields.left].map((ids) => (ids ?? "").split(","));
      for (const box of boxesOf(form)) {
        if (ticked?.includes(box.value)) box.checked = true;
        if (left?.includes(box.value)) box.checked = false;
      }
      putBack(true);
    }
    form.addEventListener("input", keep);
    form.addEventListener("submit", onSubmit);
    return () => {
      form.removeEventListener("input", keep);
      form.removeEventListener("submit", onSubmit);
      if (sent.current) writeCopy(person, place, null); // a refused answer doesn't unmount the page
    };
  }, [person, place]);

  const { state } = useNavigation();
  useEffect(() => {
    if (state === "idle") sent.current = false;
  }, [state]);

  return (
    <p className={isBack ? "split-small" : "unseen"} role="status">
      <input type="hidden" ref={mark} />
      {isBack && say.draftRestored}
    </p>
  );
}

const boxesOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input[name="child"]')];

type Props = {
  parentId: number;
  subTasks: readonly SubTask[];
  /** How many more there are without agent access. */
  unseen: number;
  requestKey: string;
  refused: { refusal: Refusal; result: SubTasksResult | null; verb: string } | null;
};

/** Statuses a reply may set. The server checks for each sub-task whether it can take it. */
const after = () => offeredStatuses().filter(({ category }) => category !== "new" && category !== "closed");

/** Answers or resolves all ticked sub-tasks. */
export function SubTasksForm({ parentId, subTasks, unseen, requestKey, refused }: Props) {
  const refusal = refused?.refusal ?? null;
  const chosen = refusal ? new Set((refusal.values.child ?? "").split(",")) : null;
  return (
    <PageForm data-keeps-draft className="split" aria-label={say.allSubTasks}>
      <FormErrors refusal={refusal} />
      {refused?.result && <Outcome verb={refused.verb} {...refused.result} />}
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <fieldset className="split-messages">
        <legend className="field-label">{say.subTasksToInclude}</legend>
        {subTasks.map(({ id, title, status, requester, recipients, readers }) => (
          <label key={id} className="checkbox">
            <input
              type="checkbox"
              name="child"
              value={id}
              defaultChecked={chosen ? chosen.has(String(id)) : isOpen(status)}
            />
            <input type="hidden" name="readers" value={`${id}:${readers}`} />
            <span>
              {title} <span className="task-id">#{id}</span>{" "}
              <span className="split-small">
                {requester} · <SubTaskStatus status={status} />
              </span>{" "}
              <span className="split-small split-line">
                {say.goesTo(
                  recipients
                    .map(({ name, email, disabled }) => {
                      const goesTo = disabled ? say.disabledRecipient : say.recipient;
                      return goesTo(name, email ?? say.noAddress);
                    })
                    .join(", ") || say.noOtherRecipients,
                )}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {unseen > 0 && <p className="split-small">{say.inaccessibleSubTasks(unseen)}</p>}
      <section className="composer composer-reply" aria-label={say.answerAllSubTasks}>
        <div className="composer-title">
          <Icon name="reply" />
          <h2>{say.answerAllSubTasks}</h2> <span>{say.answerAllHint}</span>
        </div>
        <TextArea label={say.yourAnswer} name="body" refusal={refusal} />
        <KeptAnswer parentId={parentId} />
        <div className="buttons">
          <Button look="primary" name="form" value="answer">
            {say.sendToSelected}
          </Button>
          <SelectField label={say.statusAfterTheAnswer} name="after" defaultValue="" refusal={refusal}>
            <option value="">{say.teamDefault}</option>
            <option value="keep">{say.keepCurrentStatus}</option>
            {after().map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </section>
      <div className="buttons">
        {refusal?.asked?.includes("unsent") && <input type="hidden" name="unsent" value="yes" />}
        <Button name="form" value="resolve">
          {say.resolveSelected}
        </Button>
        <ButtonLink look="quiet" href={`/tasks/${parentId}`}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}

function Outcome({ verb, done, skipped }: SubTasksResult & { verb: string }) {
  return (
    <Notice kind="warning">
      {done.length > 0 ? (
        <p>{say.doneAndSkipped(verb, done.map((id) => `#${id}`).join(", "))}</p>
      ) : (
        <p>{say.allSubTasksSkipped}</p>
      )}
      <ul>
        {skipped.map(({ id, why }) => (
          <li key={id}>
            <a href={`/tasks/${id}`}>#{id}</a> {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function SubTaskStatus({ status }: Pick<SubTask, "status">) {
  const { category, name, colour } = statusOf(status);
  return <StatusMark category={category} name={name} colour={colour} />;
}
