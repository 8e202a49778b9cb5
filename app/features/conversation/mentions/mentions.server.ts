import type { Db } from "~/db/types";
import { colleaguesLike } from "~/features/people/suggest-assignees.server";
import { workableBy } from "~/features/tasks/task-policy.server";
import { peopleOfTeam, type TaskOfTeam, worksOn } from "~/features/tasks/team-access.server";
import type { Viewer } from "~/features/users/users";
import { sortKey } from "~/lib/search-tokens";
import { eitherOf } from "~/lib/text";
import * as say from "../conversation-copy";
import { mentionLines } from "../markdown.server";
import type { Suggested } from "./mention-list";
import { keysOf, type Mentionable, whoIsMeant } from "./mention-text.server";

/**
 * Suggests people for the start of a name or an address: those who work on the task, by name. Null for a viewer without agent
 * access, who may not look up names.
 */
export async function suggestMentions(
  db: Db,
  viewer: Viewer,
  taskId: number,
  words: string,
): Promise<Suggested[] | null> {
  const task = await db
    .selectFrom("task")
    .select(["assignee_id", "confidential", "team_id"])
    .where("task.id", "=", taskId)
    .where(workableBy(viewer))
    .executeTakeFirst();
  if (!task) return null;

  const people = await colleaguesLike(db, task, words);
  const shared = (name: string) => people.filter((other) => other.name === name).length > 1;
  return people.map(({ id, name, email }) => ({ id, name, email, write: shared(name) && email ? email : name }));
}

/** A mention that can't be made. The message is for the writer and shows beside the text. */
export type RefusedMention = { ok: false; why: "mention"; message: string };

/**
 * Reads the mentions in an agent's text. Only people who work on the task can be mentioned: a mention notifies them and never
 * grants access. Requesters' texts are not checked, so that an @ can't be used to find out names.
 */
async function readMentions(
  db: Db,
  task: TaskOfTeam,
  text: string,
): Promise<{ ok: true; people: Mentionable[] } | RefusedMention> {
  const lines = mentionLines(text);
  const { names, addresses } = keysOf(lines);
  if (names.length + addresses.length === 0) return { ok: true, people: [] };
  const found = await peopleOfTeam(db, task.team_id)
    .where((eb) =>
      eb.or([
        ...(names.length > 0 ? [eb("user.name_key", "in", names)] : []),
        ...(addresses.length > 0 ? [eb("user.email_key", "in", addresses)] : []),
      ]),
    )
    .orderBy("user.id")
    .execute();
  // First names match only people who work on the task.
  const byFirstName = lines.some((line) => !whoIsMeant(line, found));
  const people = byFirstName ? [...found, ...(await colleagues(db, task, found))] : found;

  const mentioned = new Map<number, Mentionable>();
  for (const line of lines) {
    const meant = whoIsMeant(line, people)?.people ?? [];
    const [person, another, ...others] = meant.filter((one) => worksOn(task, one));
    if (person && another) return refused(severalAre([person, another, ...others], meant));
    if (person) mentioned.set(person.id, { id: person.id, name: person.name, email: person.email });
    else if (meant[0]) return refused(say.cannotBeMentioned(meant[0].name));
  }
  return { ok: true, people: [...mentioned.values()] };
}

/** Everybody else who works on the task. */
async function colleagues(db: Db, task: TaskOfTeam, found: readonly Mentionable[]) {
  const people = await peopleOfTeam(db, task.team_id)
    .where("user.role", "in", ["agent", "admin"])
    .where("user.state", "=", "active")
    .orderBy("user.id")
    .execute();
  return people.filter((one) => worksOn(task, one) && !found.some(({ id }) => id === one.id));
}

/** Why a text's mentions are refused; null if they are fine or there are none. */
export async function mentionError(db: Db, task: TaskOfTeam, text: string): Promise<RefusedMention | null> {
  const mentions = await readMentions(db, task, text);
  return mentions.ok ? null : mentions;
}

/** The people a text mentions; empty if its mentions are refused. */
export async function mentionedIn(db: Db, task: TaskOfTeam, text: string): Promise<Mentionable[]> {
  const mentions = await readMentions(db, task, text);
  return mentions.ok ? mentions.people : [];
}

const refused = (message: string): RefusedMention => ({ ok: false, why: "mention", message });

/** `able`: those of `people` who work on the task. */
function severalAre(able: readonly [Mentionable, ...Mentionable[]], people: readonly Mentionable[]): string {
  const [{ name }] = able;
  const names = new Set(able.map((one) => one.name));
  if (new Set([...names].map(sortKey)).size > 1) {
    const word = name.split(/\s/, 1)[0];
    return say.ambiguousMention(word, eitherOf([...names].slice(0, 5)));
  }
  const addresses = people.flatMap(({ email }) => (email === null ? [] : `@${email}`)).slice(0, 5);
  return say.severalPeopleNamed(name, eitherOf(addresses));
}
