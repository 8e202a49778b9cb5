import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Copy of the pages of service levels. docs/decisions/0020 says how to add to it. */

export const serviceLevels = "Service levels";
export const policy = "Policy";
export const aboutPolicies =
  "A policy sets targets for the tasks it applies to. Each task gets its organization's policy, or else the first enabled policy in this list that matches it.";
export const addPolicy = "Add policy";
export const newPolicy = "New policy";
export const savePolicy = "Save policy";
export const deletePolicy = "Delete policy";
export const cancel = "Cancel";
export const undo = "Undo";
export const noPoliciesYet = "No policies yet";
export const noPoliciesHint = "Add a policy to measure how fast your team responds.";
export const first = "First";
export const noCalendarsYet = "No calendars yet";
export const needsACalendar = (link: (words: string) => ReactNode) =>
  sentence`A policy counts opening hours, so ${link("add a calendar")} first.`;
export const name = "Name";
export const appliesTo = "Applies to";
export const allTasks = "All tasks";
export const tasksOf = (organization: string) => `All tasks of ${organization}`;
export const appliesToHint = (link: (words: string) => ReactNode) =>
  sentence`A search query, such as priority:urgent team:Network. Leave empty for all tasks. ${link("How to search")}`;
export const calendar = "Calendar";
export const organization = "Organization";
export const organizationHint =
  "Uses this policy for all of the organization's tasks, ahead of the policies listed under Service levels. Leave empty to list this policy there instead.";
export const enabled = "Enabled";
export const disabled = "Disabled";
export const enabledHint =
  "Untick to stop using this policy. Its tasks move to the next policy that matches, or lose their running clocks.";
export const targets = "Targets";
export const targetsHint =
  "Durations such as 4h, 30m or 1h30m, counted in the calendar's opening hours. Leave a field empty for no target.";
export const metrics = { first: "First response", next: "Next response", resolution: "Resolution" } as const;
export const target = (metric: string, priority: string) => `${metric}, ${priority}`;
export const order = "Order";
export const none = "none";
export const yes = "yes";
export const no = "no";

/* Results. */
export const policyAdded = (name: string) => `${name} added`;
export const policySaved = (name: string) => `${name} saved`;
export const policyDeleted = (name: string) => `${name} deleted`;
export const policyRestored = (name: string) => `${name} restored`;
export const movedUp = (name: string) => `${name} moved up`;
export const movedDown = (name: string) => `${name} moved down`;

/* Errors. */
export const enterAName = "Enter a name.";
export const nameNeedsALetter = "Enter a name with at least one letter or digit.";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const nameIsTaken = "Another policy already has this name. Choose a different one.";
export const enoughPolicies = (most: number) =>
  `You've reached the limit of ${most} policies. Delete an unused policy first.`;
export const queryTooLong = (most: string) => `A query can have at most ${most} characters.`;
export const chooseACalendar = "Choose a calendar.";
export const organizationTooLong = (most: number) => `An organization's name can have at most ${most} characters.`;
export const noSuchOrganization = (name: string) =>
  `No organization is called “${name}”. Enter an organization's full name.`;
export const hasAPolicy = (organization: string, policy: string) =>
  `${organization} already has its own policy, ${policy}. Change that policy instead.`;
export const noQueryWithOrganization =
  "An organization's own policy applies to all its tasks. Clear Applies to or Organization.";
export const targetTooLong = (most: number) => `A target can have at most ${most} characters.`;
export const calendarIsGone = "This policy's calendar was deleted. Restore the calendar first.";
export const currentValue = (value: string) => `It's now “${value}”. Save again to replace it with yours.`;
export const changedMeanwhile = "Someone else changed this policy while you were editing. Nothing was saved.";
