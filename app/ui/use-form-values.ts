import { type RefObject, useEffect, useState } from "react";

/** Values of the form around an element as the user changes them; null before, and without scripts. */
export function useFormValues(place: RefObject<HTMLElement>): FormData | null {
  const [values, setValues] = useState<FormData | null>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const read = () => setValues(new FormData(form));
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [place]);
  return values;
}

/** Text of a field in such values; `saved` while there are none. */
export const typedText = (values: FormData | null, name: string, saved: string): string => {
  const value = values?.get(name);
  return typeof value === "string" ? value.trim() : saved;
};
