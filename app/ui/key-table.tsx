import { Fragment } from "react";
import { type SystemKeys, useSystemKeys } from "./command-key";
import * as say from "./ui-copy";

type Key = { keys: readonly string[]; does: string };

const keysOf = ({ command, alt }: SystemKeys): { title: string; keys: Key[] }[] => [
  {
    title: say.everywhere,
    keys: [
      { keys: [command.label, "K"], does: say.searchAndCommands },
      { keys: ["/"], does: say.search },
      { keys: ["c"], does: say.newTask },
      { keys: [alt, "T"], does: say.jumpToNotifications },
      { keys: ["?"], does: say.thisList },
    ],
  },
  {
    title: say.inAList,
    keys: [
      { keys: ["j"], does: say.nextRow },
      { keys: ["k"], does: say.previousRow },
      { keys: ["Enter"], does: say.openRow },
      { keys: ["x"], does: say.selectRow },
    ],
  },
  {
    title: say.onATask,
    keys: [
      { keys: ["r"], does: say.reply },
      { keys: ["n"], does: say.internalNote },
      { keys: ["s"], does: say.status },
      { keys: ["a"], does: say.assignToMeOrAssignee },
      { keys: ["e"], does: say.editTitleAndDetails },
    ],
  },
];

export const KeyTable = () => (
  <>
    {keysOf(useSystemKeys()).map(({ title, keys }) => (
      <Fragment key={title}>
        <h3>{title}</h3>
        <dl className="facts">
          {keys.map(({ keys, does }) => (
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
