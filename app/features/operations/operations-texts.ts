/** What people read here; docs/decisions/0020 says how to add to it. */

/* What /metrics says of its numbers. */
export const openEventStreams = "Open event streams of pages";
export const connectionsInUse = "Connections to PostgreSQL that are in use or idle, and requests that wait for one";
export const sessionsNotEnded = "Sessions that have not ended";
export const jobsByKind =
  "Jobs by kind: waiting for their time, due and not done yet, failed (given up after ten attempts)";
export const answeredRequests = "Answered requests by route and class of status, and how long they took";
