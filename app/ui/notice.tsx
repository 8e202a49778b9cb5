import { type ReactNode, useEffect, useRef } from "react";
import { REPLACES, type Refusal } from "~/lib/refusal";
import { Icon } from "./icon";

/** A sentence that stays on the page, where a toast would be gone too soon. An error speaks up at once. */
export function Notice({
  kind = "info",
  answers,
  children,
}: {
  kind?: "info" | "success" | "warning" | "error";
  /**
   * What it answers: a form that was sent, whose button may stand far below. The notice takes the focus with each other
   * answer, so that one goes on where it is said what is wrong, and a key pressed twice does nothing on purpose.
   */
  answers?: unknown;
  children: ReactNode;
}) {
  const notice = useRef<HTMLDivElement>(null);
  const isAnswer = answers !== undefined;
  useEffect(() => {
    if (answers === undefined) return;
    notice.current?.focus();
    notice.current?.scrollIntoView({ block: "nearest" });
  }, [answers]);
  return (
    <div
      ref={notice}
      className={`notice notice-${kind}`}
      {...(isAnswer && { tabIndex: -1, autoFocus: true })} // without scripts the page comes with the focus there
    >
      <Icon name={kind} />
      {/* In it, and not what takes the focus: else some screen readers say it twice. */}
      <div role={kind === "error" ? "alert" : "status"}>{children}</div>
    </div>
  );
}

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
