import * as z from "zod/v4";
import * as sayOfTypes from "~/features/catalogue/catalogue-copy";
import { TYPE_LIMITS } from "~/features/catalogue/types";
import { line } from "~/features/records/form-schema";
import { TEAM_LIMITS } from "~/features/teams/teams";
import * as sayOfTeams from "~/features/teams/teams-copy";
import { ROLES } from "~/features/users/users";
import * as sayOfUsers from "~/features/users/users-copy";
import { RequestKey, RowId } from "~/lib/form-values";
import { STEPS } from "./first-run";

/** Boxes of one name: none, one or several ids. */
const Ids = z
  .array(RowId)
  .or(RowId.transform((id) => [id]))
  .default([])
  .transform((ids) => [...new Set(ids)]);

export const InvitationsForm = z.object({
  people: z.string(),
  role: z.enum(ROLES, sayOfUsers.chooseARole),
  teams: Ids,
  requestKey: RequestKey,
});

export const TeamWithMembersForm = z.object({
  name: line(TEAM_LIMITS.name, sayOfTeams.nameTooLong(TEAM_LIMITS.name), sayOfTeams.enterAName),
  members: Ids,
  requestKey: RequestKey,
});

export const SetupForm = z
  .object({ skip: z.enum(STEPS) })
  .or(z.object({ resume: z.enum(STEPS) }))
  .or(z.object({ hidden: z.enum(["yes", "no"]).transform((hidden) => hidden === "yes") }));

export const TypeName = line(TYPE_LIMITS.name, sayOfTypes.nameTooLong(TYPE_LIMITS.name), sayOfTypes.enterAName);
