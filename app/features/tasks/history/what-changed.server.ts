import { relationEvent } from "../relations/relation-event.server";
import { isRelationField } from "../relations/relation-words";
import { UPDATE_FIELD } from "../task-words";
import { fieldLabel } from "./field-labels";
import type { Change } from "./history-entries";
import { valueInWords } from "./value-in-words";
import { addedAndRemoved } from "./value-lists";

/**
 * Plain words, a value that was or is now, a text as it was written, a task by its number; `here` is the task it is a part
 * of by now, where it is read on the page of that.
 */
export type Piece = string | { was: string } | { is: string } | { text: string } | { task: number; here?: number };

export type Sentence = readonly Piece[];

/**
 * What history says of one event, as it follows a name: "changed Status from New to Resolved". Made here, not in the
 * browser: the sentences of a page weigh less than what makes them.
 */
export function whatChanged({ kind, field, ...values }: Change, now: number): Sentence {
  const [from, to] = [valueInWords(field, values.from, now), valueInWords(field, values.to, now)];
  if (kind === "created") return ["created the task"];
  if (kind === "replied") return ["replied"];
  if (kind === "noted") return ["added an internal note"];
  if (field === UPDATE_FIELD) return ["updated the task"];
  if (isRelationField(field)) return relationEvent(field, from, to);
  switch (field) {
    case "tags":
      return listChanged(fieldLabel(field), from ?? "", to ?? "");
    case "participants":
    case "watchers":
      return peopleChanged(field, from, to);
    case "status_kept":
      return [
        "left Status at ",
        { is: to ?? "" },
        " instead of ",
        { was: from ?? "" },
        ": the task had changed before the reply was sent",
      ];
    case "note_edited":
      return ["edited an internal note"];
    case "message_redacted":
      return ["redacted a message"];
    case "files_redacted":
      return ["redacted files of a message"];
    case "checklist":
      return itemChanged(from, to);
    case "put_away":
      return [movedAway(from, to)];
    case "confidential":
      return [to === "yes" ? "marked the task as confidential" : "removed the mark “confidential”"];
    case "snooze":
      return to === null ? ["ended the snooze"] : valueChanged(fieldLabel(field), from, to);
    default:
      return valueChanged(fieldLabel(field ?? ""), from || null, to || null);
  }
}

function movedAway(from: string | null, to: string | null): string {
  if (to === "deleted") return "deleted the task for good";
  if (to === "trash") return "moved the task to the trash";
  if (to === "spam") return "marked the task as spam";
  return from === "spam" ? "said that the task is no spam" : "took the task out of the trash";
}

function valueChanged(name: string, from: string | null, to: string | null): Sentence {
  if (from === null) return [`set ${name} to `, { is: to ?? "" }];
  if (to === null) return [`removed ${name} `, { was: from }];
  return [`changed ${name} from `, { was: from }, " to ", { is: to }];
}

/** Of a list only what came and went. */
function listChanged(name: string, from: string, to: string): Sentence {
  const { added, removed } = addedAndRemoved(from, to);
  const came: Sentence = added ? [`added ${name} `, { is: added }] : [];
  const went: Sentence = removed ? [`removed ${name} `, { was: removed }] : [];
  return added && removed ? [...came, " and ", ...went] : [...came, ...went];
}

const withoutBox = (item: string) => item.replace(/^[☐☑] /u, "");

/** An item of the checklist: "☑ Ask Bob" is one that is done. */
function itemChanged(from: string | null, to: string | null): Sentence {
  const item = { text: withoutBox(to ?? from ?? "") };
  if (from === null) return ["added the item ", item];
  if (to === null) return ["removed the item ", item];
  if (withoutBox(from) === withoutBox(to)) return [to.startsWith("☑") ? "ticked " : "unticked ", item];
  return ["changed the item ", { text: withoutBox(from) }, " to ", item];
}

/** One who came or went; a merge tells of all at once. */
function peopleChanged(field: "participants" | "watchers", went: string | null, came: string | null): Sentence {
  if (came !== null && went !== null) return listChanged(fieldLabel(field), went, came);
  const copy = field === "participants";
  if (came === null) {
    return [copy ? "took " : "made ", { was: went ?? "" }, copy ? " out of copy" : " no watcher any more"];
  }
  return [copy ? "put " : "made ", { is: came }, copy ? " in copy" : " a watcher"];
}
