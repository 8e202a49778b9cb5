import type { Refusal } from "~/lib/refusal";
import { useRequestKey } from "~/ui/request-key";
import { OneFieldForm } from "../one-field-form";
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
    <OneFieldForm
      form="checklist"
      className="field-line checklist-form"
      title={button}
      button={button}
      requestKey={key}
      refusal={refusal}
      emptiedBy={item ? item.id : key} // once the item is there, and not when somebody else adds one
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
