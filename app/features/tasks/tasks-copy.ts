import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** User-facing copy; docs/decisions/0020 explains how to add to it. */
export const status = "Status";
export const assignee = "Assignee";
export const priority = "Priority";
export const requester = "Requester";
export const tag = "Tag";
export const task = "Task";
export const unassigned = "Unassigned";
export const assignToMe = "Assign to me";
export const confidential = "Confidential";
export const snoozedUntil = (day: ReactNode) => sentence`snoozed until ${day}`;
export const due = "Due";
export const unread = "Unread";
export const tasks = "Tasks";
export const title = "Title";
export const type = "Type";
export const team = "Team";
export const myTeams = "My teams";
export const tags = "Tags";
export const inCopy = "In copy";
export const request = "Request";
export const requests = "Requests";
export const enterATitle = "Enter a title.";
export const titleTooLong = (most: number) => `A title can have at most ${most} characters.`;
export const messageTooLong = (most: string) => `A message can have at most ${most} characters.`;
export const enterMessage = "Enter a message.";
export const enterDescription = "Enter a description.";
export const descriptionTooLong = (most: string) => `A description can have at most ${most} characters.`;
export const tooManyTags = (most: number) => `A task can have at most ${most} tags.`;
export const tagTooLong = (tag: string, most: number) =>
  `The tag “${tag}” is too long: use at most ${most} characters.`;
export const invalidTags = (tags: string, count: number) =>
  `${tags} can't be ${count === 1 ? "a tag" : "tags"}. Use letters, digits and - _ / . only.`;
export const chooseFromList = "Choose an option from the list.";
export const chooseAType = "Choose a type.";
export const chooseAPriority = "Choose a priority.";
export const chooseAStatus = "Choose a status.";
export const tooLong = "That's too long. Shorten it.";
export const chooseAButton = "Choose one of the buttons.";
export const chooseAtLeastOneFile = "Choose at least one file.";
export const notAnEmailAddress = "That isn't an email address. Enter one such as ada@example.org.";
export const accountIsDisabled = "The account with this address is disabled. Use another address.";
export const enterNameOrAddress = "Enter a name or an email address.";
export const enterADay = "Enter a date such as 2026-03-09.";
export const onlyTeamHasAccess = "Hidden from agents outside the team, except the assignee and admins.";
export const onlyLeadsRemoveMark = "Only a team lead or an admin can untick this.";
export const inCopyOf = (name: string) => `in copy on ${name}'s request`;
export const requestOf = (name: string) => `${name}'s request`;
export const low = "Low";
export const normal = "Normal";
export const high = "High";
export const urgent = "Urgent";
export const created = "Created";
/* Shipped statuses and types, with requester wording where it differs. */
export const statusNew = "New";
export const statusReceived = "Received";
export const statusInProgress = "In progress";
export const statusWaiting = "Waiting for requester";
export const statusWaitingForYou = "Waiting for your reply";
export const statusOnHold = "On hold";
export const statusResolved = "Resolved";
export const statusClosed = "Closed";
export const statusCancelled = "Cancelled";
export const typeIncident = "Incident";
export const typeRequest = "Request";
export const typeQuestion = "Question";
export const typeTask = "Task";
export const snooze = "Snooze";
export const snoozed = "Snoozed until";
export const checklist = "Checklist";
export const watchers = "Watchers";
export const rating = "Rating";
export const chooseAnotherAssignee = "This person can no longer work on tasks. Choose another assignee.";
export const onlyLeadsMakePublic = "Only a team lead or an admin can make a confidential task visible again.";
export const notInConfidentialTeam = (name: string) =>
  `${name} isn't in this confidential task's team. Choose a member of that team.`;
export const notInMembersOnlyTeam = (name: string) =>
  `${name} isn't in this task's team, which is members-only. Choose a member of that team.`;
export const hiddenTask = "a task you can't see";
export function stillOpenNothingSaved(subTasks: number, items: number): string {
  const open = subTasks === 1 ? "1 sub-task is still open" : `${subTasks} sub-tasks are still open`;
  const unticked = items === 1 ? "1 checklist item isn't ticked" : `${items} checklist items aren't ticked`;
  if (subTasks > 0 && items > 0) return `${open} and ${unticked}. Nothing is saved yet.`;
  return subTasks > 0 ? `${open}. Nothing is saved yet.` : `${unticked}. Nothing is saved yet.`;
}
