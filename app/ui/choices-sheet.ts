import sheet from "./styles/choices.css";

/** What a list of choices looks like, for pages without the sheet of tasks: loaded with the list. */
export const CHOICES_SHEET = sheet;
