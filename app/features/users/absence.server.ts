import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import { deskToday } from "~/lib/desk-zone.server";
import { DAY_MS } from "~/lib/durations";
import { dayInWords } from "~/ui/format-time";
import * as say from "./users-copy";

/** On `user`: has an open invitation and no password yet. Never null. */
export const isInvited = (now: number): RawBuilder<SqlBool> => sql`(
  "user".state = 'active' and "user".password_hash is null
  and exists (select 1 from invitation where invitation.user_id = "user".id and invitation.expires_at > ${now})
)`;

/** `isAbsent` in SQL, on `user`. Never null. */
export const isAway = (now: number): RawBuilder<SqlBool> => sql`(
  "user".absent_from is not null and "user".absent_until is not null
  and "user".absent_from <= ${deskToday(now)} and "user".absent_until > ${deskToday(now)}
)`;

/** On `user`: has an unverified address, which may be someone else's. */
export const isUnverified: RawBuilder<SqlBool> = sql`(
  ("user".email_key is not null and "user".verified_at is null) or exists (
    select 1 from user_address where user_address.user_id = "user".id and user_address.verified_at is null
  )
)`;

/** Calendar days (lib/calendar-day), the end exclusive; both null for no absence. */
export type Absence = { absent_from: number | null; absent_until: number | null };

/** Days start and end in the desk's time zone. */
export function isAbsent({ absent_from, absent_until }: Absence, now: number): boolean {
  const today = deskToday(now);
  return absent_from !== null && absent_until !== null && absent_from <= today && today < absent_until;
}

/** "Ada (away)" during an absence, for lists to choose people from. */
export const nameWithAbsence = ({ name, ...absence }: Absence & { name: string }, now: number) =>
  isAbsent(absence, now) ? say.nameAway(name) : name;

export const lastDay = (until: number) => until - DAY_MS;

/** "Away until 5 March. Covered by Grace." Expects an absent person. */
export async function absenceInWords(
  db: Db,
  { absent_until, substitute_id }: Absence & { substitute_id: number | null },
  now: number,
): Promise<string> {
  const day = dayInWords(lastDay(absent_until ?? now), now);
  if (substitute_id === null) return say.awayUntilDay(day);
  const substitute = await db.selectFrom("user").select("name").where("id", "=", substitute_id).executeTakeFirst();
  return substitute ? say.awayUntilWithSubstitute(day, substitute.name) : say.awayUntilDay(day);
}
