import { type RawBuilder, type SqlBool, sql } from "kysely";
import { deskToday } from "~/lib/desk-zone.server";

/** Of `user`: somebody who has a link to choose a password with, and has not yet. Never null. */
export const isInvited = (now: number): RawBuilder<SqlBool> => sql`(
  "user".state = 'active' and "user".password_hash is null
  and exists (select 1 from invitation where invitation.user_id = "user".id and invitation.expires_at > ${now})
)`;

/** Whether a `user` is away now, as in `isAbsent`. Never null. */
export const isAway = (now: number): RawBuilder<SqlBool> => sql`(
  "user".absent_from is not null and "user".absent_until is not null
  and "user".absent_from <= ${deskToday(now)} and "user".absent_until > ${deskToday(now)}
)`;

/** Of `user`: one of their addresses may be somebody else's, for all we know. */
export const isUnverified: RawBuilder<SqlBool> = sql`(
  ("user".email_key is not null and "user".verified_at is null) or exists (
    select 1 from user_address where user_address.user_id = "user".id and user_address.verified_at is null
  )
)`;
