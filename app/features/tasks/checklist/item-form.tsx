import type { Refusal } from "~/lib/refusal";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { FormErrors } from "~/ui/form-errors";
import { PageForm } from "~/ui/page-form";
import { useRequestKey } from "~/ui/request-key";
import { CHECKLIST_LIMITS } from "./checklist-words";

type Props = {
  label: string;
  button: string;
  /** The step whose words it changes; a new one has none. */
  item?: { id: number; text: string };
  requestKey: string;
  refusal: Refusal | null | undefined;
};

/** The form for the words of a step. */
export function ItemForm({ label, button, item, requestKey, refusal }: Props) {
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
        isAlone
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
