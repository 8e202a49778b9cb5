import type { Db } from "~/db/types";
import { nameOf } from "../apply-fields.server";
import { teamName } from "../task-create.server";
import { PRIORITIES, statusOf } from "../task-words";
import { PUT_AWAY_WORDS } from "../trash/trash-words";
import type { Actions } from "./actions";

/** What is to become of a task, as a list: "Status Resolved", "Assignee nobody". */
export async function actionsInWords(db: Db, actions: Actions): Promise<string[]> {
  const { status, priority, assignee, team, addTags = [], removeTags = [], putAway } = actions;
  const said = [
    status && `Status ${statusOf(status).name}`,
    priority && `Priority ${PRIORITIES.find(({ key }) => key === priority)?.name}`,
    assignee === "me" && "Assignee me",
    assignee === null && "Assignee nobody",
    typeof assignee === "number" && `Assignee ${(await nameOf(db, assignee)) ?? "who is not there any more"}`,
    team && `Team ${(await teamName(db, team)) ?? "that is not there any more"}`,
    addTags.length > 0 && `add tags ${addTags.join(", ")}`,
    removeTags.length > 0 && `remove tags ${removeTags.join(", ")}`,
    putAway === null && "Restore",
    putAway && PUT_AWAY_WORDS[putAway].does,
  ];
  return said.filter((words): words is string => Boolean(words));
}
