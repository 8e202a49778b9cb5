import { SectionHeader } from "~/ui/page-header";
import type { ItemsProps } from "./checklist-items";
import { ChecklistItems } from "./checklist-items";
import * as say from "./checklist-texts";
import { CHECKLIST_LIMITS } from "./checklist-words";
import { ItemForm } from "./item-form";

/** What is to be done before the task is, in steps that can be ticked. */
export function Checklist({ taskId, items, now, requestKey, refusal }: ItemsProps) {
  const done = items.filter((item) => item.done !== null).length;
  return (
    <section className="checklist" aria-labelledby="checklist">
      <SectionHeader title={say.checklist} id="checklist">
        {items.length > 0 && <span className="checklist-count">{say.itemsDone(done, items.length)}</span>}
      </SectionHeader>
      {items.length > 0 && <ChecklistItems {...{ taskId, items, now, requestKey, refusal }} />}
      {items.length < CHECKLIST_LIMITS.items && (
        <ItemForm
          label={say.newItem}
          button={say.addItem}
          requestKey={requestKey}
          refusal={refusal?.values.item === undefined ? refusal : null}
        />
      )}
    </section>
  );
}
