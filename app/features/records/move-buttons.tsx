import { Button } from "~/ui/button";
import * as say from "./records-copy";

/** Moves a row of an ordered list. Each button has its own column: the first row has only the second one. */
export const MoveButtons = (row: { action: string; name: string; isFirst: boolean; isLast: boolean }) => (
  <form className="move-buttons" method="post" action={row.action} data-keeps-scroll>
    {!row.isFirst && (
      <Button look="quiet" icon="arrow-up" name="verb" value="up" title={say.moveUp(row.name)}>
        <span className="unseen">{say.moveUp(row.name)}</span>
      </Button>
    )}
    {!row.isLast && (
      <Button look="quiet" icon="arrow-down" name="verb" value="down" title={say.moveDown(row.name)}>
        <span className="unseen">{say.moveDown(row.name)}</span>
      </Button>
    )}
  </form>
);
