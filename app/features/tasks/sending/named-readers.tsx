import { useEffect, useRef, useState } from "react";
import type { Refusal } from "~/lib/refusal";

type Props = {
  /** Token of those the page names (readers.server). */
  readers: string;
  refusal: Refusal | null | undefined;
  bodyField: string;
};

/**
 * Sends along whom the form named when its writer began, as a draft or a refusal has it, or whom they were told of since.
 * While nothing is written, those the page names now.
 */
export function NamedReaders({ readers, refusal, bodyField }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [first, set] = useState(readers);
  useEffect(() => {
    const text = input.current?.form?.elements.namedItem(bodyField);
    if (text instanceof HTMLTextAreaElement && text.value.trim() === "") set(readers);
  }, [readers, bodyField]);
  return <input ref={input} type="hidden" name="readers" value={refusal?.values.readers || first} />;
}
