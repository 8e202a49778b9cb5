import type * as z from "zod/v4";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { dayOf, startOfDay } from "~/lib/calendar-day";
import { deskToday } from "~/lib/desk-zone.server";
import { DAY_MS } from "~/lib/durations";
import { type Absence, isAbsent, lastDay } from "./absence.server";
import { resolvePerson } from "./person-picker.server";
import { updateUser } from "./user-change-steps.server";
import { maySetAvailability } from "./user-policy";
import type { AvailabilityForm } from "./user-schema";
import { isAgent, personLabelWithId, type Role, type Viewer } from "./users";
import * as say from "./users-copy";

/** Form values: days as `2026-03-09`, the substitute as a person label. */
export type Availability = z.output<typeof AvailabilityForm>;

/** Whether the viewer may set this agent's availability: the agent, a lead of one of their teams, or an admin. */
export async function mayEditAvailability(
  db: Db,
  viewer: Viewer,
  person: { id: number; role: Role },
): Promise<boolean> {
  if (!isAgent(person)) return false;
  if (maySetAvailability(viewer, person, false)) return true;
  const led = await db
    .selectFrom("team_member as mine")
    .innerJoin("team_member as theirs", "theirs.team_id", "mine.team_id")
    .select("mine.team_id")
    .where("mine.user_id", "=", viewer.id)
    .where("mine.lead", "=", 1)
    .where("theirs.user_id", "=", person.id)
    .limit(1)
    .executeTakeFirst();
  return maySetAvailability(viewer, person, led !== undefined);
}

/** Leaves out a past absence. Null for requesters and unknown ids. */
export async function readAvailability(db: Db, id: number, now: number) {
  const row = await db
    .selectFrom("user")
    .leftJoin("user as stand_in", "stand_in.id", "user.substitute_id")
    .select(["user.role", "user.available", "user.capacity", "user.absent_from", "user.absent_until"])
    .select(["stand_in.id as stand_in_id", "stand_in.name as stand_in_name", "stand_in.email as stand_in_email"])
    .where("user.id", "=", id)
    .executeTakeFirst();
  if (!row || !isAgent(row)) return null;
  const isOver = row.absent_until === null || row.absent_until <= deskToday(now);
  const { stand_in_id, stand_in_name, stand_in_email: email } = row;
  const substitute = isOver || stand_in_id === null ? null : { id: stand_in_id, name: stand_in_name ?? "", email };
  return {
    absence: isOver
      ? null
      : {
          ...{ from: row.absent_from ?? 0, lastDay: lastDay(row.absent_until ?? 0), substitute },
          hasBegun: isAbsent(row, now),
        },
    fields: {
      available: row.available === 1,
      capacity: row.capacity,
      absentFrom: isOver ? "" : dayOf(row.absent_from),
      absentUntil: isOver ? "" : dayOf(lastDay(row.absent_until ?? 0)),
      substitute: substitute ? personLabelWithId(substitute) : "",
    } satisfies Availability,
  };
}

export type ReadAvailability = NonNullable<Awaited<ReturnType<typeof readAvailability>>>;

type SaveAvailability =
  | { ok: true }
  | { ok: false; why: "not_allowed" }
  | { ok: false; why: "wrong"; errors: Partial<Record<keyof Availability, string>>; meant: string[] };

/** Sets when an agent takes new tasks. Days are whole days in the desk's time zone, the last one included. */
export async function saveAvailability(
  db: Db,
  viewer: Viewer,
  id: number,
  { available, capacity, absentFrom, absentUntil, substitute: typed }: Availability,
  now: number,
): Promise<SaveAvailability> {
  return inTransaction(db, async (tx) => {
    const person = await tx.selectFrom("user").select(["id", "role"]).where("id", "=", id).executeTakeFirst();
    if (!person || !(await mayEditAvailability(tx, viewer, person))) return { ok: false, why: "not_allowed" };
    const wrong: Extract<SaveAvailability, { why: "wrong" }> = { ok: false, why: "wrong", errors: {}, meant: [] };
    const absence = absenceOf(absentFrom, absentUntil, now);
    if (typeof absence === "string") wrong.errors.absentUntil = absence;
    let substitute: number | null = null;
    if (typed !== "" && absentUntil !== "") {
      const found = await resolvePerson(tx, typed, { among: "assignable" });
      if (!found.ok)
        Object.assign(wrong, { errors: { ...wrong.errors, substitute: found.message }, meant: found.meant ?? [] });
      else if (found.person.id === id) wrong.errors.substitute = say.chooseAnotherSubstitute;
      else substitute = found.person.id;
    }
    if (typeof absence === "string" || Object.keys(wrong.errors).length > 0) return wrong;
    const columns = { available: available ? 1 : 0, capacity, ...absence, substitute_id: substitute } as const;
    await updateUser(tx, id, columns, now);
    return { ok: true };
  });
}

/** The absence, or the error message. Without a first day it starts today. */
function absenceOf(from: string, until: string, now: number): Absence | string {
  if (until === "") return from === "" ? { absent_from: null, absent_until: null } : say.enterTheLastDay;
  const first = startOfDay(from) ?? deskToday(now);
  const end = (startOfDay(until) ?? 0) + DAY_MS;
  if (end <= deskToday(now)) return say.dayHasPassed;
  return end > first ? { absent_from: first, absent_until: end } : say.endsBeforeStart;
}
