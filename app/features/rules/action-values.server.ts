import type { Db } from "~/db/types";
import {
  type Read as Found,
  readFieldSetting,
  readPeople,
  showFieldSetting,
  showPeople,
  showPerson,
} from "~/features/actions/named-values.server";
import { unknownVariables } from "~/features/macros/fill-template.server";
import { variableNames } from "~/features/macros/template-values.server";
import { Tags, TaskTitle } from "~/features/tasks/task-schema";
import { offeredStatuses, offeredTypes, PRIORITIES, statusOf, typeName } from "~/features/tasks/tasks";
import { listTeams, teamName } from "~/features/tasks/team-and-requester.server";
import { resolvePerson } from "~/features/users/person-picker.server";
import { readDuration } from "~/lib/durations";
import { sortKey } from "~/lib/search-tokens";
import { cleanLine, cleanText } from "~/lib/text";
import { type ActionKind, ASSIGNEE_KEYWORDS, type StoredAction } from "./rules";
import * as say from "./rules-copy";

/* Values of actions: names as people type them, ids and keys as stored, so that rules survive renames. */

type Read = { ok: true; value: string } | { ok: false; message: string };

const read = (value: string): Read => ({ ok: true, value });
const wrong = (message: string): Read => ({ ok: false, message });
const readOr = (value: string | number | undefined, message: string) =>
  value === undefined ? wrong(message) : read(String(value));

const readStored = <T>(found: Found<T>, asStored: (value: T) => string): Read =>
  found.ok ? read(asStored(found.value)) : found;

/** Parts of a stored value of `field`. */
export function settingOf(value: string): { key: string; value: string } {
  const colon = value.indexOf(":");
  return { key: value.slice(0, colon), value: value.slice(colon + 1) };
}

/** Ids of people in a stored value. */
export const idsIn = (value: string): number[] => value.split(",").map(Number);

const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name);

const isCalled = (typed: string) => {
  const key = sortKey(typed);
  return (name: string) => key !== "" && sortKey(name) === key;
};

/** Converts a typed value to its stored form, or returns an error. */
export async function readActionValue(db: Db, kind: ActionKind, typed: string): Promise<Read> {
  const text = cleanLine(typed);
  const isIt = isCalled(text);
  if (text === "") return wrong(say.enterAValue);
  switch (kind) {
    case "priority":
      return readOr(
        PRIORITIES.find(({ key, name }) => key === text || isIt(name))?.key,
        say.noSuchPriority(text, namesOf(PRIORITIES)),
      );
    case "status":
      return readOr(
        offeredStatuses().find(({ key, name }) => key === text || isIt(name))?.key,
        say.noSuchStatus(text, namesOf(offeredStatuses())),
      );
    case "type":
      return readOr(
        offeredTypes().find(({ key, name }) => key === text || isIt(name))?.key,
        say.noSuchType(text, namesOf(offeredTypes())),
      );
    case "team": {
      const teams = await listTeams(db);
      return readOr(teams.find(({ name }) => isIt(name))?.id, say.noSuchTeam(text, namesOf(teams)));
    }
    case "assignee":
      return readAssignee(db, text);
    case "add_tag":
    case "remove_tag": {
      const tags = Tags.safeParse(text);
      if (!tags.success) return wrong(tags.error.issues[0]?.message ?? say.oneTag);
      return tags.data.length === 1 ? read(tags.data[0] ?? "") : wrong(say.oneTag);
    }
    case "due":
      return text.toLowerCase() === "none" ? read("none") : readTime(text);
    case "snooze":
      return readTime(text);
    case "reply":
    case "note":
      return readTemplate(db, cleanText(typed));
    case "create": {
      const title = TaskTitle.safeParse(text);
      if (!title.success) return wrong(title.error.issues[0]?.message ?? say.enterATitle);
      return readTemplate(db, title.data);
    }
    case "notify":
      return readRecipients(db, text);
    case "macro":
      return readOr((await sharedMacros(db)).find(({ name }) => isIt(name))?.id, say.noSuchMacro(text));
    case "webhook":
      return readAddress(text);
    case "field":
      return readStored(await readFieldSetting(db, text), ({ key, value }) => `${key}:${value}`);
    case "add_watcher":
      return readStored(await readPeople(db, text, "assignable"), (ids) => ids.join(","));
    case "add_participant":
      return readStored(await readPeople(db, text, "anyone"), (ids) => ids.join(","));
  }
}

/** A keyword as shown in the form. */
export const shownKeyword = (keyword: string) => keyword.replace("_", " ");

const readTime = (text: string) =>
  (readDuration(text) ?? 0) > 0 ? read(text.toLowerCase()) : wrong(say.notADuration(text));

async function readAssignee(db: Db, text: string): Promise<Read> {
  const mode = text.toLowerCase().replace(/[\s-]+/g, "_");
  if (Object.hasOwn(ASSIGNEE_KEYWORDS, mode)) return read(mode);
  const found = await resolvePerson(db, text, { among: "assignable" });
  return found.ok ? read(String(found.person.id)) : wrong(found.message);
}

async function readTemplate(db: Db, text: string): Promise<Read> {
  const [slip] = unknownVariables(text, await variableNames(db));
  return slip === undefined ? read(text) : wrong(say.noSuchVariable(slip));
}

async function readRecipients(db: Db, text: string): Promise<Read> {
  const teams = await listTeams(db);
  const found: string[] = [];
  for (const one of text.split(",").map(cleanLine).filter(Boolean)) {
    if (one.toLowerCase() === "leads") {
      found.push("leads");
      continue;
    }
    const team = teams.find(({ name }) => isCalled(one)(name));
    const person = team ? null : await resolvePerson(db, one, { among: "assignable" });
    if (person && !person.ok) return wrong(person.message);
    found.push(team ? `team:${team.id}` : `user:${person?.person.id}`);
  }
  return found.length > 0 ? read([...new Set(found)].join(",")) : wrong(say.enterPeople);
}

/** Macros that rules can apply: all but personal ones. */
export const sharedMacros = (db: Db) =>
  db
    .selectFrom("macro")
    .select(["id", "name"])
    .where("deleted_at", "is", null)
    .where("scope", "!=", "personal")
    .orderBy("id")
    .execute();

function readAddress(text: string): Read {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAllowed = url?.protocol === "https:" && url.username === "" && url.password === "";
  return isAllowed && text.length <= 2000 ? read(url.href) : wrong(say.notHttps);
}

/** The value as shown in the form, with current names; deleted things keep their last known name. */
export async function showActionValue(db: Db, { kind, value }: StoredAction): Promise<string> {
  switch (kind) {
    case "priority":
      return PRIORITIES.find(({ key }) => key === value)?.name ?? value;
    case "status":
      return statusOf(value).name;
    case "type":
      return typeName(value);
    case "team":
      return (await teamName(db, Number(value))) ?? "";
    case "assignee":
      return /^\d+$/.test(value) ? showPerson(db, Number(value)) : shownKeyword(value);
    case "notify": {
      const names = [];
      for (const one of value.split(",")) {
        const id = Number(one.split(":")[1]);
        names.push(one === "leads" ? one : one.startsWith("team:") ? await teamName(db, id) : await showPerson(db, id));
      }
      return [...new Set(names.filter(Boolean))].join(", ");
    }
    case "macro":
      return (await sharedMacros(db)).find(({ id }) => id === Number(value))?.name ?? "";
    case "field": {
      const { key, value: set } = settingOf(value);
      const shown = await showFieldSetting(db, key, set);
      return `${shown.label}: ${shown.value}`;
    }
    case "add_watcher":
    case "add_participant":
      return showPeople(db, idsIn(value));
    default:
      return value;
  }
}
