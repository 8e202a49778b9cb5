let unasked = false;

/** The page is about to be loaded anew for a reason that is stronger than what was typed on it, or known already. */
export function leaveUnasked() {
  unasked = true;
}

export const canLeaveUnasked = () => unasked;
