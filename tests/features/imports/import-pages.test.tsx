import { renderToStaticMarkup } from "react-dom/server";
import { expect } from "vitest";
import { History } from "~/features/history/history";
import { readTask } from "~/features/task-page/task-read.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { anAgent } from "../../support/factories";
import { IMPORTED_AT, INCIDENTS, importContent, taskBy } from "./incidents";

onEachDatabase("an imported task's page", (test) => {
  test("shows its history in words", async ({ db }) => {
    const ada = await anAgent(db);
    await importContent(db, INCIDENTS);
    const lines: string[] = [];
    for (const key of ["old-desk/INC7", "old-desk/INC8"]) {
      const task = await readTask(db, ada, (await taskBy(db, key)).id, IMPORTED_AT);
      if (task?.as !== "agent") throw new Error("The viewer doesn't get the agent's page.");
      const html = renderToStaticMarkup(
        <History taskId={task.id} page={task.history} now={IMPORTED_AT} desk="Taskdesk" />,
      );
      const items = html.match(/<li><(?:span|div)>.*?<time/g) ?? [];
      const words = (item: string) =>
        item
          .replaceAll("</li>", ";")
          .replace(/<[^>]*>?/g, "")
          .trim();
      lines.push(...items.map(words));
    }
    expect(lines).toEqual([
      "Desk 1 created the task and set Group to Group A (imported)",
      "Agent 1 made several changes:set Assignee to Agent 1;changed Group from Group A to Group B;changed Status from New to In progress; (imported)",
      "Agent 2 updated the task (imported)",
      "Agent 1 changed Status from In progress to Resolved (imported)",
      "System changed Status from Resolved to Closed (imported)",
      "Someone created the task and set Group to Group A (imported)",
      "Agent 1 updated the task (imported)",
      "Agent 2 made several changes:changed Priority from Urgent to High;set Assignee to Agent 2;changed Status from New to Resolved; (imported)",
      "Caller 2 changed Status from Resolved to In progress (imported)",
    ]);
  });

  test("shows its requester the description and is hidden from other requesters", async ({ db }) => {
    await importContent(db, INCIDENTS);
    const { id, requester_id } = await taskBy(db, "old-desk/INC7");
    const caller: Viewer = { id: requester_id, name: "Caller 1", email: null, role: "requester" };
    const task = await readTask(db, caller, id, IMPORTED_AT);
    expect(task).toMatchObject({ as: "requester", title: "INC7 about Net / VPN", status: "closed" });
    expect(task?.messages).toHaveLength(1);
    expect(await readTask(db, caller, (await taskBy(db, "old-desk/INC8")).id, IMPORTED_AT)).toBeNull();
  });
});
