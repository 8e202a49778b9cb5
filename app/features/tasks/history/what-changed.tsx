import { RelationEvent } from "../relations/relation-event";
import { isRelationField } from "../relations/relation-words";
import { UPDATE_FIELD } from "../task-words";
import { fieldLabel, valueInWords } from "./field-labels";
import type { Change } from "./history-entries";
import { addedAndRemoved } from "./value-lists";

/** What history says of one event, as it follows a name: "changed Status from New to Resolved". */
export function WhatChanged({ change: { kind, field, ...values }, now }: { change: Change; now: number }) {
  const [from, to] = [valueInWords(field, values.from, now), valueInWords(field, values.to, now)];
  if (kind === "created") return <>created the task</>;
  if (kind === "replied") return <>replied</>;
  if (kind === "noted") return <>added an internal note</>;
  if (field === UPDATE_FIELD) return <>updated the task</>;
  if (isRelationField(field)) return <RelationEvent field={field} from={from} to={to} />;
  switch (field) {
    case "tags":
      return <ListChanged name={fieldLabel(field)} from={from ?? ""} to={to ?? ""} />;
    case "participants":
    case "watchers":
      return <PeopleChanged name={fieldLabel(field)} came={to} went={from} />;
    case "status_kept":
      return (
        <>
          left Status at <ins>{to}</ins> instead of <del>{from}</del>: the task had changed before the reply was sent
        </>
      );
    case "note_edited":
      return <>edited an internal note</>;
    case "message_redacted":
      return <>redacted a message</>;
    case "files_redacted":
      return <>redacted files of a message</>;
    case "checklist":
      return <ItemChanged from={from} to={to} />;
    case "confidential":
      return to === "yes" ? <>marked the task as confidential</> : <>removed the mark “confidential”</>;
    case "snooze":
      return to === null ? <>ended the snooze</> : <ValueChanged name={fieldLabel(field)} from={from} to={to} />;
    default:
      return <ValueChanged name={fieldLabel(field ?? "")} from={from || null} to={to || null} />;
  }
}

function ValueChanged({ name, from, to }: { name: string; from: string | null; to: string | null }) {
  if (from === null) {
    return (
      <>
        set {name} to <ins>{to}</ins>
      </>
    );
  }
  if (to === null) {
    return (
      <>
        removed {name} <del>{from}</del>
      </>
    );
  }
  return (
    <>
      changed {name} from <del>{from}</del> to <ins>{to}</ins>
    </>
  );
}

/** Of a list only what came and went. */
function ListChanged({ name, from, to }: { name: string; from: string; to: string }) {
  const { added, removed } = addedAndRemoved(from, to);
  return (
    <>
      {added && (
        <>
          added {name} <ins>{added}</ins>
        </>
      )}
      {added && removed && " and "}
      {removed && (
        <>
          removed {name} <del>{removed}</del>
        </>
      )}
    </>
  );
}

const withoutBox = (item: string) => item.replace(/^[☐☑] /u, "");

/** An item of the checklist: "☑ Ask Bob" is one that is done. */
function ItemChanged({ from, to }: { from: string | null; to: string | null }) {
  const item = <q>{withoutBox(to ?? from ?? "")}</q>;
  if (from === null) return <>added the item {item}</>;
  if (to === null) return <>removed the item {item}</>;
  if (withoutBox(from) === withoutBox(to)) return to.startsWith("☑") ? <>ticked {item}</> : <>unticked {item}</>;
  return (
    <>
      changed the item <q>{withoutBox(from)}</q> to {item}
    </>
  );
}

/** One who came or went; a merge tells of all at once. */
function PeopleChanged({ name, came, went }: { name: string; came: string | null; went: string | null }) {
  if (came !== null && went !== null) return <ListChanged name={name} from={went} to={came} />;
  const copy = name === fieldLabel("participants");
  return came === null ? (
    <>
      {copy ? "took" : "made"} <del>{went}</del> {copy ? "out of copy" : "no watcher any more"}
    </>
  ) : (
    <>
      {copy ? "put" : "made"} <ins>{came}</ins> {copy ? "in copy" : "a watcher"}
    </>
  );
}
