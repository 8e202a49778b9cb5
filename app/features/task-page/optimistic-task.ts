import { useNavigation } from "@remix-run/react";
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from "react";
import { followFields, formBaseline } from "~/features/custom-fields/sync-untouched-fields";
import { isStatusKey } from "~/features/tasks/tasks";
import type { Choice } from "~/ui/field";
import type { AgentTask } from "./task-read.server";

/**
 * Optimistic task: shows submitted values until the server answers, then the actual ones.
 * `fields` is for the form of fields, which keeps its own input.
 */
export function useOptimisticTask(task: AgentTask): { shown: AgentTask; fields: AgentTask } {
  const { formData, formAction } = useNavigation();
  const both = (hoped: AgentTask) => ({ shown: hoped, fields: hoped });
  if (formAction === `/tasks/${task.id}/assignment`) {
    return both({ ...task, assignee: task.assignable.find(({ id }) => id === task.viewerId) ?? task.assignee });
  }
  if (!formData || formData.has("do") || formData.has("show")) return both(task);
  const [title = "", status = "", tags = "", after = ""] = ["title", "status", "tags", "after"].map((name) =>
    String(formData.getAll(name).at(-1) ?? ""),
  );
  const form = formData.get("form");
  if (form === "reply" && isStatusKey(after)) return both({ ...task, status: after });
  if (form !== "fields") return both(task);
  const shown = {
    ...task,
    title: title || task.title,
    status: isStatusKey(status) ? status : task.status,
    tags: formData.has("tags") ? [...new Set(tags.toLowerCase().match(/[^\s,]+/g))].sort() : task.tags,
  };
  return { shown, fields: task };
}

/** The basis of a form of fields (see `formBaseline`), updated when the task reloads: untouched fields follow it. */
export function useBasis<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  current: Record<Name, string>,
  sent: Readonly<Record<string, string>> | undefined,
  told: readonly string[],
) {
  const [basis, setBasis] = useState(() => formBaseline(current, sent, told));
  const now = JSON.stringify(current);
  // May be ahead of the rendered state: two changes can arrive before the first one renders.
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
 * A select's current options, plus the initial or chosen one if it has since disappeared. Otherwise the browser would
 * pick another option, which would look like the user's choice.
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
