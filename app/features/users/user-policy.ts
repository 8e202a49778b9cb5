import { isAgent, type Role, type Viewer } from "./users";

/*
 * Who may do what with people. Agents look after requesters; roles, accounts and passwords are for admins.
 * Whoever may not see a person gets the same answer as for a person who does not exist.
 */

type Someone = { id: number; role: Role };
type Actor = Pick<Viewer, "id" | "role">;

export const mayListPeople = (viewer: Actor) => isAgent(viewer);

export const maySeePerson = (viewer: Actor, id: number) => isAgent(viewer) || viewer.id === id;

export const mayCreatePerson = (viewer: Actor, role: Role) =>
  viewer.role === "admin" || (viewer.role === "agent" && role === "requester");

export const mayEditPerson = (viewer: Actor, person: Someone) =>
  viewer.role === "admin" || (viewer.role === "agent" && person.role === "requester");

/** Confirming lets an address sign in. Agents can't confirm: they could mistype an address, or enter their own. */
export const mayConfirmAddresses = (viewer: Actor, person: Pick<Someone, "id">) =>
  viewer.role === "admin" || viewer.id === person.id;

/** The list of organizations, and what is said about them. Who belongs to one is said by who may edit the person. */
export const mayKeepOrganizations = (viewer: Pick<Actor, "role">) => isAgent(viewer);

/** When somebody is there for new tasks. `leads`: whether the viewer leads a team they belong to. */
export const mayArrangeFor = (viewer: Actor, person: Someone, leads: boolean) =>
  viewer.role === "admin" || (isAgent(viewer) && (viewer.id === person.id || leads));

/** Roles, disabling, and other people's passwords. */
export const mayRunAccounts = (viewer: Actor) => viewer.role === "admin";

/** Teams, and everything else below /settings that is the desk's and nobody's own; and who did what with it. */
export const maySetUpDesk = (viewer: Pick<Actor, "role">) => viewer.role === "admin";

/** One's own takes the current password as well. */
export const maySetPassword = (viewer: Actor, person: Pick<Someone, "id">) =>
  mayRunAccounts(viewer) || viewer.id === person.id;
