import { allOf } from "~/lib/text";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const whoSeesTasks = "Admins see every team's tasks. Assignees always see their own.";
export const whoGetsNewTasks = "Automatic assignment skips members who are unavailable, away or at their limit.";
export const proposedStatus = "The status suggested when an agent replies.";
export const number0ForNever = "0 for never.";
export const laterAnswerMakesNewTask = "After that, a reply creates a new task.";
export const whatDefaultTeamGets = "Gets requests, and tasks created without a team. Exactly one team is the default.";
export const members = "Members";
export const lead = "Lead";
export const makeLead = "Make lead";
export const makeLeadNamed = (name: string) => `Make lead: ${name}`;
export const nobodyBelongsToThisTeamYet = "This team has no members yet.";
export const nameOrAddress = "The name or email address of an agent or admin.";
export const team = "Team";
export const teamSaved = "Team saved";
export const undo = "Undo";
/** `names`: some of the agents who lost access; `count`: how many in all. */
export function teamSavedButUnseen(names: readonly string[], count: number): string {
  const more = count - names.length;
  const people = more > 0 ? allOf([...names, more === 1 ? "1 other" : `${more} others`]) : allOf(names);
  return `Team saved. ${people} can no longer see its tasks, except those assigned to them.`;
}
export const teams = "Teams";
export const teamIsArchived = "This team is archived. It keeps its tasks but takes no new ones.";
export const saveTeam = "Save team";
export const archive = "Archive";
export const whatRestoringDoes = "Restoring lets the team take new tasks again.";
export const whatArchivingDoes =
  "An archived team takes no new tasks and can't be chosen. Its tasks stay where they are.";
export const restoreTeam = "Restore team";
export const archiveTeam = "Archive team";
export const belongsToTheTeam = (name: string) => `Added ${name} to the team`;
export const belongsAlready = (name: string) => `${name} is already in the team`;
export const everyAgentSeesAgain = "Every agent sees the team's tasks again";
export const newTeam = "New team";
export const teamCreated = "Team created";
export const createTeam = "Create team";
export const name = "Name";
export const whoWorksOnItsTasks = "Task access";
export const openTasks = "Open tasks";
export const isDefault = "Default";
export const archived = "Archived";
export const enterAName = "Enter a name.";
export const nameAtMost = (most: number) => `A name has at most ${most} characters.`;
export const descriptionAtMost = (most: number) => `A description has at most ${most} characters.`;
export const chooseOneOfTheList = "Choose an option from the list.";
export const belongNoMore = "They are no longer in the team";
export const hasLeft = (name: string) => `Removed ${name} from the team`;
export const hasLeftAndSeesNoMore = (name: string) =>
  `Removed ${name} from the team. They can no longer see its tasks, except those assigned to them`;
export const hasLeftAndSeesNoConfidential = (name: string) =>
  `Removed ${name} from the team. They can no longer see its confidential tasks, except those assigned to them`;
export const leads = (name: string) => `${name} leads the team`;
export const isAMember = (name: string) => `${name} is a member of the team`;
export const teamArchived = "Team archived";
export const teamRestored = "Team restored";
export const onlyAdmins = "Only admins can set up teams.";
export const teamIsNotHere = "That team doesn't exist.";
export const nameIsTaken = "Another team has this name. Choose a different one.";
export const teamsAtMost = (most: number) => `There are already ${most} teams. Archive one you no longer need.`;
export const defaultStays = "This is the default team. Make another one the default team first.";
export const changedMeanwhile = "Someone else changed this team while you were editing. Nothing was saved.";
export const itIsNow = (value: string) =>
  `It is now “${value}”. Save again to replace that with yours, or choose that here to keep it.`;
export const enterDays = (most: number) => `Enter a number of days from 0 to ${most}.`;
export const everyAgent = "Every agent";
export const membersOnly = "Members only";
export const byHand = "Manually";
export const inTurn = "In turn";
export const toWhoHasTheFewest = "To the member with the fewest open tasks";
export const keepTheStatus = "Keep the status";
export const description = "Description";
export const defaultTeam = "Default team";
export const newTasksAreAssigned = "New tasks are assigned";
export const afterAReply = "After a reply";
export const closeResolvedAfter = "Close resolved tasks after (days)";
export const reopenClosedWithin = "Reopen closed tasks within (days)";
export const yes = "yes";
export const no = "no";
