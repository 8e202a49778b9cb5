/** Product copy. docs/decisions/0020 says how to add to it. */

/* Pages under /login. */
export const linkTitle = "Link from an email";
export const signInAs = (name: string) => `Sign in as ${name}?`;
export const continueButton = "Continue";
export const isItSolved = (title: string) => `Is “${title}” solved?`;
export const itIsSolved = "It is solved";
export const itIsNotSolved = "It is not solved";
export const whatIsStillWrong = "What's still wrong?";
export const thanksSolved = "Thanks. The request is closed as solved.";
export const thanksNotSolved = "Thanks. The request is open again.";
export const tooLateForThat = "It's too late to answer this here. Open the request to see its status or reply.";
export const replyRefused = "That couldn't be sent. Open the request and reply there.";
export const chooseANewPassword = (name: string) => `Set a new password, ${name}.`;
export const savePassword = "Save password";
export const passwordLengthHint = (least: number) => `At least ${least} characters. Saving signs you out everywhere.`;
export const confirmThisAddress = (email: string, name: string) => `Does ${email} belong to ${name}?`;
export const confirmAddress = "Confirm address";
export const addressIsConfirmed = "The address is confirmed. You can sign in with it.";
export const signIn = "Sign in";
export const goToStartPage = "Go to the start page";
export const linkCantBeUsed =
  "This link has been used or has expired. Sign in to continue, or ask your service desk for a new link.";
export const stopTheseEmails = "Stop these emails?";
export const stopEmails = "Stop emails";
export const emailsStopped = "You'll no longer get these emails.";
export const changeSettings = "Notification settings";

/* Entries of the security log. */
export const method = "Method";
export const linkInAnEmail = "Link in an email";

/* Emails about an account. Bodies are Markdown; `name` is escaped. */
export const signInSubject = "Your sign-in link";
export const signInBody = (name: string) =>
  `Hello ${name},

[Sign in](link:open)

The link works once. If you didn't request it, ignore this email.`;
export const invitationSubject = "Your invitation";
export const invitationBody = (name: string, days: number) =>
  `Hello ${name},

An account was created for you. Choose a password to sign in with:

[Choose a password](link:open)

The link works once and expires in ${days} days.`;
export const passwordSubject = "Set a new password";
export const passwordBody = (name: string) =>
  `Hello ${name},

[Set a new password](link:open)

The link works once and expires in 1 hour. If you didn't request it, ignore this email. Your password stays the same.`;
export const confirmationSubject = "Confirm your email address";
export const confirmationBody = (name: string) =>
  `Hello ${name},

This address was added to your account. To sign in with this address, confirm it:

[Confirm address](link:open)

If this isn't your account, ignore this email.`;
export const securitySubject = "Your account was changed";
export const securityBody = (name: string, change: string) =>
  `Hello ${name},

${change}

If you didn't expect this, contact your service desk.`;
export const passwordWasChanged = "A new password was set for your account.";
export const primaryAddressWasChanged = "Your primary email address was changed.";
export const addressWasAdded = "An email address was added to your account.";
export const addressWasRemoved = "An email address was removed from your account.";
