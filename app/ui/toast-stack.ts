/* Whether there is something on the page that draws toasts; what draws them comes with the first. */

let isWanted = false;
let tell = async () => true;

/** A toast is about to appear. Answers whether there is something to draw it. */
export function wantStack() {
  isWanted = true;
  return tell();
}

/** Calls `listener` once there is something to draw; the answer ends that. */
export function whenStackIsWanted(listener: () => Promise<boolean>) {
  tell = listener;
  if (isWanted) void listener();
  return () => {
    tell = async () => true;
  };
}
