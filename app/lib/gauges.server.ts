/** What this process has going on now, for whoever watches it (features/operations/metrics). Who begins or ends one counts. */
export const gauges = {
  /** Open event streams: pages that hear of changes. */
  eventStreams: 0,
};
