import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countFailure, delayOf } from "~/features/auth/sign-in-limits.server";
import { createUser } from "~/features/users/user-queries.server";
import type { Viewer } from "~/features/users/users";
import { ENGINES } from "../../support/database";
import { anAdmin, anAgent, aRequester, aTask } from "../../support/factories";
import { quickHashOf } from "../../support/password";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

describe.each(ENGINES)("people over HTTP (%s)", (engine) => {
  let server: TestServer;
  let [admin, agent, rita, otto]: Viewer[] = [];
  const cookies = new Map<number | undefined, string>();
  beforeAll(async () => {
    server = await startServer(engine);
    admin = await anAdmin(server.db, { name: "Root" });
    agent = await anAgent(server.db, { name: "Ada" });
    rita = await aRequester(server.db, { name: "Rita", email: "rita@example.org" });
    otto = await aRequester(server.db, { name: "Otto" });
    for (const each of [admin, agent, rita]) cookies.set(each.id, await cookieOf(server.db, each));
  });
  afterAll(() => server.stop());

  const headersOf = (who: Viewer | undefined) => ({ cookie: cookies.get(who?.id) ?? "", accept: "text/html" });

  async function get(who: Viewer | undefined, path: string) {
    const answer = await fetch(server.origin + path, { headers: headersOf(who), redirect: "manual" });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("Location") };
  }

  async function post(who: Viewer | undefined, path: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields);
    const answer = await fetch(server.origin + path, {
      method: "POST",
      headers: headersOf(who),
      redirect: "manual",
      body,
    });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get("Location") };
  }

  const key = () => crypto.randomUUID();

  describe("behaviour 4.1 and 6: visibility of people", () => {
    test("refuses the list to requesters, as page and as payload", async () => {
      expect((await get(rita, "/users")).status).toBe(403);
      expect((await get(rita, "/users/_payload.json")).status).toBe(403);
      expect((await get(rita, "/users/new")).status).toBe(403);
      const list = await get(agent, "/users");
      expect(list.status).toBe(200);
      expect(list.text).toContain(`href="/users/${otto?.id}"`);
    });

    test("shows requesters their own page and a 404 for all others", async () => {
      expect(await get(rita, `/users/${rita?.id}`)).toMatchObject({
        status: 200,
        text: expect.stringContaining("rita@"),
      });
      for (const id of [otto?.id, admin?.id, 987_654, "0", "01", "1e3", "x", "-1", "1234567890", "%00"]) {
        const answer = await get(rita, `/users/${id}`);
        expect(answer.status, String(id)).toBe(404);
        expect(answer.text, String(id)).toContain(`Page Not Found: /users/${id}`);
        expect((await post(rita, `/users/${id}/state`, { state: "disabled" })).status, String(id)).toBe(404);
        expect((await post(rita, `/users/${id}/edit`, {})).status, String(id)).toBe(404);
        expect((await post(rita, `/users/${id}/password`, {})).status, String(id)).toBe(404);
      }
    });

    test("lets agents see every person but edit only requesters", async () => {
      expect((await get(agent, `/users/${admin?.id}`)).status).toBe(200);
      expect((await get(agent, `/users/${rita?.id}/edit`)).status).toBe(200);
      expect((await get(agent, `/users/${admin?.id}/edit`)).status).toBe(403);
      expect((await get(agent, `/users/${rita?.id}/password`)).status).toBe(403);
      expect((await post(agent, `/users/${rita?.id}/state`, { state: "disabled" })).status).toBe(403);
      const asAgent = { name: "Rita", email: "rita@example.org", wasName: "Rita", wasEmail: "rita@example.org" };
      const promotion = { ...asAgent, role: "admin", wasRole: "requester" };
      expect((await post(agent, `/users/${rita?.id}/edit`, promotion)).status).toBe(403);
      const made = { name: "New", email: "new@example.org", role: "agent", requestKey: key() };
      expect((await post(agent, "/users/new", made)).status).toBe(403);
      const withPassword = { ...made, role: "requester", password: "correct horse" };
      expect((await post(agent, "/users/new", withPassword)).status).toBe(403);
    });

    test("lets every role edit its own profile and preferences (domain B12)", async () => {
      const profile = "/settings/profile";
      const own = (who: typeof rita) => ({ name: who?.name ?? "", wasName: who?.name ?? "" });
      for (const who of [rita, agent, admin]) {
        const page = await get(who, profile);
        expect(page.text).toContain("Hold my reply when a new message arrives");
        expect(page.text.includes("/availability")).toBe(who !== rita);
        expect(page.text).toMatch(/<input(?=[^>]*name="holdReplies")(?=[^>]*checked)/);
        expect((await post(who, profile, { ...own(who), holdReplies: "no" })).location).toBe(profile);
        expect((await get(who, profile)).text).not.toMatch(/<input(?=[^>]*name="holdReplies")(?=[^>]*checked)/);
      }
      const renamed = await post(rita, profile, { ...own(rita), name: "Rita Rose" });
      expect(renamed.status).toBe(302);
      expect((await get(agent, `/users/${rita?.id}`)).text).toContain("Rita Rose");
      const outdated = await post(rita, profile, { ...own(rita), name: "Rita Red" });
      expect([outdated.status, outdated.text.includes("It&#x27;s now “Rita Rose”")]).toEqual([409, true]);
      expect((await post(rita, profile, { ...own(rita), wasName: "Rita Rose", name: " " })).status).toBe(422);
      await post(rita, profile, { ...own(rita), wasName: "Rita Rose" });
      const herself = { name: "Queen", email: "rita@example.org", wasRole: "requester" };
      expect((await post(rita, `/users/${rita?.id}/edit`, herself)).status).toBe(403);
    });

    test("saves display preferences per person and rejects unknown options", async () => {
      const display = "/settings/display";
      const chosen = { theme: "dark", zone: "Europe/Berlin", dates: "year", keys: "no", density: "comfortable" };
      const scheme = async (who: typeof rita) =>
        /name="color-scheme" content="([^"]*)"/.exec((await get(who, "/")).text)?.[1];
      const density = async () => /data-density="(\w+)"/.exec((await get(rita, "/")).text)?.[1];
      const wrongs = [{ zone: "Moon/Base" }, { theme: "pink" }, { dates: "week" }, { zone: "", theme: "" }];
      for (const wrong of [...wrongs, { density: "tiny" }]) {
        const answer = await post(rita, display, { ...chosen, ...wrong });
        expect([answer.status, answer.text.includes("Choose an option from the list.")], JSON.stringify(wrong)).toEqual(
          [422, true],
        );
      }
      expect(await scheme(rita)).toBe("light dark");
      expect((await post(rita, display, chosen)).location).toBe(display);
      expect([await scheme(rita), await scheme(agent)]).toEqual(["dark", "light dark"]);
      expect(await density()).toBe("comfortable");
      await post(rita, display, { theme: "system", zone: "UTC", dates: "day", keys: "yes", density: "compact" });
      expect([await scheme(rita), await density()]).toEqual(["light dark", undefined]);
    });

    test("serves each page's data as its payload, without password hashes", async () => {
      const payload = JSON.parse((await get(agent, "/users/_payload.json?q=rit")).text);
      expect(payload.data["routes/_app.users._index"].people).toMatchObject([{ name: "Rita" }]);
      for (const page of ["/new", `/${rita?.id}`, `/${rita?.id}/edit`, `/${rita?.id}/password`]) {
        const answer = await get(admin, `/users${page}/_payload.json`);
        expect(answer.status, page).toBe(200);
        expect(answer.text, page).not.toContain("password_hash");
      }
    });
  });

  describe("domain B15: the person page", () => {
    test("lists requests, and for agents assigned tasks until the account is disabled", async () => {
      const [asked, foreign] = [await aRequester(server.db, { name: "Quentin" }), await aRequester(server.db)];
      const worker = await anAgent(server.db, { name: "Wilma" });
      await aTask(server.db, { title: "Quentin's printer", requester: asked, assignee: worker });
      await aTask(server.db, { title: "Somebody's keyboard", requester: foreign });
      cookies.set(asked.id, await cookieOf(server.db, asked));

      const own = await get(asked, `/users/${asked.id}`);
      expect(own.text).toContain("Quentin&#x27;s printer");
      expect(own.text).not.toContain("Somebody");
      expect(own.text).not.toContain("Wilma");
      expect((await get(agent, `/users/${asked.id}`)).text).toContain("Quentin&#x27;s printer");

      const address = `/users/${worker.id}`;
      expect((await post(admin, `${address}/state`, { state: "disabled" })).location).toBe(address);
      const page = await get(agent, address);
      expect(page.text).not.toContain("This account is disabled"); // no heir chosen for the tasks yet
      expect(page.text).toContain("Quentin&#x27;s printer");
      expect((await post(admin, `${address}/state`, { state: "disabled", heir: "x" })).status).toBe(400);

      await post(admin, `${address}/state`, { state: "disabled", heir: "" });
      const ended = await get(agent, address);
      expect(ended.text).toContain("This account is disabled");
      expect(ended.text).not.toContain("Quentin&#x27;s printer");
    });
  });

  describe("behaviour 11: a rejected form explains why and keeps the entered values", () => {
    test.each([
      [{ name: "", email: "x@example.org" }, "Enter a name."],
      [{ name: "n".repeat(121), email: "x@example.org" }, "A name can have at most 120 characters."],
      [{ name: "Typed Name", email: "" }, "Enter an email address."],
      [{ name: "Typed Name", email: "nobody" }, "That isn&#x27;t a valid email address."],
      [{ name: "Typed Name", email: `${"a".repeat(250)}@b.example` }, "An address can have at most 254 characters."],
      [{ name: "Typed Name", email: "RITA@example.org" }, "Another person already uses this email address."],
      [{ name: "Typed Name", email: "x@example.org", role: "boss" }, "Choose a role."],
      [{ name: "Typed Name", email: "x@example.org", password: "seven77" }, "A password needs at least 10 characters."],
      [
        { name: "Typed Name", email: "xx@example.org", password: "XX@example.org" },
        "The password can&#x27;t be the email address.",
      ],
      [{ name: "Typed Name", email: "x@example.org", password: "pq".repeat(65) }, "at most 128 characters."],
      [{ name: "Typed Name", email: "x@example.org", requestKey: "" }, "This form is incomplete."],
    ])("new person %#: %j", async (fields, sentence) => {
      const answer = await post(admin, "/users/new", { requestKey: key(), role: "requester", ...fields });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(sentence);
      expect(answer.text).toContain(`value="${fields.name}"`);
      if ("password" in fields) expect(answer.text).not.toContain(fields.password as string);
    });

    test("creates one person when a form is sent twice and redirects both to them", async () => {
      const fields = { name: "Twice", email: "twice@example.org", role: "agent", requestKey: key() };
      const [first, second] = await Promise.all([post(admin, "/users/new", fields), post(admin, "/users/new", fields)]);
      expect(first.status).toBe(302);
      expect(first.location).toMatch(/^\/users\/\d+$/);
      expect(second.location).toBe(first.location);
    });

    test("answers a conflicting edit with 409 and both values, and accepts a resend", async () => {
      const made = await createUser(server.db, { name: "Before", email: "c@example.org", role: "requester" }, 0);
      const path = `/users/${made.ok && made.id}`;
      const was = { wasName: "Before", wasEmail: "c@example.org", wasRole: "requester" };
      const form = (name: string) => ({ ...was, name, email: "c@example.org", role: "requester" });
      expect((await post(admin, `${path}/edit`, form("Theirs"))).location).toBe(path);
      const conflict = await post(admin, `${path}/edit`, form("Mine"));
      expect(conflict.status).toBe(409);
      expect(conflict.text).toContain('value="Mine"');
      expect(conflict.text).toContain("It&#x27;s now “Theirs”.");
      expect(conflict.text).toContain('name="wasName" value="Theirs"');
      expect((await post(admin, `${path}/edit`, { ...form("Mine"), wasName: "Theirs" })).status).toBe(302);
      expect((await get(admin, path)).text).toContain("<h1>Mine</h1>");
    });

    test.each([
      [{ name: "" }, "Enter a name."],
      [{ email: "nobody" }, "That isn&#x27;t a valid email address."],
      [{ email: "" }, "You can&#x27;t clear the email address."],
      [{ role: "boss" }, "Choose a role."],
      [{ wasRole: "" }, "Choose a role."],
    ])("keeps the typed and the original values of an edit %j", async (fields, sentence) => {
      const form = { name: "Typed Name", email: "typed@example.org", role: "agent" };
      const was = { wasName: "Otto", wasEmail: otto?.email ?? "", wasRole: "requester" };
      const answer = await post(admin, `/users/${otto?.id}/edit`, { ...form, ...was, ...fields });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(sentence);
      expect(answer.text).toContain('name="wasName" value="Otto"');
      expect(answer.text).toContain(`value="${"email" in fields ? fields.email : "typed@example.org"}"`);
      expect(answer.text).toContain("<title>Edit Otto | Localhost</title>");
    });

    test("refuses to demote the last active admin and says why", async () => {
      const was = { wasName: "Root", wasEmail: admin?.email ?? "", wasRole: "admin" };
      const demotion = { ...was, name: "Root", email: admin?.email ?? "", role: "agent" };
      const answer = await post(admin, `/users/${admin?.id}/edit`, demotion);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain("This is the last active admin.");
      expect((await post(admin, `/users/${rita?.id}/state`, { state: "gone" })).status).toBe(400);
    });

    test("counts wrong current passwords in an open session as failed sign-ins", async () => {
      const gus = await aRequester(server.db, { passwordHash: quickHashOf("right password") });
      cookies.set(gus.id, await cookieOf(server.db, gus));
      const guess = (currentPassword: string) =>
        post(gus, `/users/${gus.id}/password`, { currentPassword, password: "another password" });
      const elsewhere = { login: gus.email ?? "", address: "203.0.113.9" };
      for (let n = 0; n < 9; n++) await countFailure(server.db, elsewhere);
      expect((await guess("wrong password")).status).toBe(422);
      const delayed = { login: gus.email ?? "", address: "203.0.113.10" };
      expect(await delayOf(server.db, delayed)).toBe(1_000);
      await server.db.deleteFrom("rate_limit").execute();
      expect((await guess("right password")).status).toBe(302);
    });

    test("requires the current password to change your own and keeps only this session", async () => {
      const path = `/users/${rita?.id}/password`;
      expect((await post(admin, path, { password: "first password" })).status).toBe(302);
      const cookie = await cookieOf(server.db, { id: rita?.id ?? 0 });
      const elsewhere = await cookieOf(server.db, { id: rita?.id ?? 0 });
      cookies.set(rita?.id, cookie);
      const wrong = await post(rita, path, { currentPassword: "wrong", password: "second password" });
      expect(wrong).toMatchObject({
        status: 422,
        text: expect.stringContaining("That isn&#x27;t your current password."),
      });
      expect((await post(rita, path, { currentPassword: "first password", password: "second password" })).status).toBe(
        302,
      );
      expect((await get(rita, `/users/${rita?.id}`)).status).toBe(200);
      cookies.set(rita?.id, elsewhere);
      expect((await get(rita, `/users/${rita?.id}`)).location).toBe("/login");
      cookies.set(rita?.id, cookie);
    });
  });
});
