import { expect } from "vitest";
import { forgetParkedForm, parkedForm, saveParkedForm, sweepParkedForms } from "~/features/auth/parked-forms.server";
import { saveDraft } from "~/features/conversation/drafts/draft-save.server";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { formKey, ownerOfKey } from "~/lib/form-key.server";
import { onEachDatabase } from "../../support/database";
import { aKey, aRequester, aTask, disableUser, NOON } from "../../support/factories";

/* domain B6 "Sessions", B18.1: a form sent after the session ended waits for its author. */

const DAY = 86_400_000;
const page = (path = "/tasks/7") => new Request(`http://desk.example.org${path}`);
const sent = (fields: Record<string, string | File>, path = "/tasks/7") => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return new Request(`http://desk.example.org${path}`, { method: "POST", body });
};

onEachDatabase("a form sent without a session", (test) => {
  test("waits on its page, for its author only", async ({ db }) => {
    const [rita, otto] = [await aRequester(db), await aRequester(db)];
    const requestKey = formKey(rita.id);
    const fields = {
      form: "reply",
      body: "Hello \u0000there",
      requestKey,
      csrfToken: "x",
      scan: new File(["x"], "scan.pdf"),
    };
    expect(await saveParkedForm(db, sent(fields), NOON)).toHaveLength(1);
    expect(await saveParkedForm(db, sent(fields), NOON)).toHaveLength(1); // sent twice, kept once

    expect(await parkedForm(db, rita, page(), NOON)).toEqual({
      values: { form: "reply", body: "Hello there", requestKey },
      errors: {},
      parked: true,
      formErrors: [
        "Your session ended before this was sent. Check it and send it again.",
        "Files aren't kept when a session ends. Attach again: scan.pdf.",
      ],
    });
    expect(await parkedForm(db, rita, page("/tasks/7/_payload.json"), NOON)).not.toBeNull();
    expect(await parkedForm(db, rita, page("/tasks/8"), NOON)).toBeNull();
    expect(await parkedForm(db, otto, page(), NOON)).toBeNull();
  });

  test("keeps fields of any name", async ({ db }) => {
    const rita = await aRequester(db);
    const fields = { body: "Hello", constructor: "brick", requestKey: formKey(rita.id) };
    await saveParkedForm(db, sent(fields), NOON);
    expect((await parkedForm(db, rita, page(), NOON))?.values).toEqual(fields);
  });

  test("is kept only with a request key we issued, for an active account", async ({ db }) => {
    const rita = await aRequester(db);
    const key = formKey(rita.id);
    const forged = key.replace(/-[0-9a-z]+-/, `-${(rita.id + 1).toString(36)}-`);
    expect(ownerOfKey(`${key}-own_fields`)).toBe(rita.id);
    for (const requestKey of [
      "",
      aKey(),
      forged,
      `${key}-../x`,
      `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`,
    ]) {
      expect(ownerOfKey(requestKey)).toBeNull();
      expect(await saveParkedForm(db, sent({ body: "x", requestKey }), NOON)).toEqual([]);
    }
    await disableUser(db, rita);
    expect(await saveParkedForm(db, sent({ body: "x", requestKey: key }), NOON)).toEqual([]);
  });

  test("waits until it is sent, saved as a draft or discarded, at most a day", async ({ db }) => {
    const { id, requester: rita } = await aTask(db);
    const path = `/tasks/${id}`;
    const park = async () => {
      const requestKey = formKey(rita.id);
      await saveParkedForm(db, sent({ form: "reply", body: "Hello", requestKey }, path), NOON);
      return requestKey;
    };
    const waits = async (now = NOON) => (await parkedForm(db, rita, page(path), now)) !== null;

    const one = await park();
    expect(await waits()).toBe(true);
    await replyToTask(db, rita, id, { body: "Hello", requestKey: one }, NOON);
    expect(await waits()).toBe(false);
    expect(await saveParkedForm(db, sent({ body: "Hello", requestKey: one }, path), NOON)).toEqual([]); // already sent

    const two = await park();
    await saveDraft(db, rita, { kind: "reply", taskId: id }, { body: "Hello again", requestKey: two }, NOON + 1);
    expect(await waits()).toBe(false);

    await forgetParkedForm(db, rita, "a key of nobody's,\0 which PostgreSQL takes in no text");
    await forgetParkedForm(db, rita, await park());
    expect(await waits()).toBe(false);

    await park();
    expect(await waits(NOON + DAY - 1)).toBe(true);
    expect(await waits(NOON + DAY)).toBe(false);
    await sweepParkedForms(db, NOON + DAY);
    expect(await db.selectFrom("parked_form").select("request_key").execute()).toEqual([]);
  });

  test("counts toward a limit of 20 per user; the oldest are dropped", async ({ db }) => {
    const rita = await aRequester(db);
    for (let n = 0; n < 22; n++) {
      await saveParkedForm(db, sent({ body: "x", requestKey: formKey(rita.id) }, `/tasks/${n}`), NOON + n);
    }
    expect(await db.selectFrom("parked_form").select("address").execute()).toHaveLength(20);
    expect(await parkedForm(db, rita, page("/tasks/0"), NOON + 22)).toBeNull();
    expect(await parkedForm(db, rita, page("/tasks/21"), NOON + 22)).not.toBeNull();
  });
});
