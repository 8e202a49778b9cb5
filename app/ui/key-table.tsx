import { Fragment } from "react";
import { type SystemKeys, useSystemKeys } from "./command-key";
import * as say from "./key-table-copy";
import * as terms from "./ui-copy";

/** `agents`: does nothing for requesters. */
type Key = { keys: readonly string[]; does: string; agents?: true };

const keysOf = ({ command, alt }: SystemKeys, works: boolean): { title: string; keys: Key[] }[] => [
  {
    title: say.everywhere,
    keys: [
      { keys: [command.label, "K"], does: terms.searchAndCommands },
      { keys: ["/"], does: say.search },
      { keys: ["c"], does: works ? say.newTask : say.newRequest },
      { keys: [alt, "T"], does: say.jumpToNotifications },
      { keys: ["Esc"], does: say.leaveField },
      { keys: ["?"], does: say.thisList },
    ],
  },
  {
    title: say.inAList,
    keys: [
      { keys: ["j"], does: say.nextRow },
      { keys: ["k"], does: say.previousRow },
      { keys: ["Enter"], does: say.openRow },
      { keys: ["e"], does: say.editRow, agents: true },
      { keys: ["x"], does: works ? say.selectRow : say.markNotification },
      { keys: [say.shift, "x"], does: say.selectRows, agents: true },
      { keys: ["i"], does: say.assignToMe, agents: true },
      { keys: ["a"], does: say.assignee, agents: true },
      { keys: ["s"], does: say.status, agents: true },
      { keys: ["p"], does: say.priority, agents: true },
      { keys: ["l"], does: say.tags, agents: true },
      { keys: ["."], does: say.moreActions, agents: true },
      { keys: ["["], does: terms.previousPage },
      { keys: ["]"], does: terms.nextPage },
    ],
  },
  {
    title: works ? say.onATask : say.onARequest,
    keys: [
      { keys: ["r"], does: say.reply },
      { keys: ["n"], does: say.internalNote, agents: true },
      { keys: ["s"], does: say.status, agents: true },
      { keys: ["i"], does: say.assignToMe, agents: true },
      { keys: ["a"], does: say.assignee, agents: true },
      { keys: ["p"], does: say.priority, agents: true },
      { keys: ["l"], does: say.tags, agents: true },
      { keys: ["e"], does: say.editTitleAndDetails, agents: true },
      { keys: ["]"], does: works ? say.nextTaskInList : say.nextRequestInList },
      { keys: ["["], does: works ? say.previousTaskInList : say.previousRequestInList },
    ],
  },
];

/** `works`: the viewer is an agent; requesters see only the keys they can use. */
export const KeyTable = ({ works }: { works: boolean }) => (
  <>
    {keysOf(useSystemKeys(), works).map(({ title, keys }) => (
      <Fragment key={title}>
        <h3>{title}</h3>
        <dl className="facts">
          {keys
            .filter(({ agents }) => works || !agents)
            .map(({ keys, does }) => (
              <Fragment key={does}>
                <dt>
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && " + "}
                      <kbd>{key}</kbd>
                    </Fragment>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
        </dl>
      </Fragment>
    ))}
  </>
);
