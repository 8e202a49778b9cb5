import { setTimeout } from "node:timers/promises";
import type { Viewer } from "~/features/users/users";
import { aKey, anAgent, aRequester, aTask } from "../support/factories";
import type { TestServer } from "../support/server";
import { cookieOf } from "../support/session";

/** A request that was sent. `acknowledged` once the server confirmed it; until then it may or may not be stored. */
export type Sent = {
  kind: "reply" | "note" | "answer" | "upload" | "title" | "task";
  /** A word that occurs nowhere else. */
  mark: string;
  task: number;
  send: () => Promise<Response>;
  acknowledged: boolean;
};

type Person = { viewer: Viewer; cookie: string; task: number };

/** The proxy's status for a server that died before it answered; Taskdesk itself never sends it. */
const FROM_THE_PROXY = 502;

/** The content of a mark's file: a few hundred kilobytes, so some uploads are cut off midway. */
export const contentOf = (mark: string) => `${mark}\n`.repeat(40_000);

/** A random source from 0 to 1 that repeats for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A few agents and requesters, each with their own task, who write without pause while the server answers. They're new
 * each time, because a requester may only write so much per hour. `ask` replaces `fetch` for reaching the server.
 */
export function aDeskUnderLoad(
  { db, origin, ask = fetch }: Pick<TestServer, "db" | "origin"> & { ask?: typeof fetch },
  random: () => number,
) {
  const sent: Sent[] = [];

  async function somebody(role: "agent" | "requester"): Promise<Person> {
    const requester = await aRequester(db);
    const viewer = role === "agent" ? await anAgent(db) : requester;
    const { id } = await aTask(db, { requester });
    return { viewer, cookie: await cookieOf(db, viewer, origin), task: id };
  }

  function post(person: Person, path: string, fields: Record<string, string>, file?: string) {
    const form = file === undefined ? new URLSearchParams(fields) : new FormData();
    if (form instanceof FormData) {
      for (const [name, text] of Object.entries(fields)) form.append(name, text);
      form.append("files", new File([contentOf(file ?? "")], `${file}.txt`));
    }
    return ask(origin + path, { method: "POST", headers: { cookie: person.cookie }, body: form, redirect: "manual" });
  }

  function something(person: Person): Sent {
    const [mark, requestKey] = [`mark${sent.length}x`, aKey()];
    const path = `/tasks/${person.task}`;
    const about = { mark, task: person.task, acknowledged: false };
    const to = (kind: Sent["kind"], address: string, fields: Record<string, string>, file?: string): Sent => ({
      ...about,
      kind,
      send: () => post(person, address, { requestKey, ...fields }, file),
    });
    const one = random();
    if (person.viewer.role === "requester") {
      if (one < 0.7) return to("answer", path, { form: "reply", body: mark, anyway: "yes" });
      return to("task", "/tasks/new", { title: mark, body: mark, type: "incident" });
    }
    if (one < 0.15 && mayAttach(person.task)) return to("upload", path, { form: "note", note: mark }, mark);
    if (one < 0.4) return to("reply", path, { form: "reply", body: mark, after: "keep", anyway: "yes" });
    if (one < 0.65) return to("note", path, { form: "note", note: mark });
    if (one < 0.9)
      return to("title", path, { form: "fields", title: mark, version: "1", was_title: titleOf(person.task) });
    return to("task", "/tasks/new", { title: mark, body: mark, type: "incident" });
  }

  /** The title of a task as its only writer knows it. */
  const titles = new Map<number, string>();
  const titleOf = (task: number) => titles.get(task) ?? "Printer on fire";

  async function tryToSend(one: Sent) {
    const answer = await one.send();
    if (answer.status === FROM_THE_PROXY) throw new Error(`the proxy lost the server during ${one.kind}`);
    if (answer.status !== 302) throw new Error(`${one.kind} was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    one.acknowledged = true;
    if (one.kind === "title") titles.set(one.task, one.mark);
  }

  /** Tells whether it was acknowledged. Throws for a response that isn't an acknowledgement. */
  async function arrives(one: Sent) {
    try {
      await tryToSend(one);
      return true;
    } catch (error) {
      if ((error as Error).message.includes("was answered")) throw error;
      return false;
    }
  }

  const written = new Map<Person, number>();

  /** Requesters are limited to 60 messages an hour, which a fast server reaches within seconds. */
  function mayWrite(person: Person) {
    const before = written.get(person) ?? 0;
    written.set(person, before + 1);
    return person.viewer.role !== "requester" || before < 40;
  }

  const attached = new Map<number, number>();

  /** A task takes at most 100 files. A person who keeps writing during a long outage would reach that. */
  function mayAttach(task: number) {
    const before = attached.get(task) ?? 0;
    attached.set(task, before + 1);
    return before < 60;
  }

  return {
    sent,
    titleOf,
    async people() {
      const roles = ["agent", "agent", "agent", "requester", "requester"] as const;
      const people: Person[] = [];
      for (const role of roles) people.push(await somebody(role));
      return people;
    },
    /** Everyone writes one thing after another until the server is gone. */
    async work(people: readonly Person[]) {
      await Promise.all(
        people.map(async (person) => {
          while (mayWrite(person)) {
            const one = something(person);
            sent.push(one);
            if (!(await arrives(one))) return; // cut off: the server is gone
          }
        }),
      );
    },
    /** Everyone writes one thing after another while `going`, and resends whatever was cut off until it arrives. */
    async workOn(people: readonly Person[], going: () => boolean) {
      await Promise.all(
        people.map(async (person) => {
          while (going() && mayWrite(person)) {
            const one = something(person);
            sent.push(one);
            // Pauses after an answer, too, or the starting process gets no CPU time.
            do await setTimeout(60);
            while (!(await arrives(one)));
          }
        }),
      );
    },
    /** Resends everything that was cut off, with the same form. */
    async retry() {
      for (const one of sent.filter(({ acknowledged }) => !acknowledged)) await tryToSend(one);
    },
  };
}
