/** Product copy. docs/decisions/0020 says how to add to it. */

/* Help texts in /metrics. */
export const openEventStreams = "Open page event streams";
export const connectionsInUse = "PostgreSQL connections in use and idle, and requests waiting for one";
export const activeSessions = "Active sessions";
export const jobsByKind = "Jobs by kind: scheduled, due, or failed after ten attempts";
export const answeredRequests = "Requests answered by route and status class, and their duration";
export const mailByState =
  "Email by address: waiting, quarantined and queued now; received, sent and failed in the last day";
export const mailAddressUp = "Whether an email address works: 0 while it's paused or failing";
export const mailSinceSuccess = "Seconds since an email address last fetched, received or sent mail";
