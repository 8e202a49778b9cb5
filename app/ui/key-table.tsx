import { Fragment } from "react";

/** Keys of one row are pressed together. */
type Key = { keys: readonly string[]; does: string };

const KEYS: { title: string; keys: Key[] }[] = [
  {
    title: "Everywhere",
    keys: [
      { keys: ["Ctrl", "K"], does: "Search, and what can be done here (with ⌘ on a Mac)" },
      { keys: ["/"], does: "Search" },
      { keys: ["c"], does: "New task" },
      { keys: ["Alt", "T"], does: "Notifications in the corner" },
      { keys: ["?"], does: "This list" },
    ],
  },
  {
    title: "In a list",
    keys: [
      { keys: ["j"], does: "Next row" },
      { keys: ["k"], does: "Row before" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["x"], does: "Choose the row, to change many tasks at once" },
    ],
  },
  {
    title: "On a task",
    keys: [
      { keys: ["r"], does: "Reply" },
      { keys: ["n"], does: "Internal note" },
      { keys: ["s"], does: "Status" },
      { keys: ["a"], does: "Assign to me; where somebody has it, to the assignee" },
      { keys: ["e"], does: "Edit the title, and what stands around it" },
    ],
  },
];

/** All keys, and what they do. */
export const KeyTable = () => (
  <>
    {KEYS.map(({ title, keys }) => (
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
