import type { ReactNode } from "react";
import { REPLACES, type Refusal } from "~/lib/refusal";
import { Icon } from "./icon";
import { useAnswerFocus } from "./use-answer-focus";

/** A message that stays on the page, where a toast would disappear too soon. Errors are announced at once. */
export function Notice({
  kind = "info",
  answers,
  children,
}: {
  kind?: "info" | "success" | "warning" | "error";
  /**
   * The result this notice reports, such as a refused form whose button may be far below. Each new one moves the focus to
   * the notice, so the user reads it and a second key press does nothing.
   */
  answers?: unknown;
  children: ReactNode;
}) {
  const notice = useAnswerFocus<HTMLDivElement>(answers);
  return (
    <div
      ref={notice}
      className={`notice notice-${kind}`}
      {...(answers !== undefined && { tabIndex: -1, autoFocus: true })}
    >
      <Icon name={kind} />
      {/* A child of the focused element, or some screen readers announce it twice. */}
      <div role={kind === "error" ? "alert" : "status"}>{children}</div>
    </div>
  );
}

type Props = {
  refusal: Refusal | null | undefined;
  /** `at` in UTC milliseconds. */
  says: (at: number) => ReactNode;
  then: ReactNode;
};

/** Shows the version saved since the form was loaded. Sending the form again replaces it. */
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
