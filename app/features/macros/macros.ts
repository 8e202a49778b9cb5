import type { TypedActions } from "~/features/actions/actions";
import type { Scope } from "~/features/records/sharing-scopes";
import * as say from "./macros-copy";

/** `macros` limits personal macros for each person, and all others together. */
export const MACRO_LIMITS = { name: 60, text: 10_000, macros: 200 } as const;

/** The kind of message a macro sends; `none` only applies actions. */
export const MACRO_KINDS = ["reply", "note", "none"] as const;
export type MacroKind = (typeof MACRO_KINDS)[number];

export type MacroForm = {
  name: string;
  scope: Scope;
  team: number | null;
  kind: MacroKind;
  text: string;
  actions: TypedActions;
};

/** Template variables, in display order. */
export const VARIABLES = [
  { name: "requester.first_name", about: say.requesterFirstName },
  { name: "requester.name", about: say.requesterFullName },
  { name: "task.number", about: say.taskNumber },
  { name: "task.title", about: say.taskTitle },
  { name: "task.url", about: say.taskLink },
  { name: "agent.name", about: say.yourName },
  { name: "team.name", about: say.taskTeam },
  { name: "field.key", about: say.taskField },
] as const;
