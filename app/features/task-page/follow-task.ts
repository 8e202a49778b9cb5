import { useNavigation } from "@remix-run/react";
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import { basisOf, followFields } from "~/features/custom-fields/follow-fields";
import { isStatusKey } from "~/features/tasks/tasks";
import type { Choice } from "~/ui/field";
import type { AgentTask } from "./task-read.server";

/**
 * The task as it is once the form has arrived that is on its way: shown in the moment of the press. Refused, or not sent, it is
 * again as it was. `fields` is what the form of the fields goes by, which keeps by itself what was chosen in it.
 */
export function useHoped(task: AgentTask): { shown: AgentTask; fields: AgentTask } {
  const { formData, formAction } = useNavigation();
  const both = (hoped: AgentTask) => ({ shown: hoped, fields: hoped });
  if (formAction === `/tasks/${task.id}/assignment`) {
    return both({ ...task, assignee: task.assignable.find(({ id }) => id === task.viewerId) ?? task.assignee });
  }
  if (!formData || formData.has("do") || formData.has("show")) return both(task);
  const [title = "", status = "", tags = "", after = ""] = ["title", "status", "tags", "after"].map((name) =>
    String(formData.get(name) ?? ""),
  );
  const form = formData.get("form");
  if (form === "reply" && isStatusKey(after)) return both({ ...task, status: after });
  if (form !== "fields") return both(task);
  const shown = {
    ...task,
    title: title || task.title,
    status: isStatusKey(status) ? status : task.status,
    tags: [...new Set(tags.toLowerCase().match(/[^\s,]+/g))].sort(),
  };
  return { shown, fields: task };
}

/**
 * What a form of fields is made with, kept in step with the task: untouched fields follow it when the page is loaded anew.
 * Takes what `basisOf` takes.
 */
export function useBasis<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  current: Record<Name, string>,
  sent: Readonly<Record<string, string>> | undefined,
  told: readonly string[],
) {
  const [basis, setBasis] = useState(() => basisOf(current, sent, told));
  const now = JSON.stringify(current);
  // What stands in the fields, which may be ahead of what is drawn: two changes can come before the first is.
  const latest = useRef(basis);
  useEffect(() => {
    if (now === JSON.stringify(latest.current.was)) return;
    const was = followFields(form.current, latest.current.was, JSON.parse(now));
    if (!was) return;
    latest.current = { ...latest.current, was };
    setBasis(latest.current);
  }, [form, now]);
  return basis;
}

/**
 * The choices of a list as they are now, and of those it began with what it stands at. When the option goes that a list
 * stands at, the browser takes another unasked, and that would look like the choice of a person.
 */
export function useChoices(now: readonly Choice[], was: string) {
  const [first] = useState(now);
  const [chosen, setChosen] = useState(was);
  const stays = ({ value }: Choice) => String(value) === was || String(value) === chosen;
  const gone = first.filter((choice) => stays(choice) && !now.some(({ value }) => value === choice.value));
  return {
    choices: [...now, ...gone],
    follow: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => setChosen(currentTarget.value),
  };
}
