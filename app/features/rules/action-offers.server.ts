import type { Db } from "~/db/types";
import { offeredStatuses, offeredTypes, PRIORITIES } from "~/features/tasks/tasks";
import { listTeams } from "~/features/tasks/team-and-requester.server";
import { listAssignable } from "~/features/users/person-picker.server";
import { personLabelWithId } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import type { ActionOffers, Value } from "./action-offers";
import { sharedMacros, shownKeyword } from "./action-values.server";
import { ASSIGNEE_KEYWORDS } from "./rules";
import * as say from "./rules-copy";

/** Suggested values of actions, each as `readActionValue` reads it. */
export async function listActionOffers(db: Db): Promise<ActionOffers> {
  const [teams, macros, agents] = await Promise.all([listTeams(db), sharedMacros(db), listAssignable(db)]);
  const people = offersOfPeople(agents);
  const keywords = Object.entries(ASSIGNEE_KEYWORDS).map(([keyword, detail]) => offer(shownKeyword(keyword), detail));
  return {
    priority: offersOf(PRIORITIES).reverse(), // as menus of priorities have them
    status: offersOf(offeredStatuses()),
    type: offersOf(offeredTypes()),
    team: offersOf(teams),
    macro: offersOf(macros),
    assignee: [...keywords, ...people],
    notify: [
      offer("leads", say.leadsOfTheTeam),
      ...inLists(offersOf(teams, say.team)),
      // A name of both a team and a person means the team.
      ...inLists(offersOfPeople(agents, new Set(["leads", ...teams.map(({ name }) => name)].map(sortKey)))),
    ],
    add_watcher: inLists(people),
  };
}

const offer = (name: string, detail: string | null = null): Value => ({ value: name, label: name, detail });

/** If several macros share a name, it means the first one. */
const offersOf = (all: readonly { name: string }[], detail: string | null = null) =>
  [...new Set(all.map(({ name }) => name))].map((name) => offer(name, detail));

/** Values that can be in a list: they contain no comma. */
const inLists = (values: readonly Value[]) => values.filter(({ value }) => !value.includes(","));

type Person = { id: number; name: string; email: string | null };

/** People by name, or by address if the name is ambiguous, `taken` or contains a comma. */
function offersOfPeople(people: readonly Person[], taken: ReadonlySet<string> = new Set()): Value[] {
  const counts = new Map<string, number>();
  for (const { name } of people) counts.set(sortKey(name), (counts.get(sortKey(name)) ?? 0) + 1);
  return people.map((person) => {
    const { name, email } = person;
    const isEnough = counts.get(sortKey(name)) === 1 && !taken.has(sortKey(name)) && !/[,;@]/.test(name);
    return { value: isEnough ? name : (email ?? personLabelWithId(person)), label: name, detail: email };
  });
}
