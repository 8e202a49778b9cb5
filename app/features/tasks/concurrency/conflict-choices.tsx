import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Conflict } from "~/lib/merge-field";

/**
 * Fields that somebody else changed meanwhile, too: both values of each, and whose it is to be. Whoever sent the form is
 * taken there; nothing is saved before they have seen it. The form is made anew once the task as it is now has arrived:
 * until then there is nothing to choose, because a choice would be lost.
 */
export function ConflictChoices({ conflicts }: { conflicts: readonly Conflict[] }) {
  const group = useRef<HTMLFieldSetElement>(null);
  const isArriving = useNavigation().state !== "idle";
  useEffect(() => {
    if (!isArriving) group.current?.focus();
  }, [isArriving]);
  return (
    // biome-ignore lint/a11y/noAutofocus: this is the answer to what they sent, and without scripts nothing else leads there
    <fieldset ref={group} className="conflicts" disabled={isArriving} tabIndex={-1} autoFocus>
      <legend className="unseen">Changed by somebody else, too</legend>
      {conflicts.map(({ field, label, mine, theirs }) => (
        <fieldset key={field} className="field">
          <legend className="field-label">{label}: somebody else changed this too</legend>
          <Choice name={`keep_${field}`} value="theirs" words="Keep theirs" shown={theirs} />
          <Choice name={`keep_${field}`} value="mine" words="Use mine" shown={mine} />
        </fieldset>
      ))}
    </fieldset>
  );
}

function Choice({ name, value, words, shown }: { name: string; value: string; words: string; shown: string }) {
  return (
    <label className="checkbox">
      <input type="radio" name={name} value={value} defaultChecked={value === "mine"} />
      <span>
        {words}: <b>{shown || "none"}</b>
      </span>
    </label>
  );
}
