import type { PriorityKey, StatusKey, TypeKey } from "~/features/tasks/tasks";
import type { PEOPLE } from "./sample-copy";

/** Someone in the stories. */
export type Who = keyof typeof PEOPLE;

/** One event after the task was created; `after` is hours since the previous step. */
export type Step = { after: number; who: Who } & (
  | { says: string; status?: StatusKey }
  | { notes: string }
  | { sets: { status?: StatusKey; priority?: PriorityKey; assignee?: Who | null; tags?: string[] } }
);

export type Story = {
  title: string;
  /** Markdown. */
  body: string;
  who: Who;
  /** Hours since it began. */
  ago: number;
  type?: TypeKey;
  priority?: PriorityKey;
  assignee?: Who;
  tags?: string[];
  /** Days from today until it is due. */
  due?: number;
  /** Custom fields by key. */
  fields?: Record<string, string>;
  /** Checklist items; the first one is ticked. */
  checklist?: [string, ...string[]];
  steps?: Step[];
};

/** A public reply. An agent's reply leaves the task waiting for the requester unless `status` says otherwise. */
export const says = (after: number, who: Who, text: string, status?: StatusKey): Step =>
  status ? { after, who, says: text, status } : { after, who, says: text };

export const notes = (after: number, who: Who, text: string): Step => ({ after, who, notes: text });

export const sets = (after: number, who: Who, change: Extract<Step, { sets: unknown }>["sets"]): Step => ({
  after,
  who,
  sets: change,
});
