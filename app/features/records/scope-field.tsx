import type { Refusal } from "~/lib/refusal";
import { SelectField } from "~/ui/field";
import * as say from "./records-copy";

type Props = {
  scope: string;
  /** Teams whose records the viewer may manage. */
  teams: readonly { id: number; name: string }[];
  forEveryone: boolean;
  refusal: Refusal | null | undefined;
};

/** Chooses who a view or a macro is shared with. */
export const ScopeField = ({ scope, teams, forEveryone, refusal }: Props) => (
  <SelectField
    label={say.sharedWith}
    name="scope"
    defaultValue={scope}
    refusal={refusal}
    choices={[
      { value: "personal", label: say.onlyMe },
      ...teams.map(({ id, name }) => ({ value: `team-${id}`, label: say.teamNamed(name) })),
      ...(forEveryone ? [{ value: "everyone", label: say.allAgents }] : []),
    ]}
  />
);
