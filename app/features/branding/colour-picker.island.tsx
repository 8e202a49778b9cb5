import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { typedText, useFormValues } from "~/ui/use-form-values";
import { COLOUR, normalizeColour, USUAL_COLOUR } from "./branding";
import * as say from "./branding-copy";

/** Fills in the colour field of its form. Unnamed, so it's never sent: a picker can't be empty. */
export function ColourPicker({ saved }: { saved: string }) {
  const place = useRef<HTMLInputElement>(null);
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const typed = normalizeColour(typedText(useFormValues(place), "colour", saved));
  function pick({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) {
    const field = form?.elements.namedItem("colour");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <input
      ref={place}
      type="color"
      className="input"
      aria-label={say.pickAColour}
      hidden={!isAwake}
      value={COLOUR.test(typed) ? typed : USUAL_COLOUR}
      onChange={pick}
    />
  );
}
