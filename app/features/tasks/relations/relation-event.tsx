import { type LinkView, linkWords, type RelationField } from "./relation-words";

type Told = { field: RelationField; from: string | null; to: string | null };

/** What history says of a task around this one. A value without a number is a task the reader may not see. */
export function RelationEvent({ field, from, to }: Told) {
  const other = <OtherTask text={to ?? from ?? ""} />;
  switch (field) {
    case "parent":
      return to !== null ? <>made this a sub-task of {other}</> : <>removed this from the sub-tasks of {other}</>;
    case "sub_task":
      return to !== null ? <>added the sub-task {other}</> : <>removed the sub-task {other}</>;
    case "merged":
      return to !== null ? <>merged {other} into this</> : <>merged this into {other}</>;
    case "unmerged":
      return to !== null ? <>took {other} out again</> : <>took this out of {other} again</>;
    case "split_off":
      return to !== null ? <>split {other} off</> : <>undid the split into {other}</>;
    case "split_from":
      return <>split this from {other}</>;
    default:
      return <LinkEvent view={field} isNew={to !== null} other={other} />;
  }
}

function LinkEvent({ view, isNew, other }: { view: LinkView; isNew: boolean; other: JSX.Element }) {
  return isNew ? (
    <>
      added a link: {linkWords(view)} {other}
    </>
  ) : (
    <>
      removed a link: {linkWords(view)} {other}
    </>
  );
}

function OtherTask({ text }: { text: string }) {
  const number = /^#(\d+)$/.exec(text)?.[1];
  return number ? <a href={`/tasks/${number}`}>{text}</a> : <span>{text}</span>;
}
