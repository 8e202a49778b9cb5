import { type Kysely, sql } from "kysely";

/** Rewords the example rules of 0049 and the type descriptions of 0011. Keeps text that an admin has changed. */
export async function up(db: Kysely<object>) {
  for (const [from, to] of RULE_NAMES) {
    const key = to.toLowerCase();
    await sql`update rule set name = ${to}, name_key = ${key} where name = ${from}
      and not exists (select 1 from rule as other where other.name_key = ${key})`.execute(db);
  }
  for (const [from, to] of RULE_ACTIONS)
    await sql`update rule set actions = ${JSON.stringify(to)} where actions = ${JSON.stringify(from)}`.execute(db);
  for (const { key, from, to } of TYPE_DESCRIPTIONS)
    await sql`update task_type set description = ${to} where key = ${key} and description = ${from}`.execute(db);
}

const RULE_NAMES = [
  ["Forget the reminder once there is an answer", "Clear the reminder when the requester replies"],
  ["Tell leads of missed targets", "Notify leads of missed targets"],
] as const;

const reminder = (end: string) => [
  { kind: "reply", value: `Hello {{requester.first_name|there}},\n\n${end}` },
  { kind: "add_tag", value: "reminded" },
];

const RULE_ACTIONS = [
  [
    reminder("we're still waiting for your answer. If your request is solved, you don't have to do anything."),
    reminder("we're still waiting for your reply. If your issue is resolved, you don't need to do anything."),
  ],
  [
    [{ kind: "create", value: "Check the backups of last week" }],
    [{ kind: "create", value: "Check last week's backups" }],
  ],
] as const;

const TYPE_DESCRIPTIONS = [
  { key: "request", from: "A request for something new.", to: "I need something new." },
  { key: "question", from: "A question that needs an answer.", to: "I have a question." },
] as const;
