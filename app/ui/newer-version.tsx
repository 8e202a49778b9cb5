import type { ReactNode } from "react";
import { REPLACES, type Refusal } from "~/lib/refusal";
import { Notice } from "./notice";

type Props = {
  refusal: Refusal | null | undefined;
  /** What happened, `at` in UTC milliseconds, and what to do next. */
  says: (at: number) => ReactNode;
  then: ReactNode;
};

/** Shows, in a form, the version saved since the form was loaded. Sent again, the form may replace that version. */
export function NewerVersion({ refusal, says, then }: Props) {
  const newer = refusal?.newer;
  if (!newer) return null;
  return (
    <Notice kind="warning" answers={newer}>
      <p>{says(newer.at)}</p>
      <blockquote className="newer-version" dir="auto">
        {newer.text}
      </blockquote>
      <p>{then}</p>
      <input type="hidden" name={REPLACES} value={newer.at} />
    </Notice>
  );
}
