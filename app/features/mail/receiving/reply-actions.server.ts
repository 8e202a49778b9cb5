import type { Tx } from "~/db/transaction.server";
import type { Actions } from "~/features/actions/actions";
import { applyActions } from "~/features/actions/apply-actions.server";
import { Tags } from "~/features/tasks/task-schema";
import { defaultOf, offeredStatuses, PRIORITIES, statusOf } from "~/features/tasks/tasks";
import { resolvePerson } from "~/features/users/person-picker.server";
import type { Viewer } from "~/features/users/users";
import type { ReplyCommand } from "../parsing/reply-commands";
import * as say from "./receiving-copy";

/** A command as the agent wrote it, and why it was refused; null once it is done. */
export type Carried = { command: string; refusal: string | null };

/** A command in the words it was written with. */
export function commandText(command: ReplyCommand): string {
  switch (command.kind) {
    case "assign":
      return `#assign ${command.to}`;
    case "status":
      return `#status ${command.status}`;
    case "priority":
      return `#priority ${command.priority}`;
    case "tag":
      return `#tag ${command.tag}`;
    default:
      return `#${command.kind}`;
  }
}

/** Runs an agent's commands in order, under the rules of the task form. */
export async function carryOut(
  tx: Tx,
  viewer: Viewer,
  taskId: number,
  commands: readonly ReplyCommand[],
  now: number,
): Promise<Carried[]> {
  const carried: Carried[] = [];
  for (const command of commands) {
    const actions = await actionsOf(tx, taskId, command);
    const refusal = typeof actions === "string" ? actions : await refusalOf(tx, viewer, taskId, actions, now);
    carried.push({ command: commandText(command), refusal });
  }
  return carried;
}

async function refusalOf(tx: Tx, viewer: Viewer, taskId: number, actions: Actions, now: number) {
  const applied = await applyActions(tx, viewer, { taskId }, actions, now);
  if (applied.ok) return null;
  return applied.why === "refused" ? applied.reason : say.noAccess;
}

/** The actions of a command, or why it can't be parsed. */
async function actionsOf(tx: Tx, taskId: number, command: ReplyCommand): Promise<Actions | string> {
  switch (command.kind) {
    case "note":
      return {};
    case "close": {
      const { status } = await tx
        .selectFrom("task")
        .select("status")
        .where("id", "=", taskId)
        .executeTakeFirstOrThrow();
      // Only a resolved task can be closed, so a first "#close" resolves it.
      return { status: defaultOf(statusOf(status).category === "resolved" ? "closed" : "resolved") };
    }
    case "status": {
      const named = offeredStatuses().find((status) => isNamed(status, command.status));
      return named ? { status: named.key } : say.noSuchStatus;
    }
    case "priority": {
      const named = PRIORITIES.find((priority) => isNamed(priority, command.priority));
      return named ? { priority: named.key } : say.noSuchPriority;
    }
    case "tag": {
      const tags = Tags.safeParse(command.tag);
      return tags.success ? { addTags: tags.data } : (tags.error.issues[0]?.message ?? "");
    }
    case "assign": {
      const name = command.to.toLowerCase();
      if (name === "me") return { assignee: "me" };
      if (name === "none" || name === "nobody") return { assignee: null };
      const found = await resolvePerson(tx, command.to, { among: "assignable" });
      return found.ok ? { assignee: found.person.id } : found.message;
    }
  }
}

const isNamed = ({ key, name }: { key: string; name: string }, typed: string) => {
  const words = typed.trim().toLowerCase();
  return name.toLowerCase() === words || key === words.replace(/[\s-]+/g, "_");
};
