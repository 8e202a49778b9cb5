import type { Db } from "~/db/types";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { saveMacro } from "~/features/macros/macros.server";
import { createOrganization } from "~/features/organizations/organization-changes.server";
import { addToOrganization } from "~/features/organizations/organization-members.server";
import { writeItem } from "~/features/tasks/checklist/checklist.server";
import { CHECKLIST_LIMITS, TASK_LIMITS } from "~/features/tasks/tasks";
import { createTeam } from "~/features/teams/team-changes.server";
import { addMember } from "~/features/teams/team-members.server";
import { NEW_TEAM, TEAM_LIMITS } from "~/features/teams/teams";
import { pinView, saveView } from "~/features/views/views.server";
import { aCustomField, aKey, anAdmin, anAgent, aRequester, aTask, NOON } from "./factories";

/** A word of 40 characters without a place to break it. */
export const LONG_WORD = "Ausnahmegenehmigungsantragsformularakte7";
const LONG_NAME = LONG_WORD + LONG_WORD.slice(0, 20);
const ARABIC = "طابعة الطابق الثاني تطبع صفحات فارغة (HP 4250)، وأحيانًا لا تطبع شيئًا";
const HEBREW = "המדפסת בקומה השנייה לא עובדת";
const FAR_PAST = "2026-01-05";

/** Text of this many characters, made of long words. */
const ofLength = (characters: number) =>
  `${LONG_WORD} `
    .repeat(Math.ceil(characters / 41))
    .slice(0, characters)
    .trim();

const LONG_MESSAGE = [
  `${LONG_WORD.repeat(5)} ${"Very long words, and a line of code: ".repeat(6)}`,
  `\`\`\`\n${"select_everything_from_a_very_long_line, ".repeat(12)}\n\`\`\``,
  `| ${LONG_WORD} | ${LONG_WORD} | ${LONG_WORD} | ${LONG_WORD} |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |`,
  `https://harbour.example/${"a-very-long-address/".repeat(15)}`,
].join("\n\n");

const RIGHT_TO_LEFT = `${ARABIC}\n\n- ${HEBREW}\n- ${ARABIC}\n\n> ${HEBREW}`;

/**
 * Creates content that breaks layouts: 40-character words, titles and names at their limit, and right-to-left text. One
 * task has as many tags as allowed, and the desk has 2,000. Returns who can see it all, and where most of it is.
 */
export async function edgeCaseContent(db: Db) {
  const admin = await anAdmin(db, { name: ofLength(120), email: `${"a".repeat(60)}@${"b".repeat(60)}.example.org` });
  const agent = await anAgent(db, { name: "عبد الرحمن بن محمد الأنصاري" });
  const requester = await aRequester(db, { name: LONG_WORD.repeat(3), email: `${LONG_WORD}@harbour.example` });
  const hebrew = await aRequester(db, { name: "שרה כהן" });

  const team = await made(
    createTeam(
      db,
      admin,
      { ...NEW_TEAM, name: LONG_NAME, description: ofLength(TEAM_LIMITS.description), requestKey: aKey() },
      NOON,
    ),
  );
  await addMember(db, admin, team, admin.email ?? "", NOON);
  const organization = await made(
    createOrganization(
      db,
      admin,
      {
        name: LONG_WORD.repeat(3),
        domains: `${LONG_WORD}.example`,
        sharing: "members",
        note: LONG_MESSAGE,
        requestKey: aKey(),
      },
      NOON,
    ),
  );
  await addToOrganization(db, admin, organization, requester.email ?? "", NOON);
  const view = await made(
    saveView(
      db,
      admin,
      {
        name: LONG_NAME,
        query: `status:open or ${LONG_WORD}`,
        sort: "",
        scope: "personal",
        team: null,
        requestKey: aKey(),
      },
      NOON,
    ),
  );
  await pinView(db, admin, String(view), "pin", NOON);
  await aCustomField(db, { key: "permit", label: ofLength(60) });

  const tags = Array.from({ length: TASK_LIMITS.tags }, (_, at) =>
    `${at + 10}-${LONG_WORD.toLowerCase()}`.slice(0, TASK_LIMITS.tag),
  );
  const long = { title: ofLength(TASK_LIMITS.title), tags, due: FAR_PAST, priority: "urgent", team } as const;
  const { id: task } = await aTask(db, { ...long, body: LONG_MESSAGE, requester, assignee: admin });
  await aTask(db, { ...long, title: LONG_WORD.repeat(5), requester, assignee: agent, status: "in_progress" });
  const { id: rightToLeft } = await aTask(db, {
    title: ARABIC,
    body: RIGHT_TO_LEFT,
    requester: hebrew,
    assignee: agent,
    due: FAR_PAST,
  });
  await aTask(db, { title: HEBREW, requester: hebrew, status: "resolved" });
  await aTask(db, { title: "Plain", requester: hebrew, assignee: admin, due: "2099-01-05" });

  for (const body of [LONG_MESSAGE, RIGHT_TO_LEFT, "Short."]) {
    await replyToTask(db, admin, task, { body, requestKey: aKey() }, NOON);
    await addNote(db, agent, task, { body: `${body} ${ARABIC}`, requestKey: aKey() }, NOON);
  }
  for (const text of [ofLength(CHECKLIST_LIMITS.text), HEBREW]) {
    await writeItem(db, admin, task, { text, was: "", requestKey: aKey() }, NOON);
  }
  const macro = await made(
    saveMacro(
      db,
      admin,
      {
        name: LONG_NAME,
        scope: "everyone",
        team: null,
        kind: "reply",
        text: LONG_MESSAGE,
        actions: {},
        requestKey: aKey(),
      },
      NOON,
    ),
  );
  await manyTags(db, 2_000);
  return { admin, agent, requester, task, rightToLeft, team, organization, view, macro };
}

/** Inserts tags directly: the product allows 20 per task, and creating a hundred tasks would take too long. */
async function manyTags(db: Db, count: number) {
  const task = (await aTask(db, { title: "Everything about it is known", status: "resolved" })).id;
  const rows = Array.from({ length: count }, (_, at) => ({
    task_id: task,
    tag: `kind-${String(at).padStart(4, "0")}`,
  }));
  for (let at = 0; at < count; at += 500)
    await db
      .insertInto("task_tag")
      .values(rows.slice(at, at + 500))
      .execute();
  return task;
}

async function made(making: Promise<{ ok: true; id: number } | { ok: false }>): Promise<number> {
  const answer = await making;
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.id;
}
