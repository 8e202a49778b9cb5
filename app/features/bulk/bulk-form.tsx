import { ActionFields, type Named } from "~/features/actions/action-fields";
import { formatNumber } from "~/lib/numbers";
import type { Refusal } from "~/lib/refusal";
import { Button, ButtonLink } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { FormErrors, PageForm, RequestKeyField } from "~/ui/page-form";
import type { BulkChoice } from "./bulk-choice.server";
import * as say from "./bulk-copy";
import { changeTasks } from "./selection-copy";

type Props = Omit<BulkChoice, "mayRestore"> & {
  back: string;
  agents: readonly Named[];
  teams: readonly Named[];
  /** Whether the whole list was chosen in the list. */
  isWhole: boolean;
  /** The macro chosen in a menu of the list; empty for none. */
  macro: string;
  requestKey: string;
  refusal: Refusal | null | undefined;
};

export function BulkForm(props: Props) {
  const {
    chosen,
    all,
    restores,
    back,
    agents,
    teams,
    macros,
    isWhole,
    macro,
    puttingAway,
    replies,
    requestKey,
    refusal,
  } = props;
  const ticked = refusal ? (refusal.values.id ?? "").split(",") : chosen.map(({ id }) => String(id));
  const does = restores ? say.restore : changeTasks;
  const which = refusal?.values.which ?? (isWhole ? "all" : "chosen"); // the whole list only by explicit choice
  return (
    <PageForm className="form bulk-form" aria-label={does}>
      <FormErrors refusal={refusal} />
      <RequestKeyField requestKey={requestKey} refusal={refusal} />
      <fieldset className="field" id="field-which">
        <legend className="field-label">{say.applyTo}</legend>
        {chosen.length > 0 && (
          <>
            <label className="checkbox">
              <input type="radio" name="which" value="chosen" defaultChecked={which === "chosen"} />
              <span>{say.selectedTasks}</span>
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
                ? say.listTooLong(all.name, formatNumber(all.most))
                : say.listWithCount(all.name, all.count)}
            </span>
          </label>
        )}
      </fieldset>
      {restores && <input type="hidden" name="putAway" value="none" />}
      {!restores && macros.length === 0 && (
        <p className="field-hint">
          {say.noMacrosYet((words) => (
            <a href="/macros/new">{words}</a>
          ))}
        </p>
      )}
      {!restores && macros.length > 0 && (
        <SelectField
          label={say.macro}
          name="macro"
          none={say.none}
          defaultValue={macro}
          refusal={refusal}
          choices={macros.map(({ id, name }) => ({ value: id, label: name }))}
          hint={say.macroHint(replies, (words) => <a href="/macros">{words}</a>)}
        />
      )}
      {!restores && <ActionFields {...{ agents, teams, puttingAway, refusal }} />}
      <div className="buttons">
        <Button look="primary">{does}</Button>
        <ButtonLink look="quiet" href={back}>
          {say.cancel}
        </ButtonLink>
      </div>
    </PageForm>
  );
}
