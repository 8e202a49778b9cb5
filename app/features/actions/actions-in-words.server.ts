import type { Db } from "~/db/types";
import { nameOf } from "~/features/tasks/apply-fields.server";
import { PRIORITIES, statusOf } from "~/features/tasks/task-words";
import { teamName } from "~/features/tasks/team-choices.server";
import { PUTS_AWAY } from "~/features/trash/trash-words";
import type { Actions } from "./actions";
import * as say from "./actions-copy";

/** What is to become of a task, as a list: "Status Resolved", say.assigneeIsNobody. */
export async function actionsInWords(db: Db, actions: Actions): Promise<string[]> {
  const { status, priority, assignee, team, addTags = [], removeTags = [], putAway } = actions;
  const heir = typeof assignee === "number" ? await nameOf(db, assignee) : undefined;
  const toTeam = team ? await teamName(db, team) : undefined;
  const said = [
    status && say.statusIs(statusOf(status).name),
    priority && say.priorityIs(PRIORITIES.find(({ key }) => key === priority)?.name),
    assignee === "me" && say.assigneeIsMe,
    assignee === null && say.assigneeIsNobody,
    typeof assignee === "number" && (heir == null ? say.assigneeIsGone : say.assigneeIs(heir)),
    team && (toTeam == null ? say.teamIsGone : say.teamIs(toTeam)),
    addTags.length > 0 && say.addsTags(addTags.join(", ")),
    removeTags.length > 0 && say.removesTags(removeTags.join(", ")),
    putAway === null && say.restore,
    putAway && PUTS_AWAY[putAway],
  ];
  return said.filter((words): words is string => Boolean(words));
}
