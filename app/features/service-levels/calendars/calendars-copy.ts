/** Copy of the pages of calendars. docs/decisions/0020 says how to add to it. */

export const calendars = "Calendars";
export const calendar = "Calendar";
export const aboutCalendars = "Opening hours and holidays. Service-level clocks run only during these opening hours.";
export const addCalendar = "Add calendar";
export const newCalendar = "New calendar";
export const saveCalendar = "Save calendar";
export const deleteCalendar = "Delete calendar";
export const noCalendarsYet = "No calendars yet";
export const noCalendarsHint = "Add a calendar to set targets that count opening hours only.";
export const undo = "Undo";
export const cancel = "Cancel";
export const name = "Name";
export const timeZone = "Time zone";
export const holidays = "Holidays";
export const alwaysOpen = "Always open";
export const yes = "yes";
export const no = "no";
export const closed = "closed";
export const usedBy = "Used by";
export const notUsed = "Nothing";
export const weekly = (hours: string) => (hours === "1" ? "1 hour a week" : `${hours} hours a week`);
export const openingHours = "Opening hours";
export const hoursHint = "Time ranges such as 09:00-12:00, 13:00-17:00. Leave a day empty if the desk is closed.";
export const alwaysOpenHint = "Counts every minute. Opening hours and holidays are saved but not used.";
export const holidaysHint =
  "One per line: 2026-04-03 Good Friday for one year, 12-25 Christmas for every year. Add hours if the desk is open part of the day: 12-24 09:00-12:00 Christmas Eve.";
export const holidayFile = "Holiday calendar (.ics)";
export const holidayFileHint =
  "An .ics file, such as a public holiday calendar. Adds its all-day events to the list above.";
export const addFromFile = "Add holidays from file";
export const showYear = "Update preview";
export const holidayCount = (count: number) => (count === 1 ? "1 holiday" : `${count} holidays`);

/* The picture of a year. */
export const yearTitle = (year: number) => `Opening hours in ${year}`;
export const showYearNamed = (year: number) => `Show ${year}`;
export const unsavedYear = "Preview of your unsaved changes.";
export const savedYear = "This is the saved calendar.";
export const pictureKey =
  "Each row is a month and each column a day. Each day runs from midnight at the top to midnight at the bottom. A line below a day marks a holiday.";
export const month = "Month";
export const openDays = "Open days";
export const openHours = "Open hours";
export const asATable = "Show as table";
export const specialDay = (date: string, name: string, hours: string) =>
  [date, name, hours === "" ? "(closed)" : `(${hours})`].filter(Boolean).join(" ");
export const none = "None";

/* Results. */
export const calendarAdded = (name: string) => `${name} added`;
export const calendarSaved = (name: string) => `${name} saved`;
export const calendarDeleted = (name: string) => `${name} deleted`;
export const calendarRestored = (name: string) => `${name} restored`;
export const holidaysFound = (added: number) => {
  if (added === 0) return "The file has no holidays that aren't in the list yet.";
  const holidays = added === 1 ? "1 holiday was added" : `${added} holidays were added`;
  return `${holidays} to the list. Check them, then save the calendar.`;
};
export const eventsSkipped = (skipped: number) =>
  `${skipped === 1 ? "1 event was" : `${skipped} events were`} skipped. Timed events, and recurring events that aren't yearly, can't be holidays.`;

/* Errors. */
export const enterAName = "Enter a name.";
export const nameNeedsALetter = "Enter a name with at least one letter or digit.";
export const nameTooLong = (most: number) => `A name can have at most ${most} characters.`;
export const nameIsTaken = "Another calendar already has this name. Choose a different one.";
export const enoughCalendars = (most: number) =>
  `You've reached the limit of ${most} calendars. Delete an unused calendar first.`;
export const chooseATimeZone = "Choose a time zone.";
export const hoursTooLong = (most: number) => `A day's hours can have at most ${most} characters.`;
export const holidaysTooLong = (most: string) => `The holidays can have at most ${most} characters. Remove some.`;
export const calendarInUse = (name: string, policies: string) =>
  `${name} can't be deleted, because these policies use it: ${policies}. Choose another calendar for them first.`;
export const chooseAFile = "Choose an .ics file first.";
export const notACalendarFile = "That file isn't an iCalendar file. Choose a file that ends in .ics.";
export const fileTooLarge = (mostKiB: number) => `That file is too large. Choose a file of at most ${mostKiB} KiB.`;
export const currentValue = (value: string) => `It's now “${value}”. Save again to replace it with yours.`;
export const changedMeanwhile = "Someone else changed this calendar while you were editing. Nothing was saved.";
