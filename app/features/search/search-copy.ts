import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** Product copy. docs/decisions/0020 says how to add to it. */
export const search = "Search";
export const searchFor = (code: ReactNode) => sentence`Search for ${code}`;
export const eitherCompareOrRange = (key: string, compare: string) =>
  `“${key}:” takes either ${compare} or a range with “..”, not both.`;
export const rangeEndsBeforeStart = (key: string) =>
  `The range after “${key}:” ends before it begins. Swap the two values.`;
export const notADate = (text: string) => `“${text}” isn't a date. Use one such as 2026-03-09.`;
export const findsPeople = (key: string) => `“${key}” finds people, not tasks. Remove it to search tasks.`;
export const fieldFindsPeople = (key: string) => `“${key}:” finds people, not tasks. Remove it to search tasks.`;
export const onlyForAgents = (words: string) => `“${words}” is only available to agents. Remove it from the search.`;
export const queryTooLong = (most: string) => `A query can have at most ${most} characters. Make it shorter.`;
export const nestedTooDeep = (most: number) => `Parentheses can be nested at most ${most} levels deep. Remove some.`;
export const emptyParenthesesLeftOut = "Empty parentheses were ignored.";
export const tooManyTerms = (most: number) => `A query can have at most ${most} terms. Remove some.`;
export const strayParenthesisLeftOut = "A closing parenthesis without an opening one was ignored.";
export const parenthesisNeverClosed = "A closing parenthesis is missing, so one was added at the end.";
export const notAField = (key: string) => `“${key}:” isn't a search field, so it was searched as text.`;
export const quoteNeverClosed =
  "A quotation mark isn't closed, so everything after it is read as one phrase. Add the closing mark.";
export const sortingOnlyForAgents = (by: string) =>
  `Sorting by ${by} is only available to agents. Choose another order.`;
export const noLettersOrDigits = (text: string) => `“${text}” has no letters or digits, so it was ignored.`;
export const findsTasks = (wrong: string) => `“${wrong}” finds tasks, not people. Remove it to search people.`;
export const severalFields = (name: string, keys: string) => `Several fields are called “${name}”. Use ${keys}.`;
export const noSuchField = (name: string) => `There's no field “${name}”. Check the spelling.`;
export const noSuchFieldSuggestion = (name: string, meant: string) =>
  `There's no field “${name}”. Did you mean “field.${meant}:”?`;
export const cannotBeCompared = (key: string, compare: string) => `“${key}:” can't be compared. Remove the ${compare}.`;
export const needsValue = (key: string) => `“${key}:” needs a value after it.`;
export const needsLetterOrDigit = (key: string) => `“${key}:” needs a letter or digit after it.`;
export const takesFewerDigits = (key: string, most: number) => `“${key}:” takes a number of at most ${most} digits.`;
export const takesANumber = (key: string, typed: string) =>
  `“${key}:” takes a number such as 12 or 3.5, not “${typed}”.`;
export const takesADate = (key: string, typed: string) =>
  `“${typed}” isn't a date. For ${key}, use a date (2026-03-09), a range (2026-03-01..2026-03-31) or the time left (<7d).`;
export const takesAPastDate = (key: string, typed: string) =>
  `“${typed}” isn't a date. For ${key}, use a date (2026-03-09, 2026-03, last-week), a range (2026-03-01..2026-03-31) or an age (>14d).`;
export const takesAFutureDate = (key: string, typed: string) =>
  `“${typed}” isn't a date. For ${key}, use a date (2026-03-09, today, this-week), a range (2026-03-01..2026-03-31) or the time left (<4h).`;
export const takesAWholeNumber = (key: string, typed: string) => `“${key}:” takes a whole number, not “${typed}”.`;
export const takesAZone = (key: string, typed: string) =>
  `“${key}:” takes a time zone such as Europe/Berlin, not “${typed}”.`;
export const onlyAtTopLevel = (key: string) =>
  `“${key}:” can't be used after -, in parentheses or with OR. Use it on its own.`;
export const onlyOneOf = (key: string) => `Use “${key}:” only once.`;
export const takesATask = (key: string, typed: string) => `“${key}:” takes a task number, not “${typed}”.`;
export const takesYesOrNo = (key: string, typed: string) => `“${key}:” takes yes or no, not “${typed}”.`;
export const takesASort = (keys: string, typed: string) =>
  `“sort:” takes ${keys}, optionally with -asc or -desc, not “${typed}”.`;
export const takesChoices = (key: string, choices: string, typed: string) =>
  `“${key}:” takes ${choices}, not “${typed}”.`;
export const unknownValue = (key: string, typed: string) =>
  `“${typed}” isn't a valid value for “${key}:”. Check the spelling.`;
export const unknownValueSuggestion = (key: string, typed: string, meant: string) =>
  `“${typed}” isn't a valid value for “${key}:”. Did you mean “${meant}”?`;
export const unknownValueChoices = (key: string, typed: string, choices: string) =>
  `“${typed}” isn't a valid value for “${key}:”. Use ${choices}.`;
export const valuesOnBothSides = (key: string) => `The range after “${key}:” needs a value on both sides of “..”.`;
export const numbersOnBothSides = (key: string) =>
  `The range after “${key}:” needs a whole number on both sides of “..”.`;
export const datesOnBothSides = (key: string) => `The range after “${key}:” needs a date on both sides of “..”.`;
export const noSuchTeam = (name: string) => `There's no team “${name}”. Check the spelling.`;
export const noSuchOrganization = (name: string) => `There's no organization “${name}”. Check the spelling.`;
export const noSuchStatusSuggestion = (typed: string, meant: string) =>
  `There's no status “${typed}”. Did you mean “${meant}”?`;
export const noSuchStatus = (typed: string, choices: string) =>
  `There's no status “${typed}”. Use open, done, any, or a status: ${choices}.`;
export const noSuchChoice = {
  type: (typed: string, choices: string) => `There's no type “${typed}”. Use ${choices}.`,
  channel: (typed: string, choices: string) => `There's no channel “${typed}”. Use ${choices}.`,
};
export const minusForNot = (key: string, typed: string) =>
  `“!” doesn't mean “not”. Put a minus before it: “-${key}:${typed}”.`;
export const sortOnlyAtTopLevel =
  "“sort:” orders the whole list, so it can't be used in parentheses, with OR or after -. Use it on its own.";
export const onlyOneSort = "Use only one “sort:”.";
export const searchedAsTextSpace = (name: string) =>
  `“${name}:” was searched as text. To use it as a field, write the value right after “${name}:”, without a space.`;
export const searchedAsTextEmpty = (name: string) =>
  `“${name}:” was searched as text. To use it as a field, add a value after “${name}:”.`;
export const notAFieldSuggestion = (key: string, meant: string) =>
  `“${key}:” isn't a search field, so it was searched as text. Did you mean “${meant}:”?`;
export const needsSomethingAfter = (sign: string) => `“${sign}” needs a term after it, so it was ignored.`;
export const needsSomethingOnBothSides = (sign: string) => `“${sign}” needs a term on both sides, so it was ignored.`;
export const noSiteSearchYet = "You can't search by site yet. Remove “site:” from the search.";
export const notSearchableYet = (key: string) => `You can't search by “${key}:” yet. Remove it from the search.`;
export const noPersonNamed = (name: string) => `No one is called “${name}”. Check the spelling.`;
export const noPersonNamedSuggestion = (name: string, meant: string) =>
  `No one is called “${name}”. Did you mean “${meant}”?`;
