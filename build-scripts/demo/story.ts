import type { PriorityKey, StatusKey, TypeKey } from "../../app/features/tasks/tasks";

/** The people in the stories, by first name. */
export const PEOPLE = {
  ada: { name: "Ada Winter", role: "admin" },
  jonas: { name: "Jonas Brandt", role: "agent" },
  priya: { name: "Priya Nair", role: "agent" },
  tom: { name: "Tom Okafor", role: "agent" },
  lea: { name: "Léa Moreau", role: "requester" },
  mateo: { name: "Mateo García", role: "requester" },
  ingrid: { name: "Ingrid Sørensen", role: "requester" },
  yuki: { name: "田中 由紀", role: "requester" },
  sam: { name: "Sam Whitfield", role: "requester" },
  hanna: { name: "Hanna Köhler", role: "requester" },
  omar: { name: "Omar Haddad", role: "requester" },
  grace: { name: "Grace Lindqvist", role: "requester" },
  pavel: { name: "Pavel Novák", role: "requester" },
} as const;

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
