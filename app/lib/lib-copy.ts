/** User-facing copy; docs/decisions/0020 says how to add to it. */

export const chooseFromList = "Choose an option from the list.";
export const formIsIncomplete = "This form is incomplete. Reload the page and try again.";
export const singleSignOn = "Single sign-on";
