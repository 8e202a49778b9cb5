import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Time } from "~/ui/time";
import * as say from "./checklist-texts";
import type { ChecklistItem } from "./checklist-words";
import { ItemForm } from "./item-form";

export type ItemsProps = {
  taskId: number;
  items: readonly ChecklistItem[];
  /** UTC milliseconds. */
  now: number;
  requestKey: string;
  /** Of words that were refused; `values.item` says of which step, and is missing for a new one. */
  refusal: Refusal | null | undefined;
};

/** The steps, each to be ticked, and to be changed for who opens it. */
export function ChecklistItems({ taskId, items, now, requestKey, refusal }: ItemsProps) {
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
          {say.change}
          <span className="unseen"> “{text}”</span>
        </summary>
        <ItemForm
          label={say.words}
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
