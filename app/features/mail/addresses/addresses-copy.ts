import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */

export const emailAddresses = "Email addresses";
export const emailAddress = "Email address";
export const newAddress = "New email address";
export const aboutAddresses = "Messages sent to these addresses become tasks for their teams.";
export const noAddresses = "No email addresses yet";
export const noAddressesHint =
  "Add the address that people write to. Taskdesk fetches its mail and sends replies from it.";
export const addAddress = "Add address";
export const saveAddress = "Save address";
export const log = "Email log";
export const quarantine = "Quarantine";
export const waiting = (count: string) => `${count} waiting`;
export const undo = "Undo";

// Fields
export const address = "Address";
export const team = "Team";
export const site = "Site";
export const displayName = "Display name";
export const unknownSenders = "Unknown senders";
export const mailArrivesBy = "Protocol";
export const signIn = "Sign-in";
export const clientId = "Client ID";
export const clientSecret = "Client secret";
export const tenant = "Tenant";
export const permissions = "Permissions";
export const renewBy = "Client secret valid until";
export const imapServer = "IMAP server";
export const imapPort = "IMAP port";
export const imapUser = "IMAP user";
export const imapPassword = "IMAP password";
export const imapEncryption = "IMAP encryption";
export const smtpServer = "SMTP server";
export const smtpPort = "SMTP port";
export const smtpUser = "SMTP user";
export const smtpPassword = "SMTP password";
export const smtpEncryption = "SMTP encryption";
export const smtpOpen = "SMTP server doesn't require sign-in";
export const trustedServer = "Trusted server";
export const earlierDays = "Days of earlier mail";
export const afterProcessing = "After processing";
export const folder = "Folder";
export const repliesShow = "Sender name in replies";
export const automaticMail = "Other automatic mail";
export const viaForward = "Mail arrives through a forward or group";
export const trustReplyTo = "Trust Reply-To";
export const largestMib = "Largest message (MiB)";
export const newPeoplePerHour = "New senders per hour";
export const keepDays = "Keep the log for (days)";
export const keepDaysHint = "At least 8, because Taskdesk uses the log to detect duplicates.";

// Choices
export const imap = "IMAP";
export const lmtpOrSmtp = "LMTP or SMTP listener";
export const http = "HTTP";
export const tls = "TLS";
export const startTls = "STARTTLS";
export const none = "None";
export const password = "Password";
export const microsoft = "Microsoft 365";
export const google = "Google";
export const delegated = "Delegated: an account gives consent";
export const application = "Application: no account signs in";
export const anyone = "Anyone";
export const knownOrganizations = "Known organizations";
export const invitedPeople = "Invited people";
export const moveToFolder = "Move to a folder";
export const markAsRead = "Mark as read";
export const leaveInInbox = "Leave in the inbox";
export const deleteFromServer = "Delete from the server";
export const onlyLog = "Log only";
export const createATask = "Create a task";
export const putInQuarantine = "Move to quarantine";
export const agentAndDisplayName = "Agent and display name";
export const agentOnly = "Agent only";
export const displayNameOnly = "Display name only";
export const defaultSite = (name: string | null) => (name ? `Default site (${name})` : "Default site");
export const yes = "yes";
export const no = "no";
export const empty = "empty";

// Sections and hints
export const incomingMail = "Incoming mail";
export const outgoingMail = "Outgoing mail";
export const senders = "Senders";
export const more = "More";
export const addressHint = "The address people write to, such as help@example.org.";
export const siteHint = "Replies use this site's name and links.";
export const displayNameHint = "Shown to recipients next to the address. Leave empty to show the address alone.";
export const unknownSendersHint = "Sets who can create tasks by email. Mail from anyone else goes to quarantine.";
export const listenerHint = "The listener runs when MAIL_LISTEN is set in the server settings.";
export const httpFollows = "You get the URL and signing secret after you add the address.";
export const imapServerHint = "For example, imap.example.org.";
export const smtpServerHint = "For example, smtp.example.org.";
export const otherServers = "Use other servers or user names";
export const otherServersHint = "Leave unticked to use the provider's servers, and the address as the user name.";
export const imapPortHint = "Leave empty for 993, or 143 with STARTTLS.";
export const smtpPortHint = "Leave empty for 465, or 587 with STARTTLS.";
export const imapUserHint = "Leave empty to use the address.";
export const smtpUserHint = "Leave empty to use the IMAP user.";
export const smtpUserHandedOverHint = "Leave empty if the server doesn't require sign-in.";
export const smtpPasswordHint = "Leave empty to use the IMAP password.";
export const keepPasswordHint = "Leave empty to keep the saved password.";
export const keepSecretHint = "Leave empty to keep the saved secret.";
export const tenantHint = "The directory (tenant) ID, for Microsoft 365.";
export const renewByHint = "Taskdesk reminds you 14 days before this date.";
export const redirectUriHint = "Enter this as the redirect URI of the app you registered:";
export const unencryptedWarning =
  "Without encryption, anyone on the network can read the mail and the password. Choose “None” only for a server on this machine or on a private network.";
export const earlierDaysHint = "Also fetches mail from this many days before the first connection.";
export const deleteHint = "Taskdesk keeps its own copy for as long as the log entry.";
export const trustedServerHint =
  "The name your mail server writes in Authentication-Results. Leave empty to detect it when you send a test message. Enter * for Microsoft 365, which doesn't write a name.";
export const viaForwardHint = "Ignores the headers that forwards and groups add to mark mail as automatic.";
export const trustReplyToHint = "Uses the Reply-To address as the requester, for mail from web forms.";
export const automaticMailHint = "Applies to automatic mail that isn't a reply to a task, such as alerts.";
export const largestMibHint = "Larger messages go to quarantine.";
export const newPeopleHint = "Beyond this limit, mail from new senders goes to quarantine.";

// Wrong input
export const tooLong = (most: number) => `Use at most ${most} characters.`;
export const chooseATeam = "Choose a team from the list.";
export const chooseASite = "Choose a site from the list.";
export const chooseAnOption = "Choose an option from the list.";
export const enterAServer = "Enter the server name, such as mail.example.org.";
export const serverIsWrong = "Enter only the server name, such as mail.example.org, without a port or path.";
export const enterAPort = "Enter a port from 1 to 65535, or leave it empty.";
export const enterANumber = (least: number, most: number) => `Enter a number from ${least} to ${most}.`;
export const enterAPassword = "Enter the password.";
export const passwordUnreadable = "The saved password can't be read. Enter it again.";
export const enterAClientId = "Enter the client ID of the app you registered with the provider.";
export const enterAClientSecret = "Enter the client secret.";
export const enterADay = "Enter a date such as 2027-03-09.";
export const onlyMicrosoftIsNameless = "“*” works only for Microsoft 365. Enter the server name.";
export const enterATenant = "Enter the tenant ID.";
export const needsEncryption =
  "Choose TLS or STARTTLS. Only servers on this machine or on a private network work without encryption.";
export const addressTaken = "This address is already in the list. Open it there to change it.";
export const tooManyAddresses = (most: number) =>
  `You've reached the limit of ${most} email addresses. Remove an address first.`;
export const changedMeanwhile = "Someone else changed this address while you were editing. Nothing was saved.";
export const currentValue = (value: string) =>
  `It's now “${value}”. Save again to replace it with yours, or enter that value here to keep it.`;
export const checkBeforeRemoval = "Someone else changed this address. Check it before you remove it.";
export const cannotRestore =
  "This address was added again, or removed more than a day ago, so it can't be restored. Look for it in the list, or add it again.";

// What happened
export const addressAdded = (name: string) => `${name} added`;
export const addressAddedUnencrypted = (name: string) => `${name} added. Its connection isn't encrypted.`;
export const addressSaved = (name: string) => `${name} saved`;
export const addressSavedPaused = (name: string) => `${name} saved. It's still paused: select Resume to use it again.`;
export const paused = (name: string) => `Paused ${name}`;
export const resumed = (name: string) => `Resumed ${name}`;
export const removed = (name: string) => `Removed ${name}`;
export const restored = (name: string) => `Restored ${name}`;
export const nowSender = (name: string) => `Replies are now sent from ${name}`;
export const pausedAsCopy =
  "This desk was restored or copied. Resume this address once no other desk uses its mailbox.";
export const pausedBy = (name: string) => `${name} paused this address.`;
export const secretChanged = "changed";

// State
export const state = "State";
export const lastSuccess = "Last fetch or send";
export const oldestUnprocessed = "Oldest unprocessed message";
export const never = "Never";
export const nothing = "None";
export const working = "Working";
export const notUsedYet = "Not used yet";
export const asksForPasswords = "The saved passwords can't be read. Enter them again.";
export const asksForConsent = (provider: string) => `Not signed in to ${provider} yet.`;
export const exchangesConsent = (provider: string) => `Signing in to ${provider}. Reload in a moment.`;
/** `time` is relative: "3 h ago". */
export const failingSince = (time: ReactNode) => sentence`Failing. First error: ${time}`;
export const pausedSince = (time: ReactNode) => sentence`Paused ${time}`;
export const resumeToUse = "This address won't fetch or send mail until you resume it.";

// Verbs of the edit page
export const pause = "Pause";
export const resume = "Resume";
export const makeSendingAddress = "Make sending address";
export const makeSenderHint = "Sends the team's replies from this address instead.";
export const isSender = "The team's replies are sent from this address.";
export const teamsSendingAddress = "Team's sending address";
export const remove = "Remove address";

// Consent at Microsoft 365 or Google
export const consent = "Consent";
export const signInAt = (provider: string) => `Sign in with ${provider}`;
export const signInAgainAt = (provider: string) => `Sign in again with ${provider}`;
export const consentHint =
  "Sign in with an account that can read and send this address's mail. For a shared mailbox, use a member's account.";
export const consentGiven = "Consent granted.";
/** `time` may be relative: "in 3 weeks". */
export const consentUntil = (time: ReactNode) => sentence`Consent granted. Expires: ${time}`;
export const secretEnds = (time: ReactNode) => sentence`Client secret expires: ${time}`;
export const renewSoon =
  "Sign in again, or enter a new client secret, before it expires. Otherwise, Taskdesk stops fetching and sending mail.";
export const consentStored = (address: string) =>
  `Consent granted. Taskdesk will sign in to ${address} within seconds.`;
export const consentStoredPaused = (address: string) =>
  `Consent granted. ${address} is still paused: select Resume to use it again.`;
export const consentRefused = (words: string) => `The provider refused consent: ${words}`;
export const consentTooOld =
  "Consent took too long or started in another session. Open the address and sign in to the provider again.";
export const consentWaits = "Consent is missing. An admin can grant it on the address's page.";
export const tokenRenews = "Fetching a new access token.";

// Setup test
export const setupTest = "Setup test";
export const sendTest = "Send a test message";
export const setupTestHint =
  "Signs in, sends a message from this address to itself and waits for it. Takes up to four minutes.";
export const testStarted = (time: ReactNode) => sentence`Started ${time}`;
export const testRuns = "The test is running. Steps appear here as they finish; reload if they don't.";
export const testPassed = "The address fetches and sends mail.";
export const testFailed = "The test failed. Fix the error below, then test again.";
export const resumeFirst = "Resume this address before you test it.";
export const step = "Step";
export const result = "Result";
export const stepFetch = "Fetch mail";
export const stepSend = "Send a message";
export const stepArrival = "Receive the message";
export const stepPlus = "Receive at a tagged address";
export const stepVerdict = "Sender verification";
export const stepWaiting = "Waiting";
export const stepRunning = "Running";
export const stepDone = "Works";
export const stepFailed = "Failed";
export const stepAbsent = "Not available";
export const stepSkipped = "Skipped";
export const signedIn = "Signed in. Taskdesk opens its own connection.";
export const handedOver = "Another mail server hands mail over to Taskdesk.";
export const postedByHttp = "Mail arrives over HTTP.";
export const cannotSignIn = "Taskdesk can't sign in to this address yet. Enter its passwords, or grant consent.";
export const notFetching =
  "Taskdesk didn't start fetching mail in time. Check that the Taskdesk server is running, and look at its log.";
export const notSent = "The SMTP server didn't respond in time. Check its name and port.";
export const notArrived =
  "The message was sent but didn't arrive within four minutes. Look for it in the mailbox's spam folder and in the mail server's queue.";
export const plusWorks = "Replies are matched to their task by address.";
export const plusLost =
  "The mail server doesn't deliver to tagged addresses. Replies are matched by their headers instead.";
export const verdictsOf = (server: string) =>
  server === "*"
    ? "Senders are verified by the topmost Authentication-Results header."
    : `Senders are verified by ${server}.`;
export const noVerdicts =
  "The receiving server doesn't verify senders. Agents' replies become internal notes, and task numbers in subjects are ignored.";
export const testSubject = "Taskdesk test message";
export const testBody = "Taskdesk sent this message to itself to test this address. You can delete it.";

// Alerts to admins
export const failsSubject = (address: string) => `${address} isn't working`;
export const failsBody = (address: string, words: string) =>
  `${address} has been failing for 15 minutes. The last error was:\n\n> ${words}\n\n[Check the address](link:address)`;
export const worksSubject = (address: string) => `${address} is working again`;
export const worksBody = (address: string) =>
  `${address} is fetching and sending mail again. Waiting messages are on their way.\n\n[Open the address](link:address)`;

// Mail by HTTP
export const deliverByHttp = "Delivery over HTTP";
export const aboutHttp = "Send each raw message as the body of a POST request to this URL.";
export const url = "URL";
export const signingSecret = "Signing secret";
export const copyTheSecret = "Copy it now. It won't be shown again.";
export const secretIsKept = "The signing secret is shown only once. Create a new secret if you lost it.";
export const createNewSecret = "Create new secret";
export const secretMade = "Created a new signing secret";
export const newSecretHint = "A new secret replaces the old one at once.";
export const howToSign =
  "Sign the time in Unix seconds, a dot and the message with HMAC-SHA-256. Requests older than 5 minutes are refused.";
export const example = "Example";
export const done = "Done";
export const httpExample = (address: string) =>
  [
    "time=$(date +%s)",
    'signature=$( (printf "%s." "$time"; cat message.eml) | openssl dgst -sha256 -hmac "$SECRET" -r | cut -c1-64)',
    `curl --data-binary @message.eml ${address} \\`,
    '-H "Taskdesk-Timestamp: $time" -H "Taskdesk-Signature: v1=$signature"',
  ].join("\n");
