/** Product copy. docs/decisions/0020 says how to add to it. */

export const chartsAppearHere = "Charts appear here once tasks come in.";
export const nothingToDrawYet = "No data yet";
export const createdAndResolved = "Created and resolved";
export const openAtTheEndOfTheDay = "Backlog";
export const ageOfOpenTasks = "Age of open tasks";
export const asATable = "Show as table";
export const createdAndResolvedOn = (created: string, resolved: string) =>
  `${created} created (above the line), ${resolved} resolved (below it)`;
export const day = "Day";
export const created = "Created";
export const resolved = "Resolved";
export const open = "Open";
export const age = "Age";
export const theLastDays = (days: number) => `The last ${days} days`;
export const moreThan90Days = "More than 90 days";
export const upTo90Days = "31 to 90 days";
export const upTo30Days = "8 to 30 days";
export const upToAWeek = "2 to 7 days";
export const upToADay = "Up to 1 day";
export const openNow = (count: string) => `${count} open now`;
export const openCount = (count: string) => `${count} open`;
