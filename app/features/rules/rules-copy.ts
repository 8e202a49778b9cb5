import type { ReactNode } from "react";
import { eitherOf } from "~/lib/text";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

/* Names in history and messages. */
export const taskdesk = "Taskdesk";

export const rules = "Rules";
export const rule = "Rule";
export const aboutRules = "Rules run automatically, in this order.";
export const addRule = "Add rule";
export const newRule = "New rule";
export const saveRule = "Save rule";
export const deleteRule = "Delete rule";
export const rehearse = "Rehearse";
export const cancel = "Cancel";
export const undo = "Undo";
export const order = "Order";
export const disabled = "Disabled";
export const disabledByFailures = "Disabled after failures";
export const noRulesYet = "No rules yet";
export const noRulesHint = "Add a rule to automate routine work.";

export const yes = "yes";
export const no = "no";
/* Fields. */
export const name = "Name";
export const when = "When";
export const schedule = "Schedule";
export const onlyIf = "Only if";
export const changedFields = "Changed fields";
export const newlyMet = "Run only when a task starts to match";
export const enabled = "Enabled";
export const stopAfter = "Stop after this rule";
export const action = (number: number) => `Action ${number}`;
export const value = (number: number) => `Value ${number}`;
export const noAction = "No action";
export const scheduleHint =
  "For example: every 15 minutes, daily at 09:00, weekly on Monday at 09:00, monthly on 1 at 09:00.";
export const changedFieldsHint =
  "Fields such as status, priority, assignee, team, due, tags, type or title, separated by commas. Leave empty for any field.";
export const newlyMetHint = "Skips changes to tasks that already matched Only if.";
export const onlyIfHint = (link: (words: string) => ReactNode) =>
  sentence`A ${link("search query")}. Leave empty to run the rule every time.`;
export const always = "Always";
export const actionWithValue = (action: string, value: string) => `${action}: ${value}`;
export const enabledHint = "Rehearse a rule before you enable it.";
export const stopAfterHint = "Later rules don't run for the same change.";
export const actions = "Actions";
export const valuesHint = "Action values";
/** One line per kind of action. */
export const VALUE_HINTS = [
  "Set priority, Set status, Set team, Set type, Apply macro: the name, such as Urgent.",
  "Assign to: a person's name or email, rotate (round robin), least loaded (fewest open tasks), or none.",
  "Set due date, Snooze: a duration from now, such as 4h or 2d. For Set due date, none removes the due date.",
  "Send reply, Add note: the text. You can use macro variables.",
  "Notify: people, teams or leads, separated by commas.",
  "Create task: the title.",
  "Call webhook: an https:// URL.",
  "Set field: the field's label or key, a colon and the value, such as Location: Berlin.",
  "Add watcher, Add people in copy: people by name or email, separated by commas.",
];
/* Beside suggested values. */
export const roundRobin = "round robin";
export const fewestOpenTasks = "fewest open tasks";
export const noAssignee = "no assignee";
export const leadsOfTheTeam = "leads of the task's team";
export const team = "team";

/* Triggers. */
export const taskCreated = "Task created";
export const taskChanged = "Task changed";
export const messageAdded = "Message added";
export const clockWarning = "Clock warning";
export const clockBreached = "Clock breached";
export const snoozeEnded = "Snooze ended";

/* Triggers as reasons, after "because". */
export const REASONS = {
  created: "the task was created",
  changed: "the task changed",
  message: "a message was added",
  clock_warning: "a target is due soon",
  clock_breached: "a target was missed",
  snooze_ended: "the snooze ended",
} as const;
/** `fields`: "status", "status and priority". */
export const fieldsChanged = (fields: string) => `${fields} changed`;
export const whenFieldsChange = (trigger: string, fields: string) => `${trigger} (${fields})`;
/** A schedule in the list: "Daily at 09:00". */
export const scheduled = (schedule: string) => schedule.charAt(0).toUpperCase() + schedule.slice(1);
export const onSchedule = (schedule: string) => `it runs ${schedule}`;
/** `parts`: the condition's terms, each with the task's value. */
export const reasonAndCondition = (reason: string, parts: string) => `${reason} and ${parts}`;
export const reasonAndNewly = (reason: string) => `${reason}, and the task didn't match before`;
/** `why`: "Status: In progress." */
export const termAndWhy = (typed: string, why: string) => `${typed} (${why})`;

/* Actions. */
export const setPriority = "Set priority";
export const setStatus = "Set status";
export const assignTo = "Assign to";
export const setTeam = "Set team";
export const addTag = "Add tag";
export const removeTag = "Remove tag";
export const setDueDate = "Set due date";
export const snooze = "Snooze";
export const sendReply = "Send reply";
export const addNote = "Add note";
export const notify = "Notify";
export const applyMacro = "Apply macro";
export const createTask = "Create task";
export const callWebhook = "Call webhook";
export const setType = "Set type";
export const setField = "Set field";
export const addWatcher = "Add watcher";
export const addParticipant = "Add people in copy";

/* Errors. */
export const enterAName = "Enter a name.";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const nameNeedsALetter = "Enter a name with at least one letter or digit.";
export const nameIsTaken = "Another rule has this name. Choose a different one.";
export const enoughRules = (most: number) => `You've reached the limit of ${most} rules. Delete a rule first.`;
export const chooseATrigger = "Choose when the rule runs.";
export const enterASchedule = "Enter a schedule.";
export const notASchedule = (text: string) =>
  `“${text}” isn't a schedule. Enter every 15 minutes, daily at 09:00, weekly on Monday at 09:00, or monthly on 1 at 09:00.`;
export const onlyForSchedules =
  "Only rules with the trigger Schedule have a schedule. Clear this field, or choose Schedule.";
export const tooManyChangedFields = "That's too long. List fewer fields.";
export const noSuchChangedField = (name: string, fields: string) =>
  `There's no field “${name}”. Enter ${fields}, or a custom field.`;
export const newlyMetNeedsASearch = (box: string) => `Enter a search query, or untick “${box}”.`;
export const queryTooLong = (most: string) => `A query can have at most ${most} characters.`;
export const valueTooLong = (most: string) => `A value can have at most ${most} characters.`;
export const dependsOnReader = (term: string) =>
  `“${term}” depends on who is searching, so a rule can't use it. Remove it.`;
export const noOrder = "A rule doesn't sort tasks. Remove “sort:”.";
export const addAnAction = "Add at least one action.";
export const chooseAnAction = "This value has no action. Choose an action or clear the value.";
export const needsATask = (action: string) =>
  `“${action}” needs tasks to act on. Enter a search query in Only if, or choose another action.`;
/** More names than this would hide the sentence they belong to. */
const NAMES = 12;
const oneOfThese = (names: readonly string[]) =>
  names.length === 0 || names.length > NAMES ? "Check the spelling." : `Use ${eitherOf(names)}.`;
export const noSuchPriority = (name: string, all: readonly string[]) =>
  `There's no priority “${name}”. ${oneOfThese(all)}`;
export const noSuchStatus = (name: string, all: readonly string[]) => `There's no status “${name}”. ${oneOfThese(all)}`;
export const noSuchTeam = (name: string, all: readonly string[]) => `There's no team “${name}”. ${oneOfThese(all)}`;
export const noSuchType = (name: string, all: readonly string[]) => `There's no type “${name}”. ${oneOfThese(all)}`;
export const noSuchMacro = (name: string) =>
  `No macro “${name}” is shared with all agents. Check the spelling, or share the macro.`;
export const notADuration = (text: string) => `“${text}” isn't a duration. Enter one such as 30m, 4h, 2d or 1w.`;
export const oneTag = "Enter one tag.";
export const enterTheText = "Enter the text.";
export const enterATitle = "Enter a title.";
export const enterPeople = "Enter people, teams or leads, separated by commas.";
export const notHttps = "Enter an https:// URL.";
export const noSuchVariable = (variable: string) =>
  `“${variable}” isn't a variable. Use a macro variable, such as {{task.title}}.`;
export const enterAValue = "Enter a value.";

/* Why a run failed or stopped. */
export const emptyVariables = (variables: string) => `There's no value for ${variables}. Add a fallback after |.`;
export const macroIsGone = "The macro no longer exists. Choose another macro.";
export const taskIsGone = "The task no longer exists.";
export const noRecipients = "There was no one to notify.";
export const atDepth = (depth: number) =>
  `Stopped to prevent a loop: rules triggered other rules ${depth} times in a row. Change a rule so that it doesn't trigger the next.`;
export const oncePerChain = "Stopped: this rule had already run on the task for the same change.";
export const enoughMessages = (most: number) =>
  `Stopped: this task has already had ${most} automatic messages in 24 hours.`;
export const unknownHost = (host: string) => `Can't reach ${host}. Check the server name.`;
export const privateHost = (host: string) =>
  `${host} is on a private network, which webhooks can't call. Use a public server.`;
export const answeredWith = (status: number) => `The server responded with ${status}.`;
export const noAnswerInTime = "The server didn't respond within 10 seconds.";
export const failedWebhook = (result: string) => `The webhook failed: ${result}`;

/* The actions of a run, as list items. */
export const repliedToRequester = "Sent a reply";
export const addedANote = "Added a note";
export const notifiedPeople = (names: string) => `Notified ${names}`;
export const createdTask = (id: number) => `Created #${id}`;
export const createdByRule = (name: string) => `Created by the rule “${name}”.`;
export const calledWebhook = (host: string) => `Called ${host}`;

/* Messages. */
export const ruleAdded = (name: string) => `Rule ${name} added`;
export const ruleSaved = (name: string) => `Rule ${name} saved`;
export const ruleDeleted = (name: string) => `Rule ${name} deleted`;
export const ruleRestored = (name: string) => `Rule ${name} restored`;
export const noticeDismissed = (name: string) => `Dismissed the notice about ${name}`;
export const movedUp = (name: string) => `${name} moved up`;
export const movedDown = (name: string) => `${name} moved down`;

/* Notices to admins. */
export const disabledSubject = (name: string) => `Rule ${name} was disabled`;
export const disabledBody = (name: string, failures: number, reason: string) =>
  `The rule ${name} failed ${failures} times in a row and was disabled. Last error: ${reason} Change the rule under Settings → Rules, then enable it again.`;

/* The run log. */
export const runLog = "Run log";
export const noRunsYet = "No runs yet.";
export const at = "Time";
export const task = "Task";
export const result = "Result";
export const OUTCOMES = { done: "Done", failed: "Failed", stopped: "Stopped" } as const;
export const undone = "Undone";
export const because = (reason: string) => `Because ${reason}`;
export const showOlderRuns = "Show older runs";
export const changedMeanwhile = "Someone else changed this rule while you were editing. Nothing was saved.";
export const currentValue = (value: string) => `It's now “${value}”. Save again to replace it with yours.`;
export const never = "Never";

/* Rehearsal. */
export const rehearsal = "Rehearsal over the last 30 days";
export const wouldNotHaveActed = "The rule wouldn't have run.";
/** `times` and `tasks` come from `timesOf` and `tasksOf`. */
export const wouldHaveActed = (times: string) => `The rule would have run ${times}.`;
export const wouldHaveActedOn = (times: string, tasks: string) => `The rule would have run ${times} on ${tasks}.`;
export const timesOf = (runs: number) => (runs === 1 ? "once" : `${runs} times`);
export const tasksOf = (tasks: number) => (tasks === 1 ? "1 task" : `${tasks} tasks`);
export const nothingWasChanged = "Nothing was changed, sent or saved.";
export const onlyNewest = "There are too many tasks to check, so only the newest are included.";
export const wouldReply = (text: string) => `Send reply: ${text}`;
export const wouldNote = (text: string) => `Add note: ${text}`;
export const wouldCreate = (title: string) => `Create task: ${title}`;

export const webhookSecret = (secret: ReactNode) =>
  sentence`This rule's webhooks are signed with HMAC-SHA-256. The secret is ${secret}.`;
