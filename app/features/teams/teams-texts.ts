import { allOf } from "~/lib/text";

/** What people read here; docs/decisions/0020 says how to add to it. */

export const whoSeesTasks = "Admins see every team's tasks, and whoever is assigned a task goes on seeing it.";
export const whoGetsNewTasks = "To members who are available, not away, and have room for more.";
export const proposedStatus = "The status that is proposed beside an agent's reply.";
export const number0ForNever = "0 for never.";
export const laterAnswerMakesNewTask = "A later answer makes a new task.";
export const whatDefaultTeamGets = "Gets the tasks of requesters, and of agents who choose none. There is exactly one.";
export const members = "Members";
export const lead = "Lead";
export const disabled = "Disabled";
export const endLead = "End lead";
export const endLeadNamed = (name: string) => `End lead: ${name}`;
export const makeLead = "Make lead";
export const makeLeadNamed = (name: string) => `Make lead: ${name}`;
export const remove = "Remove";
export const removeNamed = (name: string) => `Remove ${name}`;
export const nobodyBelongsToThisTeamYet = "Nobody belongs to this team yet.";
export const addAMember = "Add a member";
export const nameOrAddress = "A name or an e-mail address of somebody who works on tasks.";
export const add = "Add";
export const team = "Team";
export const teamSaved = "Team saved";
export const undo = "Undo";
/** `names`: some of those who do not see the team's tasks any more; `count`: how many they are. */
export function teamSavedButUnseen(names: readonly string[], count: number): string {
  const more = count - names.length;
  const people = more > 0 ? allOf([...names, more === 1 ? "1 other" : `${more} others`]) : allOf(names);
  return count === 1
    ? `Team saved. ${people} does not see its tasks any more, except those assigned to them.`
    : `Team saved. ${people} do not see its tasks any more, except those assigned to them.`;
}
export const teams = "Teams";
export const teamIsArchived = "This team is archived: it takes no new tasks, and keeps those it has.";
export const saveTeam = "Save team";
export const cancel = "Cancel";
export const archive = "Archive";
export const whatRestoringDoes = "Restored, the team takes new tasks again.";
export const whatArchivingDoes =
  "An archived team takes no new tasks and is not offered any more. Its tasks stay where they are.";
export const restoreTeam = "Restore team";
export const archiveTeam = "Archive team";
export const belongsToTheTeam = (name: string) => `${name} belongs to the team`;
export const belongsAlready = (name: string) => `${name} belongs to the team already`;
export const everyAgentSeesAgain = "Every agent sees the team's tasks again";
export const newTeam = "New team";
export const teamCreated = "Team created";
export const createTeam = "Create team";
export const name = "Name";
export const whoWorksOnItsTasks = "Who works on its tasks";
export const openTasks = "Open tasks";
export const isDefault = "Default";
export const archived = "Archived";
export const enterAName = "Enter a name.";
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const descriptionAtMost = (most: number) => `A description has at most ${most} characters.`;
export const chooseOneOfTheList = "Choose one of the list.";
export const belongNoMore = "They do not belong to the team any more";
export const hasLeft = (name: string) => `${name} has left the team`;
export const hasLeftAndSeesNoMore = (name: string) =>
  `${name} has left the team and does not see its tasks any more, except those assigned to them`;
export const hasLeftAndSeesNoConfidential = (name: string) =>
  `${name} has left the team and does not see its confidential tasks any more, except those assigned to them`;
export const leads = (name: string) => `${name} leads the team`;
export const isAMember = (name: string) => `${name} is a member of the team`;
export const teamArchived = "Team archived";
export const teamRestored = "Team restored";
export const onlyAdmins = "Only admins set up teams.";
export const teamIsNotHere = "That team is not here.";
export const nameIsTaken = "Another team has this name.";
export const teamsAtMost = (most: number) =>
  `There are ${most} teams already. Archive one that is not needed any more.`;
export const defaultStays = "This is the default team. Make another one the default team first.";
export const changedMeanwhile = "Somebody else changed this team meanwhile. Nothing was saved.";
export const itIsNow = (value: string) =>
  `It is now “${value}”. Save again to replace that with yours, or choose that here to keep it.`;
export const enterDays = (most: number) => `Enter a number of days from 0 to ${most}.`;
export const everyAgent = "Every agent";
export const membersOnly = "Members only";
export const byHand = "By hand";
export const inTurn = "In turn";
export const toWhoHasTheFewest = "To who has the fewest open tasks";
export const keepTheStatus = "Keep the status";
export const description = "Description";
export const defaultTeam = "Default team";
export const newTasksAreAssigned = "New tasks are assigned";
export const afterAReply = "After a reply";
export const closeResolvedAfter = "Close resolved tasks after (days)";
export const reopenClosedWithin = "Reopen closed tasks within (days)";
export const yes = "yes";
export const no = "no";
