import type { Tx } from "~/db/transaction.server";
import { insertPeople, type PersonOnTask, peopleEvents } from "~/features/people/change-task-people.server";
import { listParticipants } from "~/features/people/participants.server";
import { TASK_LIMITS } from "~/features/tasks/tasks";
import { recordEvents } from "~/features/tasks/write-task-history.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { isNoReply } from "../parsing/automatic-mail";
import { headersNamed } from "../parsing/header-lines";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { bareAddresses } from "../parsing/plain-address";
import { withoutKey } from "../threading/signed-address.server";
import { findSender, isUsable, type Sender } from "./known-sender.server";

/** Unique addresses in To and Cc, without this desk's own, mailing lists and no-reply addresses. */
export function copiedAddresses(
  { to, cc, headers }: Pick<ParsedMail, "to" | "cc" | "headers">,
  isOurs: (addressKey: string) => boolean,
): MailAddress[] {
  const lists = new Set(bareAddresses(headersNamed(headers, "list-post", "mailing-list", "x-mailing-list").join(" ")));
  const found = new Map<string, MailAddress>();
  for (const person of [...to, ...cc]) {
    const key = emailKeyOf(person.address);
    const isMachine = isNoReply(person.address) || lists.has(key);
    const ours = isOurs(key) || isOurs(emailKeyOf(withoutKey(person.address)));
    if (!found.has(key) && !isMachine && !ours && isUsable(person.address)) found.set(key, person);
  }
  return [...found.values()];
}

type OfTask = { id: number; requester_id: number };

/**
 * People with these addresses who aren't on the task yet, up to the limit. Creates requesters for unknown addresses if
 * `mayCreate` allows it. `showsAddresses`: the requester typed the addresses, so they see nothing else about these people.
 */
async function newInCopy(
  tx: Tx,
  task: OfTask,
  addresses: readonly MailAddress[],
  { by, mayCreate, showsAddresses }: Adding,
  now: number,
): Promise<PersonOnTask[]> {
  const inCopy = await listParticipants(tx, task.id);
  const present = new Set([task.requester_id, ...inCopy.map(({ id }) => id)]);
  const coming: PersonOnTask[] = [];
  for (const { address, name } of addresses) {
    if (inCopy.length + coming.length >= TASK_LIMITS.participants) break;
    let person: { id: number; name: string } | null = null;
    const known = await findSender(tx, address);
    if (known) person = known.disabled ? null : known;
    else if (await mayCreate(address)) person = await createRequesterByEmail(tx, { email: address, name }, by, now);
    if (!person || present.has(person.id)) continue;
    present.add(person.id);
    coming.push({ id: person.id, name: person.name, address: showsAddresses ? address : null });
  }
  return coming;
}

type Adding = {
  by: { id: number } | null;
  mayCreate: (address: string) => boolean | Promise<boolean>;
  showsAddresses: boolean;
};

/** Puts people from To and Cc in copy. */
export async function addCopied(
  tx: Tx,
  taskId: number,
  {
    author,
    addresses,
    mayCreate,
  }: { author: Sender; addresses: readonly MailAddress[]; mayCreate: Adding["mayCreate"] },
  now: number,
): Promise<void> {
  const task = await tx
    .selectFrom("task")
    .select(["id", "requester_id"])
    .where("id", "=", taskId)
    .executeTakeFirstOrThrow();
  const adding = { by: null, mayCreate, showsAddresses: author.role === "requester" };
  const come = (await newInCopy(tx, task, addresses, adding, now)).filter(({ id }) => id !== author.id);
  if (come.length === 0) return;
  await insertPeople(tx, taskId, "participants", come, now);
  const events = peopleEvents({ taskId, actorId: author.id }, "participants", { come }, now);
  await recordEvents(
    tx,
    events.map((event) => ({ ...event, via: "email" })),
  );
}
