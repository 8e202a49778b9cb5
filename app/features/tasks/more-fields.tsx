import { type FormEvent, type ReactNode, useState } from "react";
import * as say from "./tasks-texts";

/**
 * Fields that are seldom needed, behind a word. `needed`: something stands in one, or one was refused. Whatever is put into
 * one, by a draft that comes back for example, opens them as well.
 */
export function MoreFields({ needed, children }: { needed: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(needed);
  function onInput({ target }: FormEvent) {
    if (target instanceof HTMLInputElement && (target.type === "checkbox" ? target.checked : target.value !== ""))
      setOpen(true);
  }
  return (
    <details
      className="more-fields"
      open={isOpen || needed}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onInput={onInput}
    >
      <summary>{say.moreFields}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}
