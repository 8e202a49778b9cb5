import { CheckField } from "~/ui/field";
import { NOTIFICATION_KINDS } from "./notification-kinds";
import type { KindChoice, TeamChoice } from "./notification-settings.server";

export const KindChoices = ({ kinds }: { kinds: readonly KindChoice[] }) => (
  <>
    {kinds.map(({ kind, on }) => (
      <Choice key={kind} name={`kind ${kind}`} label={NOTIFICATION_KINDS[kind].label} on={on} />
    ))}
  </>
);

export const TeamChoices = ({ teams }: { teams: readonly TeamChoice[] }) => (
  <>
    {teams.map(({ id, name, on }) => (
      <Choice key={id} name={`team ${id}`} label={name} on={on} />
    ))}
  </>
);

/** A checkbox. Its hidden field says whether it was ticked when the form was loaded. */
const Choice = ({ name, label, on }: { name: string; label: string; on: boolean }) => (
  <>
    <input type="hidden" name={`was ${name}`} value={on ? "yes" : "no"} />
    <CheckField label={label} name={name} id={`field-${name.replace(" ", "-")}`} defaultChecked={on} />
  </>
);
