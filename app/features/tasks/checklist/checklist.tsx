import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { Icon } from "~/ui/icon";
import { PageForm } from "~/ui/page-form";
import { SectionHeader } from "~/ui/page-header";
import { useRequestKey } from "~/ui/request-key";
import { Time } from "~/ui/time";
import { CHECKLIST_LIMITS, type ChecklistItem } from "./checklist-words";

type Props = {
  taskId: number;
  items: readonly ChecklistItem[];
  /** UTC milliseconds. */
  now: number;
  requestKey: string;
  /** Of a text that was refused; `values.item` says of which item, and is missing for a new one. */
  refusal: Refusal | null | undefined;
};

/** What is to be done before the task is, in steps that can be ticked. */
export function Checklist({ taskId, items, now, requestKey, refusal }: Props) {
  const refusedItem = refusal?.values.item;
  const done = items.filter((item) => item.done !== null).length;
  return (
    <section className="checklist" aria-labelledby="checklist">
      <SectionHeader title="Checklist" id="checklist">
        {items.length > 0 && (
          <span className="checklist-count">
            {done} of {items.length} done
          </span>
        )}
      </SectionHeader>
      {items.length > 0 && (
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
      )}
      {items.length < CHECKLIST_LIMITS.items && (
        <ItemForm
          label="New item"
          button="Add item"
          requestKey={requestKey}
          refusal={refusedItem === undefined ? refusal : null}
        />
      )}
    </section>
  );
}

type ItemProps = Omit<Props, "items"> & { item: ChecklistItem; isFirst: boolean; isLast: boolean };

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
          Change<span className="unseen"> “{text}”</span>
        </summary>
        <ItemForm label="Words" button="Save item" item={{ id, text }} requestKey={requestKey} refusal={refusal} />
        <form method="post" action={`/tasks/${taskId}/checklist`} className="buttons" data-keeps-scroll>
          {!isFirst && (
            <Button look="quiet" name="up" value={id}>
              Move up
            </Button>
          )}
          {!isLast && (
            <Button look="quiet" name="down" value={id}>
              Move down
            </Button>
          )}
          <Button look="quiet" name="remove" value={id}>
            Remove
          </Button>
        </form>
      </details>
    </>
  );
}

type ItemFormProps = Pick<Props, "requestKey" | "refusal"> & {
  label: string;
  button: string;
  item?: { id: number; text: string };
};

function ItemForm({ label, button, item, requestKey, refusal }: ItemFormProps) {
  const key = useRequestKey({ requestKey, refusal });
  return (
    <PageForm className="field-line checklist-form" aria-label={button} data-keeps-scroll>
      {refusal?.parked && <FormErrors refusal={refusal} />}
      <input type="hidden" name="form" value="checklist" />
      <input type="hidden" name="requestKey" value={key} />
      {item && (
        <>
          <input type="hidden" name="item" value={item.id} />
          <input type="hidden" name="was" value={item.text} />
        </>
      )}
      <TextField
        key={item ? item.id : key} // emptied once the item is there, and not when somebody else adds one
        id={item ? `item-${item.id}-text` : "new-item"}
        label={label}
        name="text"
        defaultValue={item?.text}
        required
        maxLength={CHECKLIST_LIMITS.text * 2}
        autoComplete="off"
        refusal={refusal}
      />
      <Button>{button}</Button>
    </PageForm>
  );
}
