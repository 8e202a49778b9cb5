import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useRequestKey } from "~/ui/page-form";
import { FoldedSection } from "~/ui/page-header";
import { Time } from "~/ui/time";
import { OneFieldForm } from "../one-field-form";
import * as say from "../task-details-copy";
import { CHECKLIST_LIMITS, type ChecklistItem } from "../tasks";
import * as terms from "../tasks-copy";

type Props = {
  label: string;
  button: string;
  /** The item to rename; absent for a new one. */
  item?: { id: number; text: string };
  requestKey: string;
  refusal: Refusal | null | undefined;
};

function ItemForm({ label, button, item, requestKey, refusal }: Props) {
  const key = useRequestKey({ requestKey, refusal });
  return (
    <OneFieldForm
      form="checklist"
      className="field-line checklist-form"
      title={button}
      button={button}
      requestKey={key}
      refusal={refusal}
      emptiedBy={item ? item.id : key} // cleared by saving this item, not by another person adding one
      id={item ? `item-${item.id}-text` : "new-item"}
      label={label}
      name="text"
      defaultValue={item?.text}
      maxLength={CHECKLIST_LIMITS.text * 2}
    >
      {item && (
        <>
          <input type="hidden" name="item" value={item.id} />
          <input type="hidden" name="was" value={item.text} />
        </>
      )}
    </OneFieldForm>
  );
}

type ItemsProps = {
  taskId: number;
  items: readonly ChecklistItem[];
  /** UTC milliseconds. */
  now: number;
  requestKey: string;
  /** Refused text; `values.item` names the item and is missing for a new one. */
  refusal: Refusal | null | undefined;
};

function ChecklistItems({ taskId, items, now, requestKey, refusal }: ItemsProps) {
  const refusedItem = refusal?.values.item;
  return (
    <ul>
      {items.map((item, index) => (
        <li key={item.id} id={`item-${item.id}`}>
          <Item
            {...{ taskId, item, now, requestKey }}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            refusal={refusedItem === String(item.id) ? refusal : null}
          />
        </li>
      ))}
    </ul>
  );
}

type ItemProps = Omit<ItemsProps, "items"> & { item: ChecklistItem; isFirst: boolean; isLast: boolean };

function Item({ taskId, item: { id, text, done }, now, requestKey, refusal, isFirst, isLast }: ItemProps) {
  const verb = done ? "untick" : "tick";
  return (
    <>
      <form method="post" action={`/tasks/${taskId}/checklist`} data-keeps-scroll>
        <button type="submit" className="checklist-box" name={verb} value={id} aria-pressed={done !== null}>
          <span className="checklist-mark" aria-hidden="true">
            {done && <Icon name="check" />}
          </span>
          <span className="checklist-text">{text}</span>
        </button>
        {done && (
          <span className="checklist-done">
            {done.by}, <Time at={done.at} now={now} />
          </span>
        )}
      </form>
      <details open={refusal ? true : undefined}>
        <summary>
          {say.edit}
          <span className="unseen"> “{text}”</span>
        </summary>
        <ItemForm
          label={say.itemText}
          button={say.saveItem}
          item={{ id, text }}
          requestKey={requestKey}
          refusal={refusal}
        />
        <form method="post" action={`/tasks/${taskId}/checklist`} className="buttons" data-keeps-scroll>
          {!isFirst && (
            <Button look="quiet" name="up" value={id}>
              {say.moveUp}
            </Button>
          )}
          {!isLast && (
            <Button look="quiet" name="down" value={id}>
              {say.moveDown}
            </Button>
          )}
          <Button look="quiet" name="remove" value={id}>
            {say.remove}
          </Button>
        </form>
      </details>
    </>
  );
}

export function Checklist({ taskId, items, now, requestKey, refusal }: ItemsProps) {
  const done = items.filter((item) => item.done !== null).length;
  return (
    <FoldedSection
      className="checklist"
      title={terms.checklist}
      id="checklist"
      count={items.length > 0 && say.itemsDone(done, items.length)}
      opens={Boolean(refusal)}
    >
      {items.length > 0 && <ChecklistItems {...{ taskId, items, now, requestKey, refusal }} />}
      {items.length < CHECKLIST_LIMITS.items && (
        <ItemForm
          label={say.newItem}
          button={say.addItem}
          requestKey={requestKey}
          refusal={refusal?.values.item === undefined ? refusal : null}
        />
      )}
    </FoldedSection>
  );
}
