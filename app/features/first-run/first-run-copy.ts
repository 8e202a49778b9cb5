import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const setup = "Setup checklist";
export const aboutSetup = "Do the steps in any order. Skip what you don't need.";
export const showOnHome = "Show checklist on Home";
export const checklistHidden = "Checklist hidden. Find it under Settings";
export const checklistShown = "Checklist shown on Home";

export const siteStep = "Name and logo";
export const siteStepHint = "Shown on every page and in emails.";
export const peopleStep = "Invite people";
export const peopleStepHint = "Paste everyone's email addresses at once.";
export const teamsStep = "Teams";
export const teamsStepHint = "Give each group of agents its own queue.";
export const typesStep = "Types";
export const typesStepHint = "Choose what requesters can ask for.";
export const emailStep = "Connect email";
export const emailStepHint = "Turn emails into tasks, and send replies by email.";
export const requesterStep = "Try it as a requester";
export const requesterStepHint = "See a task as its requester sees it.";
export const requesterStepWithoutTask =
  "There's no task to look at yet. Create one or load the sample data, then come back to this step.";

export const invitePeople = "Invite people";
export const aboutInviting = (days: number) =>
  `Each person needs a link to choose a password. The link works once and expires after ${days} days.`;
export const peopleToInvite = "People";
export const peopleToInviteHint =
  "Email addresses, or names with addresses such as Ada Lovelace <ada@example.org>. Separate them with commas or new lines.";
export const alsoJoin = "Teams";
export const invitedRoleHint =
  "Everyone on the list gets this role. Requesters send requests. Agents work on tasks. Admins also manage people and the desk's settings. Agents and admins join the default team.";
export const emailsLinks = "Each person gets their link by email.";
export const showsLinks =
  "This desk can't send email yet. After you invite people, this page shows their links so you can share them.";
export const sendInvitations = "Invite people";
export const enterPeople = "Enter at least one email address.";
export const invalidEntry = (entry: string) => `“${entry}” isn't an email address. Correct or remove it.`;
export const tooManyPeople = (most: number) => `You can invite up to ${most} people at a time.`;
export const noOneNew =
  "Everyone on the list already has an account. To invite someone again, open their page under People.";
export const requestersJoinNoTeam = "Requesters can't join a team. Choose another role, or no team.";
export const noSuchTeam = "One of these teams is archived. Choose another team.";
export const invitedPeople = (count: number) => (count === 1 ? "1 person invited" : `${count} people invited`);
export const invitedByMail = (count: number) =>
  count === 1 ? "1 invitation is on its way by email." : `${count} invitations are on their way by email.`;
export const copyTheLinks = (count: number) =>
  count === 1 ? "Copy the link now. It won't be shown again." : "Copy the links now. They won't be shown again.";
export const linkFor = (name: string, email: string) => `Link for ${name} <${email}>`;
export const copyLink = "Copy link";
export const copyAll = "Copy all";
export const copyAllLinks = "Copy all links";
export const copied = "Copied";
export const alreadyHere = (people: string) => `Not invited, because they already have an account: ${people}.`;
export const listedTwice = (addresses: string) => `Listed more than once, but invited only once: ${addresses}.`;
export const inviteMore = "Invite more";
export const copyLinkFor = (name: string) => `Copy link for ${name}`;
export const backToHome = "Back to Home";

export const teams = "Teams";
export const aboutTeams = "Name a team and choose its members. You can change both later.";
export const team = "Team";
export const teamName = "Name";
export const members = "Members";
export const noMembers = "No members";
export const addTeam = "Add team";
export const teamAdded = (name: string) => `Team ${name} added`;

export const requestTypes = "Types";
export const aboutTypes = "Untick a type to retire it. Existing tasks keep their type.";
export const offered = "Available";
export const typeName = "Name";
export const forAgentsOnly = "Agents only";
export const saveTypes = "Save types";
export const typesSaved = "Types saved";
export const typeDetails = (link: ReactNode) =>
  sentence`Add more types, or set icons, descriptions, fields and default teams, under ${link}.`;
export const typesSettings = "Settings → Types";

export const sampleData = "Sample data";
export const aboutSamples =
  "Adds a few people and about 20 tasks tagged “sample” to try things out with. You can remove the sample data at any time.";
export const samplesNotify = "Sample people have no email addresses. Loading the data doesn't notify anyone.";
export const samplesAre = (tasks: number, people: number) =>
  `Sample tasks: ${tasks}. Sample people: ${people}. Removing them can't be undone.`;
export const samplesHaveReplies = (count: number) =>
  count === 1
    ? "1 message was added to the sample tasks. Tick the box to delete it, too."
    : `${count} messages were added to the sample tasks. Tick the box to delete them, too.`;
export const deleteRepliesToo = "Delete added messages, too";
export const samplesLoaded = (tasks: number) => `Loaded ${tasks} sample tasks`;
export const samplesLoadedAlready = "The sample data is already loaded.";
export const samplesRemoved = "Sample data removed";
export const samplesRemovedExcept = (names: string) =>
  `Sample data removed, except people named in real tasks: ${names}`;
export const cancel = "Cancel";
