import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

export * from "./person-copy";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const addresses = "Addresses";
export const first = "Primary";
export const verified = "Verified";
export const notConfirmed = "Not confirmed";
export const confirm = "Confirm";
export const confirmEmail = (email: string) => `Confirm ${email}`;
export const addressIsConfirmed = "Address confirmed";
export const isThisYours = (email: string) =>
  `Is ${email} your address? To sign in with this address, confirm it. If it isn't yours, tell an admin.`;
export const cannotSignInWith = (email: string) =>
  `An agent added ${email}. This person can't sign in with it until they or an admin confirm it.`;
export const confirmAnotherFirst =
  "This person signs in with this address. Confirm another address before you remove this one.";
export const makePrimary = "Make primary";
export const makeAddressPrimary = (email: string) => `Make ${email} primary`;
export const remove = "Remove";
export const removeAddress = (email: string) => `Remove ${email}`;
export const address = "Address";
export const addAnAddress = "Add an address";
export const emailFormat = "An email address, such as ada@example.org";
export const addAddress = "Add address";
export const preferencesSaved = "Preferences saved";
export const aboutYourPreferences = "These settings apply only to you, on every device.";
export const theme = "Theme";
export const timeZone = "Time zone";
export const timeZoneHint = "Sets the times you see, and when “today” starts and ends in a search.";
export const sameAsDesk = (zone: string) => `Desk time zone (${zone.replaceAll("_", " ")})`;
export const deskTimeZone = "Desk time zone";
export const deskTimeZoneHint =
  "Default for people who haven't set a time zone. Absences start and end at midnight in this zone.";
export const saveTimeZone = "Save time zone";
export const deskZoneSaved = (zone: string) => `Desk time zone set to ${zone}`;
export const datesAndTimes = "Dates and times";
export const datesAndTimesHint = "Each option shows the current date and time.";
export const singleKeyShortcuts = "Single-key shortcuts";
export const singleKeyHint = "Off while you type. Press ? on any page to see all shortcuts.";
export const rowHeight = "Row height";
export const rowHeightHint = "Applies to lists.";
export const rowHeights = { compact: "Compact", comfortable: "Comfortable" };
export const afterResolving = "After resolving a task";
export const afterResolvingHint = "Applies to tasks you open from a list.";
export const afterResolve = { stay: "Stay on the task", next: "Go to the next task", list: "Go back to the list" };
export const savePreferences = "Save preferences";
export const keyboardShortcuts = "Keyboard shortcuts";
export const preferencesTitle = "Preferences";
export const yourProfile = "Your profile";
export const profileSaved = "Profile saved";
export const yourPage = "Your public profile";
export const aboutYourPage = "Your details as others see them, and your requests.";
export const availability = "Availability";
export const aboutAvailability = "Automatic assignment and time away.";
export const notificationSettings = "Notification settings";
export const aboutNotificationSettings = "The notifications you get, in the app and by email.";
export const aboutPreferences = "Theme, time zone, dates and keyboard shortcuts.";
export const password = "Password";
export const aboutPassword = "The password you sign in with.";
export const profile = "Profile";
export const name = "Name";
export const holdMyReply = "Hold my reply when a new message arrives";
export const holdMyReplyHint =
  "If a new message arrives while you're writing, you can read it before your reply is sent.";
export const saveProfile = "Save profile";
export const currentValue = (value: string) =>
  `It's now “${value}”. Save again to replace it with yours, or change yours to match.`;
export const email = "Email";
export const none = "None";
export const otherAddresses = "Other addresses";
export const role = "Role";
export const organization = "Organization";
export const manager = "manager";
export const state = "State";
export const set = "Set";
export const noPassword = "Not set (can't sign in with a password)";
export const passwordNotSetYet = "Not set yet";
export const invitedUntil = (day: ReactNode) => sentence`Invited (link works until ${day})`;
export const added = "Added";
export const newTasks = "New tasks";
export const assignedUpTo = (capacity: number) =>
  capacity === 1 ? "Assigned automatically, up to 1 open task" : `Assigned automatically, up to ${capacity} open tasks`;
export const notAssignedAutomatically = "Not assigned automatically";
export const away = "Away";
export const until = (day: ReactNode) => sentence`until ${day}`;
export const from = (day: ReactNode) => sentence`from ${day}`;
export const substituteIs = (who: ReactNode) => sentence`covered by ${who}`;
export const account = "Account";
export const disableHint = (name: string) =>
  `Disabling the account signs ${name} out everywhere immediately. Their messages and the tasks they requested stay.`;
export const reassignHint = (count: string) => `Reassign their open tasks (${count}) below.`;
export const enableHint = (name: string) => `Enabling lets ${name} sign in again with the same password.`;
export const enableInvitedHint = (name: string, until: ReactNode) =>
  sentence`Enabling makes ${name}'s invitation link work again, until ${until}.`;
export const enableWithoutPasswordHint = (name: string) =>
  `${name} has no password. Enable the account, then invite them to choose one.`;
export const reassignOpenTasksTo = "Reassign open tasks to";
export const leaveUnassigned = "Leave unassigned";
export const nameSubstitute = (name: string) => `${name} (substitute)`;
export const inaccessibleTasksHint = "Tasks they can't access will be unassigned.";
export const disableAccount = "Disable account";
export const enableAccount = "Enable account";
export const anonymise = "Anonymise person";
export const person = "Person";
export const newTask = "New task";
export const invite = "Invite";
export const newLink = "New link";
export const invitePeople = "Invite people";
export const changePassword = "Change password";
export const setPassword = "Set password";
export const merge = "Merge";
export const edit = "Edit";
export const accountIsDisabled = (name: string) => `This account is disabled. ${name} can't sign in.`;
export const tasksStillAssigned = (count: number) =>
  count === 1
    ? "The open task below is still assigned to this account."
    : "The open tasks below are still assigned to this account.";
export const openTasksAssigned = "Assigned open tasks";
export const showAll = "Show all";
export const noOpenTasksAssigned = "No open tasks assigned.";
export const yourRequests = "Your requests";
export const requests = "Requests";
export const requestedTasks = "Requested tasks";
export const youHaveNoRequestsYet = "You haven't made any requests yet.";
export const noRequestsYet = "No requested tasks yet.";
export const addressesOf = (name: string) => `${name}'s addresses`;
export const addressAdded = "Address added";
export const people = "People";
export const aboutAddresses =
  "Messages from any of these addresses belong to this person. Emails go to the primary address.";
export const noAddressesYet = "No addresses yet.";
export const anonymisePerson = (name: string) => `Anonymise ${name}`;
export const cannotBeUndone = "This can't be undone.";
export const willAppearAs = (name: string, becomes: string) =>
  `${name} will appear as ${becomes}, here and in the task history.`;
export const ownDataIsDeleted =
  "Their addresses, password, preferences, drafts, memberships and personal views are deleted.";
export const accountIsSignedOut = "The account is signed out everywhere and can't be used to sign in again.";
export const tasksStay = "Tasks and other people's messages stay, including any mention of this name.";
export const redactTheirMessages = "Redact their messages too";
export const redactHint = "Permanently removes the text and files of every message they wrote.";
export const cancel = "Cancel";
export const cannotAnonymiseYourself = "You can't anonymise your own account. Ask another admin to do it.";
export const disableItFirst = "This account has open tasks. Disable it first and choose who takes them.";
export const anonymisedAndRedacted = "Person anonymised. Their messages will be redacted within minutes";
export const personAnonymised = "Person anonymised";
export const chooseRole = "Choose a role";
export const roleHint =
  "Requesters send requests. Agents work on tasks. Admins also manage people and the desk's settings.";
export const availableForNewTasks = "Available for new tasks";
export const availableHint = "Includes this person in automatic assignment.";
export const openTaskLimit = "Open task limit";
export const openTaskLimitHint = "Automatic assignment stops at this many open tasks.";
export const awayFrom = "Away from";
export const awayFromHint = "Leave empty to start today.";
export const awayUntil = "Away until";
export const awayUntilHint = "The last day away. Leave empty if not away.";
export const substitute = "Substitute";
export const substituteHint =
  "Gets notified of replies on this person's tasks while they're away. Enter a name or an email address.";
export const availabilityOf = (name: string) => `${name}'s availability`;
export const availabilitySaved = "Availability saved";
export const saveAvailability = "Save availability";
export const editNamed = (name: string) => `Edit ${name}`;
export const personSaved = "Person saved";
export const savePerson = "Save person";
export const newPerson = "New person";
export const addPerson = "Add person";
export const personCreated = "Person created";
export const optionalPasswordHint = (passwordMin: number) =>
  `Optional, at least ${passwordMin} characters. You can set one later.`;
export const createPerson = "Create person";
export const listIsForAgents = "Only agents can see the list of people. If you need access, ask an admin.";
export const organizations = "Organizations";
export const searchPeople = "Search people";
export const anyRole = "Any role";
export const anyState = "Any state";
export const show = "Filter";
export const clear = "Clear";
export const searchTip =
  "Try the start of a name or an email address. You can also filter by role:, state:, org:, team:, is:away or is:unverified.";
export const noPeopleFound = "No people found";
export const showAllPeople = "Show all people";
export const awayUntilDay = (day: string) => `Away until ${day}.`;
export const awayUntilWithSubstitute = (day: string, name: string) => `Away until ${day}. Covered by ${name}.`;
export const nameAway = (name: string) => `${name} (away)`;
export const enterNameOrAddress = "Enter a name or an email address.";
export const nameIsAmbiguous = "Several people have this name. Choose one of them.";
export const personIsDisabled = (name: string) => `${name}'s account is disabled. Choose someone else.`;
export const cannotWorkOnTasks = (name: string) => `${name} can't work on tasks. Choose an agent or admin.`;
export const noSuchEmail = "No one has this email address. Check the spelling.";
export const noSuchName = "No one has this name. Check the spelling.";
export const enterAFullName = "No one has this name. Enter a full name or an email address.";
export const invalidEmail = "That isn't a valid email address. Enter one such as ada@example.org.";
export const addressTooLong = (most: number) => `An address can have at most ${most} characters.`;
export const enterAName = "Enter a name.";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const enterOneAddress = "Enter one person or email address.";
export const enterAnEmail = "Enter an email address.";
export const chooseARole = "Choose a role.";
export const chooseAnOption = "Choose an option from the list.";
export const chooseAnotherSubstitute = "The person who's away can't be the substitute. Choose someone else.";
export const enterTheLastDay = "Enter the last day away, too.";
export const dayHasPassed = "That day has passed. Choose today or a later day.";
export const endsBeforeStart = "The absence ends before it starts. Choose a later day.";
export const enterAPassword = "Enter a password.";
export const passwordTooShort = (least: number) => `A password needs at least ${least} characters.`;
export const passwordTooLong = (most: number) => `A password can have at most ${most} characters.`;
export const passwordIsTheAddress = "The password can't be the email address. Choose another password.";
export const passwordIsTheName = "The password can't be the same as the person's name. Choose another password.";
export const passwordIsBlank = "A password can't be only spaces. Choose another one.";
export const passwordIsOneCharacter = "A password can't be one repeated character. Choose another password.";
export const passwordIsCommon = "That password is too common and easy to guess. Choose another one.";
export const activeOrDisabled = "An account can be active or disabled. Choose one of the two.";
export const nowHasOpenTasks = "This person now has open tasks. Choose who takes them.";
export const chooseAnActiveAgent = "That person can't take these tasks. Choose an active agent or admin.";
export const enterADay = "Enter a date such as 2026-03-09.";
export const enterAnOpenTaskLimit = (most: number) => `Enter a number from 1 to ${most}.`;
export const noSuchPerson = "That person no longer exists. Choose another person.";
export const noPermission = "You don't have permission to do that. If you need access, ask an admin.";
export const addressIsTaken =
  "Another person already uses this email address. Use another address or merge the two people.";
export const cannotClearEmail = "You can't clear the email address. Enter another one instead.";
export const signsInWithAddress = "This person signs in with their primary address. Ask an admin to change it.";
export const lastActiveAdmin = "This is the last active admin. Make another person an admin first.";
export const changedMeanwhile = "Someone else changed this person while you were editing. Nothing was saved.";
export const sendConfirmation = "Send confirmation email";
export const sendConfirmationTo = (email: string) => `Send confirmation email to ${email}`;
export const confirmationSentTo = (email: string) => `Confirmation email sent to ${email}`;
export const confirmationCantBeSent = "That address got several emails in the last hour. Try again later.";
export const addressIsGone = "This person no longer has this address.";
export const tooManyAddresses = (most: number) =>
  `A person can have up to ${most} addresses in addition to the primary one. Remove one first.`;
export const primaryAddressChanged = "Primary address changed";
export const addressRemoved = "Address removed";
export const undo = "Undo";
export const accountEnabled = "Account enabled";
export const aPerson = "a person";
export const unnamedPerson = "person";
export const passwordCommand = "npm run password";
export const preview = "Preview";
export const sampleStatus = "New";
export const sampleTask = "Printer on the second floor is jammed";
export const sampleWaiting = "Waiting";
export const anotherSampleTask = "New badge for the warehouse";
