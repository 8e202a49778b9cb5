import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { USER_LIMITS } from "~/features/users/user-words";
import { ChoiceField } from "~/ui/choice-field";
import { TextField } from "~/ui/field";

const load = () => import("./assignee-filter-choices");

/** Whose tasks a list shows: in words, as behind `assignee:` in a query. With scripts, those that fit are offered. */
export function AssigneeFilter({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const isLive = useHydrated();
  return (
    <div className="choice-field field" ref={box}>
      <TextField
        label="Assignee"
        name="assignee"
        defaultValue={text}
        placeholder="me, none or a name"
        maxLength={USER_LIMITS.typed}
        autoCapitalize="none"
        autoComplete="off"
      />
      {isLive && <ChoiceField box={box} label="Assignees" load={load} own={{}} isOptional />}
    </div>
  );
}
