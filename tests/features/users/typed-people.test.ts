import { describe, expect, test } from "vitest";
import { createTask } from "~/features/new-task/task-create.server";
import { putInCopy } from "~/features/people/participants.server";
import { oneAddress, parsePerson, parseSearchedPerson, splitPeople } from "~/features/users/parse-people.server";
import { createRequesterByEmail, findForSignIn } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../support/factories";

const people = (text: string) => splitPeople(text).map(parseSearchedPerson);

describe("addresses in the formats of mail programs", () => {
  test.each([
    ["Dr. Neu Mensch <neu1@firma.example>", [{ name: "Dr. Neu Mensch", email: "neu1@firma.example" }]],
    ['"Weber, Klara" <k@firma.example>', [{ name: "Weber, Klara", email: "k@firma.example" }]],
    ["'Klara Weber' <k@firma.example>;", [{ name: "Klara Weber", email: "k@firma.example" }]],
    ["k@firma.example <k@firma.example>", [{ name: "", email: "k@firma.example" }]],
    ["k@firma.example (Klara Weber)", [{ name: "Klara Weber", email: "k@firma.example" }]],
    ["mailto:k@firma.example?subject=Hi,there", [{ name: "", email: "k@firma.example" }]],
    ["<mailto:k%2Bx@firma.example>", [{ name: "", email: "k+x@firma.example" }]],
    [
      "Team: Ana <a@firma.example>, k@firma.example;",
      [
        { name: "Ana", email: "a@firma.example" },
        { name: "", email: "k@firma.example" },
      ],
    ],
    ["Support @ Firma (person 24)", [{ id: 24 }]],
    ["ana@old.example (person 4)", [{ id: 4 }]],
    [
      "Ana Ruiz, Bo (person 7); Klara <k@firma.example>",
      [{ name: "Ana Ruiz" }, { id: 7 }, { name: "Klara", email: "k@firma.example" }],
    ],
    [
      "a@firma.example\r\nb@firma.example\n,,",
      [
        { name: "", email: "a@firma.example" },
        { name: "", email: "b@firma.example" },
      ],
    ],
    ["Weber; Ana\nBo", [{ name: "Weber" }, { name: "Ana" }, { name: "Bo" }]],
  ])("%s", (text, expected) => {
    expect(people(text)).toEqual(expected);
  });

  test("parses a single address despite extra text and takes no address from text with two", () => {
    expect(parsePerson("Weber, Klara <k@firma.example>")).toEqual({ name: "Weber, Klara", email: "k@firma.example" });
    expect(parsePerson("Weber, Klara")).toEqual({ name: "Weber, Klara" });
    for (const two of [
      "a@firma.example, b@firma.example",
      "a@firma.example b@firma.example",
      "Boss boss@firma.example <x@evil.example>",
    ]) {
      expect(parsePerson(two) ?? {}, two).not.toHaveProperty("email");
      expect(EmailAddress.safeParse(two).success, two).toBe(false);
    }
    expect(oneAddress(" mailto:k@firma.example ")).toBe("k@firma.example");
  });

  test("rejects invalid addresses and accepts unusual valid ones", () => {
    for (const none of [
      "x@y",
      "a@b..example",
      ".a@b.example",
      "a..b@c.example",
      "a@-b.example",
      "a@b.example.",
      "a@",
      "@b.example",
      "a@192.168.0.1",
      "a<b@c.example",
      "a@b@c.example",
    ])
      expect(EmailAddress.safeParse(none).success, none).toBe(false);
    for (const one of ["admin@localhost", "a.b+c@d-e.example", "müller@müller.example", "x@xn--mller-kva.example"])
      expect(EmailAddress.safeParse(one).success, one).toBe(true);
  });

  test("gives a domain the same key in Unicode and in Punycode", () => {
    expect(emailKeyOf("Ana@MÜLLER.example")).toBe(emailKeyOf("ana@xn--mller-kva.example"));
    expect(emailKeyOf("ä@firma.example")).not.toBe(emailKeyOf("a@firma.example"));
  });
});

onEachDatabase("a new person", (test) => {
  test("takes the name written next to the address, as requester and in copy", async ({ db }) => {
    const [ada, rita] = [await anAgent(db), await aRequester(db)];
    const input = { title: "New", body: "Text", type: "incident", requestKey: aKey(), anyway: true } as const;
    const made = await createTask(db, ada, { ...input, requester: '"Mensch, Neu" <neu1@firma.example>' }, NOON);
    expect(made).toMatchObject({ ok: true });
    const { id } = await aTask(db, { requester: rita });
    await putInCopy(db, ada, id, '"Weber, Klara" <k@firma.example>; Bo Li <b@firma.example>', NOON);
    await putInCopy(db, rita, id, "Dr. Z <z@firma.example>\nmailto:y@firma.example", NOON);
    const names = await db
      .selectFrom("user")
      .select(["name"])
      .where("email", "like", "%@firma.example")
      .orderBy("id")
      .execute();
    expect(names.map(({ name }) => name)).toEqual(["Mensch, Neu", "Weber, Klara", "Bo Li", "Dr. Z", "y"]);
    expect(await putInCopy(db, ada, id, "x@y", NOON)).toMatchObject({ ok: false });
  });

  test("is found by the Unicode and the Punycode form of the domain", async ({ db }) => {
    const made = await createRequesterByEmail(db, { email: "ana@müller.example" }, null, NOON);
    expect(await createRequesterByEmail(db, { email: "ana@xn--mller-kva.example" }, null, NOON)).toMatchObject({
      id: made.id,
      isNew: false,
    });
    expect(await findForSignIn(db, emailKeyOf("ANA@Müller.example"))).toMatchObject({ id: made.id });
  });
});
