/** What `navigator.connection` tells, where a browser has it. */
type Connection = { saveData?: boolean; effectiveType?: string } | undefined;

/** Whether something may be loaded over a connection that perhaps nobody needs. */
export const allowsAhead = (connection: Connection) =>
  !connection?.saveData && !/2g/.test(connection?.effectiveType ?? "");

/** Browser only: the same of the one it has now. */
export const mayLoadAhead = () => allowsAhead((navigator as Navigator & { connection?: Connection }).connection);

/** Browser only: once it has nothing better to do. */
export function whenIdle(work: () => void) {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work);
  else setTimeout(work, 200); // Safari
}
