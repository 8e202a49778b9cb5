import { useNavigation } from "@remix-run/react";
import type { AgentTask } from "./task-read.server";
import { isStatusKey } from "./task-words";

/**
 * The task as it is once the form has arrived that is on its way: shown in the moment of the press. Refused, or not sent, it is
 * again as it was; the form itself keeps what was chosen.
 */
export function useHoped(task: AgentTask): AgentTask {
  const { formData, formAction } = useNavigation();
  if (formAction === `/tasks/${task.id}/assignment`) {
    return { ...task, assignee: task.assignable.find(({ id }) => id === task.viewerId) ?? task.assignee };
  }
  if (formData?.get("form") !== "fields" || formData.has("do") || formData.has("show")) return task;
  const [title, status, tags] = ["title", "status", "tags"].map((name) => String(formData.get(name) ?? ""));
  return {
    ...task,
    title: title || task.title,
    status: status && isStatusKey(status) ? status : task.status,
    tags: [...new Set(tags?.toLowerCase().match(/[^\s,]+/g))].sort(),
  };
}
