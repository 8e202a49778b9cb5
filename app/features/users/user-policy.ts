import { isAgent, type Role, type Viewer } from "./users";

/*
 * Permissions on people: agents look after requesters; roles, accounts and passwords are for admins. A person the viewer may
 * not see gets the same response as one that doesn't exist.
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

/** Agents may have an address confirmed only if there's none to sign in with yet: they could add one of their own. */
export const maySendConfirmation = (viewer: Actor, person: Someone, addresses: readonly { isConfirmed: boolean }[]) =>
  mayConfirmAddresses(viewer, person) ||
  (mayEditPerson(viewer, person) && addresses.every(({ isConfirmed }) => !isConfirmed));

/** For organizations themselves. Changing a member also takes `mayEditPerson`. */
export const mayManageOrganizations = (viewer: Pick<Actor, "role">) => isAgent(viewer);

/** Setting an agent's availability. `leads`: whether the viewer leads one of the agent's teams. */
export const maySetAvailability = (viewer: Actor, person: Someone, leads: boolean) =>
  viewer.role === "admin" || (isAgent(viewer) && (viewer.id === person.id || leads));

/** Roles, disabling, and other people's passwords. */
export const mayManageAccounts = (viewer: Actor) => viewer.role === "admin";

/** Teams and all other desk-wide settings, and the security log. */
export const maySetUpDesk = (viewer: Pick<Actor, "role">) => viewer.role === "admin";

/** Callers also check the current password when people change their own. */
export const maySetPassword = (viewer: Actor, person: Pick<Someone, "id">) =>
  mayManageAccounts(viewer) || viewer.id === person.id;
