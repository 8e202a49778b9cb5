import { useEffect, useRef, useState } from "react";
import type { Refusal } from "~/lib/refusal";

type Props = {
  /** Token of the readers the page lists (readers.server). */
  readers: string;
  refusal: Refusal | null | undefined;
  bodyField: string;
};

/**
 * Sends the token of the readers the writer knows: those listed when they began, which a draft or a refusal keeps, or those a
 * refusal listed since. While nothing is written, it follows the page. A text that a draft puts in brings its own token.
 */
export function NamedReaders({ readers, refusal, bodyField }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [first, set] = useState(readers);
  useEffect(() => {
    const text = input.current?.form?.elements.namedItem(bodyField);
    if (text instanceof HTMLTextAreaElement && text.value.trim() === "") set(readers);
  }, [readers, bodyField]);
  const named = refusal?.values.readers || first;
  return (
    <input ref={input} type="hidden" name="readers" value={named} onInput={(event) => set(event.currentTarget.value)} />
  );
}
