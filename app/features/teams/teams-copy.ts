import { allOf } from "~/lib/text";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const taskAccessHint = "Admins see every team's tasks. Assignees always see their own.";
export const newTaskAssignmentHint = "Automatic assignment skips members who are unavailable, away or at their limit.";
export const afterReplyHint = "Suggested when an agent replies.";
export const closeResolvedHint = "Enter 0 to turn off automatic closing.";
export const reopenClosedHint = "A later reply creates a new task.";
export const thanksFilterHint = "These emails appear on the task but don't reopen it.";
export const showFirstAnswerHint =
  "Shows the expected first-response time on each request until an agent replies. Needs a first-response target.";
export const defaultTeamHint = "Gets every new task that has no team. Only one team can be the default.";
export const members = "Members";
export const lead = "Lead";
export const makeLead = "Make lead";
export const makeLeadNamed = (name: string) => `Make lead: ${name}`;
export const noMembersYet = "This team has no members yet.";
export const nameOrAddressHint = "The name or email address of an agent or admin.";
export const team = "Team";
export const teamSaved = "Team saved";
export const undo = "Undo";
/** `names`: some of the agents who lost access; `count`: how many in all. */
export function teamSavedAccessLost(names: readonly string[], count: number): string {
  const more = count - names.length;
  const people = more > 0 ? allOf([...names, more === 1 ? "1 other" : `${more} others`]) : allOf(names);
  return `Team saved. ${people} can no longer see its tasks, except those assigned to them`;
}
export const teams = "Teams";
export const teamIsArchived = "This team is archived. It keeps its tasks but takes no new ones.";
export const saveTeam = "Save team";
export const archive = "Archive";
export const restoreTeamHint = "Restoring lets the team take new tasks again.";
export const archiveTeamHint = "An archived team takes no new tasks and can't be chosen. It keeps its tasks.";
export const restoreTeam = "Restore team";
export const archiveTeam = "Archive team";
export const memberAdded = (name: string) => `Added ${name} to the team`;
export const alreadyAMember = (name: string) => `${name} is already in the team`;
export const tasksVisibleAgain = "Every agent sees the team's tasks again";
export const newTeam = "New team";
export const addTeam = "Add team";
export const teamCreated = "Team added";
export const name = "Name";
export const taskAccess = "Task access";
export const openTasks = "Open tasks";
export const defaultMark = "Default";
export const archived = "Archived";
export const enterAName = "Enter a name.";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const descriptionTooLong = (most: number) => `A description can have at most ${most} characters.`;
export const chooseAnOption = "Choose an option from the list.";
export const noLongerMembers = "That person is no longer in the team";
export const memberRemoved = (name: string) => `Removed ${name} from the team`;
export const memberRemovedAccessLost = (name: string) =>
  `Removed ${name} from the team. They can no longer see its tasks, except those assigned to them`;
export const memberRemovedConfidentialLost = (name: string) =>
  `Removed ${name} from the team. They can no longer see its confidential tasks, except those assigned to them`;
export const leadsTheTeam = (name: string) => `${name} is now a lead`;
export const isAMember = (name: string) => `${name} is now a member`;
export const teamArchived = "Team archived";
export const teamRestored = "Team restored";
export const onlyAdminsSetUpTeams = "Only admins can set up teams. Ask an admin to do it.";
export const noSuchTeam = "That team no longer exists. Choose another one.";
export const nameIsTaken = "Another team has this name. Choose a different one.";
export const teamLimitReached = (most: number) => `You've reached the limit of ${most} teams. Archive a team first.`;
export const isTheDefaultTeam = "The default team can't be archived. Make another team the default first.";
export const changedMeanwhile = "Someone else changed this team while you were editing. Nothing was saved.";
export const currentValue = (value: string) =>
  `It's now “${value}”. Save again to replace it with yours, or change yours to match.`;
export const enterDays = (most: number) => `Enter a number of days from 0 to ${most}.`;
export const everyAgent = "Every agent";
export const membersOnly = "Members only";
export const manually = "Manual";
export const roundRobin = "Round robin";
export const toFewestOpenTasks = "Fewest open tasks";
export const keepTheStatus = "No change";
export const description = "Description";
export const defaultTeam = "Default team";
export const newTasksAreAssigned = "Assignment of new tasks";
export const afterAReply = "Status after a reply";
export const closeResolvedAfter = "Close resolved tasks after (days)";
export const reopenClosedWithin = "Reopen closed tasks within (days)";
export const thanksFilter = "Ignore emails that only say thanks";
export const showFirstAnswer = "Show requesters when to expect a first response";
export const yes = "yes";
export const no = "no";
