let unasked = false;
let sending = false;

/** The page is about to be loaded anew for a reason that is stronger than what was typed on it, or known already. */
export function leaveUnasked() {
  unasked = true;
}

export const canLeaveUnasked = () => unasked;

/** Sends a form: that comes back to the page it stands on, and finds the other forms as they were. */
export function sendUnasked(send: () => void) {
  sending = true;
  send();
  sending = false;
}

export const isSending = () => sending;
