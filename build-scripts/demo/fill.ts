import type { Db } from "~/db/types";
import { INCIDENTS, PEOPLE } from "~/features/first-run/sample/sample-copy";
import type { Who } from "~/features/first-run/sample/story";
import { type Cast, tellStories } from "~/features/first-run/sample/tell-stories.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { newTaskJobs } from "~/features/notifications/notify.server";
import { createOrganization } from "~/features/organizations/organization-changes.server";
import { addToOrganization, changeOrganizationMember } from "~/features/organizations/organization-members.server";
import { setLead } from "~/features/teams/team-members.server";
import { listAllTeams } from "~/features/teams/team-read.server";
import { createUser } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/user-schema";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import { registerAllSubjects } from "~/subjects.server";
import { defineFields } from "./fields";
import { writeMacros } from "./macros";
import { REQUESTS } from "./requests";
import { ROUTINE } from "./routine";
import { setServiceLevels } from "./service-levels";

/** Creates every account in the stories, all with the same password. `now` in UTC milliseconds. */
async function createPeople(db: Db, passwordHash: string, now: number): Promise<Cast> {
  const cast: Partial<Cast> = {};
  for (const [who, person] of Object.entries(PEOPLE)) {
    const email = `${who}@harbour.example`;
    const made = await createUser(db, { ...person, email, passwordHash }, now - 300 * DAY_MS);
    if (!made.ok) throw new Error(`${email} is already taken.`);
    cast[who as Who] = { ...person, email, id: made.id };
  }
  return cast as Cast;
}

/** Puts some requesters into an organization, whose members see each other's requests. */
async function organize(db: Db, { ada, jonas, ...cast }: Cast, now: number) {
  const fields = {
    name: "Pilot station",
    domains: "pilots.example",
    sharing: "members",
    note: "Day and night.",
  } as const;
  const made = await createOrganization(db, ada, { ...fields, requestKey: crypto.randomUUID() }, now);
  if (!made.ok) throw new Error(made.why);
  for (const { id, email } of [cast.lea, cast.mateo, cast.sam]) {
    await addToOrganization(db, jonas, made.id, email ?? "", now);
    if (id === cast.mateo.id) {
      await changeOrganizationMember(db, jonas, { id: made.id, userId: id, change: "manager" }, now);
    }
  }
}

/** Makes the triaging admin the lead, so that new tasks don't notify everyone. */
async function leadDefaultTeam(db: Db, ada: Viewer, now: number) {
  const [team] = await listAllTeams(db);
  if (team) await setLead(db, ada, { teamId: team.id, userId: ada.id, lead: true }, now);
}

/** Fills an empty database through the product's own functions, and returns its accounts. */
export async function fillDesk(db: Db, { passwordHash, now }: { passwordHash: string; now: number }): Promise<Cast> {
  registerAllSubjects();
  const cast = await createPeople(db, passwordHash, now);
  await db.updateTable("catalogue").set({ setup: '{"hidden":true}' }).execute(); // a desk that has been in use for long
  await organize(db, cast, now - 299 * DAY_MS);
  await leadDefaultTeam(db, cast.ada, now - 299 * DAY_MS);
  await defineFields(db);
  await writeMacros(db, cast.ada, now - 298 * DAY_MS);
  await setServiceLevels(db, cast.ada, now - 298 * DAY_MS);
  const created = async (at: number) => {
    await doDueJobs(db, newTaskJobs, at, (error) => {
      throw error;
    });
  };
  await tellStories([...INCIDENTS, ...REQUESTS, ...ROUTINE], { db, cast, now, created });
  const readUntil = now - 10 * HOUR_MS; // newer items stay unread
  await db.updateTable("user").set({ read_until: readUntil }).execute();
  await db.updateTable("notification").set({ read_at: readUntil }).where("at", "<=", readUntil).execute();
  return cast;
}
