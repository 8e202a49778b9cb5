import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/features/users/users";

/** 1 if the query after `from` returns a row. */
const any = (rows: RawBuilder<unknown>) => sql<0 | 1>`case when exists (select 1 from ${rows}) then 1 else 0 end`;

export const hasParticipants = any(sql`participant where participant.task_id = task.id`).as("has_participants");

/**
 * Which parts a task has, as columns of a query on `task`. Most tasks have few, so one combined check costs less than
 * querying each part.
 */
export const partsOf = ({ id }: Pick<Viewer, "id">, now: number) =>
  [
    hasParticipants,
    any(sql`watcher where watcher.task_id = task.id`).as("has_watchers"),
    any(sql`task_mute where task_mute.task_id = task.id and user_id = ${id}`).as("is_muted"),
    any(sql`presence where presence.task_id = task.id and user_id <> ${id} and expires_at > ${now}`).as("has_present"),
    any(sql`parked_form where parked_form.user_id = ${id}`).as("has_parked"),
    any(sql`draft where draft.task_id = task.id and user_id = ${id}`).as("has_own_drafts"),
    any(sql`draft where draft.task_id = task.id and user_id <> ${id} and shared = 1`).as("has_shared_drafts"),
    any(sql`checklist_item where checklist_item.task_id = task.id`).as("has_checklist"),
    any(sql`task as sub where sub.parent_id = task.id`).as("has_sub_tasks"),
    any(sql`task_link where task_link.task_id = task.id or task_link.other_id = task.id`).as("has_links"),
    any(sql`change_set where change_set.task_id = task.id and kind = 'merge'`).as("has_merged"),
    any(sql`attachment where attachment.task_id = task.id`).as("has_files"),
    any(sql`task_tag where task_tag.task_id = task.id`).as("has_tags"),
    any(sql`custom_field where enabled = 1`).as("has_fields"),
    any(sql`
      message join message_edit on message_edit.message_id = message.id
      where message.task_id = task.id and message.edited_at is not null
    `).as("has_edits"),
    any(sql`outgoing_mail where outgoing_mail.task_id = task.id`).as("has_sent_mail"),
    any(sql`mail_address where mail_address.deleted_at is null`).as("sends_mail"),
  ] as const;
