import type { ReactNode } from "react";
import type { ChangedBy, Conflict } from "~/lib/merge-field";
import { relativeTime } from "~/ui/format-time";
import { useAnswerFocus } from "~/ui/use-answer-focus";
import { formatFieldValue } from "../field-labels";
import * as say from "../task-details-copy";

/**
 * Fields another request changed since the form was rendered, with both values to choose from. Takes focus, because
 * nothing is saved until the user has chosen.
 */
export function ConflictChoices({
  conflicts,
  viewerId,
  now,
}: {
  conflicts: readonly Conflict[];
  viewerId: number;
  /** UTC milliseconds. */
  now: number;
}) {
  const group = useAnswerFocus<HTMLFieldSetElement>(conflicts);
  return (
    // biome-ignore lint/a11y/noAutofocus: the form was just submitted, and without scripts nothing else leads here
    <fieldset ref={group} className="conflicts stack" tabIndex={-1} autoFocus>
      <legend className="unseen">{say.conflictingChanges}</legend>
      {conflicts.map(({ field, label, mine, theirs, by, impossible }) => (
        <fieldset key={field} className="field">
          <legend className="field-label">
            {by ? say.alsoChangedAt(label, nameOf(by, viewerId), relativeTime(by.at, now)) : say.alsoChanged(label)}
          </legend>
          <Choice
            name={`keep_${field}`}
            value="theirs"
            words={say.keepTheirs}
            shown={formatFieldValue(field, theirs, now)}
            chosen={impossible}
          />
          <Choice
            name={`keep_${field}`}
            value="mine"
            words={say.mineInstead}
            shown={formatFieldValue(field, mine, now)}
            chosen={!impossible}
          >
            {impossible && ` ${say.cannotFollow(theirs)}`}
          </Choice>
        </fieldset>
      ))}
    </fieldset>
  );
}

/** The other change may be the viewer's own, from a second tab. */
const nameOf = (by: ChangedBy, viewerId: number) => (by.id === viewerId ? say.you : (by.name ?? say.taskdesk));

type ChoiceProps = {
  name: string;
  value: string;
  words: string;
  shown: string;
  chosen: boolean | undefined;
  /** Why it can't be chosen. */
  children?: ReactNode;
};

function Choice({ name, value, words, shown, chosen, children }: ChoiceProps) {
  return (
    <label className="checkbox">
      <input type="radio" name={name} value={value} defaultChecked={chosen} disabled={Boolean(children)} />
      <span>
        {words}: <b>{shown || say.none}</b>
        {children}
      </span>
    </label>
  );
}
