import { useNavigation } from "@remix-run/react";
import { isStatusKey } from "~/features/tasks/task-words";
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
