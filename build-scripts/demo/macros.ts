import type { Db } from "~/db/types";
import type { MacroForm } from "~/features/macros/macros";
import { saveMacro } from "~/features/macros/macros.server";
import type { Viewer } from "~/features/users/user-schema";

const FOR_EVERYONE = { scope: "everyone", team: null } as const;

const MACROS: readonly MacroForm[] = [
  {
    ...FOR_EVERYONE,
    name: "Ask for the device number",
    kind: "reply",
    text: [
      "Hello {{requester.first_name|there}},",
      "please tell us the number on the label of the device. It looks like A-2240 and is on the back or underneath.",
      "{{agent.name}}",
    ].join("\n\n"),
    actions: { status: "waiting_requester" },
  },
  {
    ...FOR_EVERYONE,
    name: "Fixed, please try again",
    kind: "reply",
    text: [
      "Hello {{requester.first_name|there}},",
      "this should work again. Please try it. If it doesn't, reply here and we'll keep looking.",
      "{{agent.name}}",
    ].join("\n\n"),
    actions: { status: "resolved" },
  },
  {
    ...FOR_EVERYONE,
    name: "Assign to me, high priority",
    kind: "none",
    text: "",
    actions: { assignee: "me", status: "in_progress", priority: "high" },
  },
];

/** Saves the sample macros on behalf of `author`, who must be allowed to make macros for everyone. */
export async function writeMacros(db: Db, author: Viewer, now: number): Promise<void> {
  for (const macro of MACROS) {
    const made = await saveMacro(db, author, { ...macro, requestKey: crypto.randomUUID() }, now);
    if (!made.ok) throw new Error(`The macro "${macro.name}" wasn't created: ${JSON.stringify(made)}`);
  }
}
