import type { Actions } from "~/features/tasks/actions/actions";
import type { ViewScope } from "~/features/views/view-words";

/** Personal macros are counted for each person, all others together. */
export const MACRO_LIMITS = { name: 60, text: 10_000, macros: 200 } as const;

/** What the text of a macro becomes; one without a text only changes fields. */
export const MACRO_KINDS = ["reply", "note", "none"] as const;
export type MacroKind = (typeof MACRO_KINDS)[number];

export type MacroForm = {
  name: string;
  scope: ViewScope;
  team: number | null;
  kind: MacroKind;
  text: string;
  actions: Actions;
};

/** What a text may name, in the order they are told. */
export const VARIABLES = [
  { name: "requester.first_name", about: "first name of whoever asked" },
  { name: "requester.name", about: "whole name of whoever asked" },
  { name: "task.number", about: "1042" },
  { name: "task.title", about: "title of the task" },
  { name: "task.url", about: "address of the task" },
  { name: "agent.name", about: "your name" },
  { name: "team.name", about: "team of the task" },
  { name: "field.key", about: "a field of the task, by its key" },
] as const;
