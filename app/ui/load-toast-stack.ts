/* Whether the page needs the toast stack, which loads with the first toast. */

let isWanted = false;
let tell = async () => true;

/** Loads the stack for a toast. Returns whether it loaded. */
export function wantStack() {
  isWanted = true;
  return tell();
}

/** Calls `listener` once a toast needs the stack. Returns a cleanup function. */
export function whenStackIsWanted(listener: () => Promise<boolean>) {
  tell = listener;
  if (isWanted) void listener();
  return () => {
    tell = async () => true;
  };
}
