import type { Db } from "~/db/types";
import { DAY_MS } from "~/lib/durations";
import { dayInWords } from "~/ui/time-words";
import * as say from "./users-texts";

/** From the one time until the other, in UTC milliseconds; both null for no absence. */
export type Absence = { absent_from: number | null; absent_until: number | null };

/** Whether somebody is away at this time. */
export const isAbsent = ({ absent_from, absent_until }: Absence, now: number) =>
  absent_from !== null && absent_until !== null && absent_from <= now && now < absent_until;

/** "Ada (away)" while they are, for lists in which people are chosen. */
export const nameIfThere = ({ name, ...absence }: Absence & { name: string }, now: number) =>
  isAbsent(absence, now) ? say.nameAway(name) : name;

/** The last day of an absence, as the middle of that day. */
export const lastDay = (until: number) => until - DAY_MS / 2;

/** "Away until 5 March. Grace stands in." For somebody who is absent. */
export async function absenceInWords(
  db: Db,
  { absent_until, substitute_id }: Absence & { substitute_id: number | null },
  now: number,
): Promise<string> {
  const day = dayInWords(lastDay(absent_until ?? now), now);
  if (substitute_id === null) return say.awayUntilDay(day);
  const substitute = await db.selectFrom("user").select("name").where("id", "=", substitute_id).executeTakeFirst();
  return substitute ? say.awayUntilDayStandsIn(day, substitute.name) : say.awayUntilDay(day);
}
