import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { joinDefaultTeam } from "~/features/users/user-change-steps.server";
import { personKeys } from "~/features/users/user-search-keys.server";
import { DAY_MS } from "~/lib/durations";
import { sortKey } from "~/lib/search-tokens";
import { Chance } from "./random";
import { inParts } from "./row-batches";
import { personName } from "./words";

export type Crew = {
  requesters: { id: number; organization: number | null }[];
  /** The first one is the admin. */
  agents: { id: number; name: string }[];
  teams: { id: number; members: { id: number; name: string }[] }[];
};

const TEAMS = ["Network", "Workplace", "Applications", "Telephony", "Data", "Human resources", "Security"];
const CLOSED = ["Human resources", "Security"];
const AGENTS = 50;
const ORGANIZATIONS = 40;

export const emailOf = (role: "agent" | "requester", i: number) => `${role}${i + 1}@seed.example`;

/** Creates teams, organizations and people. Agents have read everything older than three days. */
export async function createPeople(
  db: Db,
  { tasks, until, passwordHash }: { tasks: number; until: number; passwordHash: string | null },
): Promise<Crew> {
  const since = until - 730 * DAY_MS;
  return inTransaction(db, async (tx) => {
    const first = await tx.selectFrom("team").select("id").where("is_default", "=", 1).executeTakeFirstOrThrow();
    const teams: Crew["teams"] = [{ id: first.id, members: [] }];
    for (const name of TEAMS) {
      const visibility = CLOSED.includes(name) ? ("members" as const) : ("open" as const);
      const team = tx.insertInto("team").values({ name, is_default: 0, visibility });
      teams.push({ id: (await team.returning("id").executeTakeFirstOrThrow()).id, members: [] });
    }
    await tx.updateTable("catalogue").set({ setup: '{"hidden":true}' }).execute(); // no checklist of first steps
    const organizations: number[] = [];
    for (let i = 0; i < ORGANIZATIONS; i++) {
      const name = `Company ${i + 1}`;
      const sharing = i < 5 ? ("members" as const) : i < 10 ? ("managers" as const) : ("none" as const);
      const row = { name, name_key: sortKey(name), sharing, created_at: since, updated_at: since };
      const made = tx.insertInto("organization").values(row).returning("id");
      organizations.push((await made.executeTakeFirstOrThrow()).id);
    }

    const person = (role: "agent" | "requester" | "admin", i: number, email: string) => ({
      ...personKeys(personName(i), email),
      ...{ role, state: "active" as const, password_hash: passwordHash, external_key: null },
      ...{ confirmed_at: since, created_at: since, updated_at: since, read_until: until - 3 * DAY_MS, version: 1 },
    });
    const agents: Crew["agents"] = [];
    for (let i = 0; i < AGENTS; i++) {
      const row = person(i === 0 ? "admin" : "agent", i, emailOf("agent", i));
      agents.push(await tx.insertInto("user").values(row).returning(["id", "name"]).executeTakeFirstOrThrow());
    }
    await joinDefaultTeam(
      tx,
      agents.map(({ id }) => id),
    );
    teams[0]?.members.push(...agents);
    for (const [i, agent] of agents.entries()) {
      const team = teams[1 + (i % TEAMS.length)];
      if (!team) continue;
      team.members.push(agent);
      const lead = team.members.length === 1 ? (1 as const) : (0 as const);
      await tx.insertInto("team_member").values({ team_id: team.id, user_id: agent.id, lead }).execute();
    }

    const many = Math.min(20_000, Math.max(20, Math.round(tasks / 40)));
    const chance = new Chance(many);
    const rows = Array.from({ length: many }, (_, i) => {
      const organization_id = chance.happens(0.6) ? chance.pickSeldom(organizations) : null;
      const org_manager = organization_id !== null && chance.happens(0.05) ? (1 as const) : (0 as const);
      return { ...person("requester", AGENTS + i, emailOf("requester", i)), organization_id, org_manager };
    });
    const requesters: Crew["requesters"] = [];
    for (const part of inParts(rows)) {
      const made = await tx.insertInto("user").values(part).returning(["id", "organization_id"]).execute();
      requesters.push(...made.map((one) => ({ id: one.id, organization: one.organization_id })));
    }
    return { requesters, agents, teams };
  });
}
