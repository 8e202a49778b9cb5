import { addedAndRemoved, fieldLabel, formatFieldValue } from "~/features/tasks/field-labels";
import type { Sentence } from "~/features/tasks/history-sentence";
import { historyOf } from "~/features/tasks/subjects.server";
import { UPDATE_FIELD } from "~/features/tasks/tasks";
import * as say from "./history-copy";
import type { Change } from "./history-entries";

/**
 * History text for one event, after the person's name: "changed Status from New to Resolved". Built on the server: the
 * sentences of a page weigh less than the code that builds them.
 */
export function describeChange({ kind, field, ...values }: Change, now: number): Sentence {
  const [from, to] = [formatFieldValue(field, values.from, now), formatFieldValue(field, values.to, now)];
  if (kind === "created") return say.createdTheTask();
  if (kind === "replied") return say.replied();
  if (kind === "noted") return say.addedANote();
  if (field === UPDATE_FIELD) return say.updatedTheTask();
  const ofSubject = historyOf(field)?.says(field ?? "", from, to);
  if (ofSubject) return ofSubject;
  switch (field) {
    case "tags":
      return listChanged(fieldLabel(field), from ?? "", to ?? "");
    case "participants":
    case "watchers":
      return peopleChanged(field, from, to);
    case "status_kept":
      return say.leftStatus(to ?? "", from ?? "");
    case "reply_returned":
      return say.returnedReply(to ?? "");
    case "note_edited":
      return say.editedANote();
    case "message_redacted":
      return say.redactedAMessage();
    case "files_redacted":
      return say.redactedFiles();
    case "checklist":
      return itemChanged(from, to);
    case "put_away":
      return movedAway(from, to);
    case "confidential":
      return to === "yes" ? say.markedAsConfidential() : say.removedConfidentialMark();
    case "snooze":
      return to === null ? say.endedTheSnooze() : valueChanged(fieldLabel(field), from, to);
    default:
      return valueChanged(fieldLabel(field ?? ""), from || null, to || null);
  }
}

function movedAway(from: string | null, to: string | null): Sentence {
  if (to === "deleted") return say.deletedForGood();
  if (to === "trash") return say.movedToTrash();
  if (to === "spam") return say.markedAsSpam();
  return from === "spam" ? say.markedAsNotSpam() : say.restoredFromTrash();
}

function valueChanged(name: string, from: string | null, to: string | null): Sentence {
  if (from === null) return say.setTo(name, to ?? "");
  if (to === null) return say.removed(name, from);
  return say.changedFromTo(name, from, to);
}

/** For lists, only what was added and removed. */
function listChanged(name: string, from: string, to: string): Sentence {
  const { added, removed } = addedAndRemoved(from, to);
  if (added && removed) return say.addedAndRemoved(name, added, removed);
  if (added) return say.addedTo(name, added);
  return removed ? say.removedFrom(name, removed) : [];
}

const withoutBox = (item: string) => item.replace(/^[☐☑] /u, "");

/** History stores items with their box: "☑ Ask Bob" is ticked. */
function itemChanged(from: string | null, to: string | null): Sentence {
  const item = withoutBox(to ?? from ?? "");
  if (from === null) return say.addedTheItem(item);
  if (to === null) return say.removedTheItem(item);
  if (withoutBox(from) === withoutBox(to)) return to.startsWith("☑") ? say.ticked(item) : say.unticked(item);
  return say.changedTheItem(withoutBox(from), item);
}

/** One person added or removed; a merge reports all in one event. */
function peopleChanged(field: "participants" | "watchers", went: string | null, came: string | null): Sentence {
  if (came !== null && went !== null) return listChanged(fieldLabel(field), went, came);
  const copy = field === "participants";
  if (came === null) return copy ? say.removedFromCopy(went ?? "") : say.removedWatcher(went ?? "");
  return copy ? say.addedToCopy(came) : say.addedWatcher(came);
}
