import { describe, expect, test } from "vitest";
import { parsePerson } from "~/features/users/parse-people.server";
import { listAssignable, resolvePerson, suggestPeople } from "~/features/users/person-picker.server";
import { TOO_LONG_FOR_A_PERSON } from "~/features/users/users";
import { onEachDatabase } from "../../support/database";
import { bareTask, disableUser, NOW, person } from "./people";

onEachDatabase("assignable people", (test) => {
  test("are the active agents and admins, by name", async ({ db }) => {
    await person(db, { name: "Zoë", role: "agent" });
    await person(db, { name: "Ámbar", role: "admin" });
    await person(db, { name: "Bo" });
    await disableUser(db, await person(db, { name: "Cy", role: "agent" }));
    expect((await listAssignable(db)).map((each) => each.name)).toEqual(["Ámbar", "Zoë"]);
  });
});

onEachDatabase("suggested people", (test) => {
  test("start with the people whose tasks changed last, then go by name", async ({ db }) => {
    const ids = [];
    for (const name of ["Ann", "Ben", "Cas", "Dee"]) ids.push(await person(db, { name }));
    const [, ben = 0, , dee = 0] = ids;
    await bareTask(db, ben, { updatedAt: NOW + 1 });
    await bareTask(db, dee, { updatedAt: NOW + 2 });
    await bareTask(db, dee, { updatedAt: NOW });
    const names = async (limit: number) => (await suggestPeople(db, limit)).map((each) => each.name);
    expect(await names(50)).toEqual(["Dee", "Ben", "Ann", "Cas"]);
    expect(await names(3)).toEqual(["Dee", "Ben", "Ann"]);
    expect(await names(1)).toEqual(["Dee"]);
    await disableUser(db, dee);
    expect(await names(50)).toEqual(["Ben", "Ann", "Cas"]);
  });
});

onEachDatabase("resolving text to a person", (test) => {
  test("accepts an address, a name with an address, or a full name, ignoring case and accents", async ({ db }) => {
    const id = await person(db, { name: "Ana Díaz", email: "Ana.Diaz@example.org" });
    for (const text of ["ana.diaz@EXAMPLE.org", "Anybody <ana.diaz@example.org>", " ana  diaz ", `X (person ${id})`]) {
      expect(await resolvePerson(db, text)).toMatchObject({ ok: true, person: { id, name: "Ana Díaz" } });
    }
  });

  test("rejects part of a name but suggests the people it could mean", async ({ db }) => {
    await person(db, { name: "Ana Díaz", email: "ana@example.org" });
    await person(db, { name: "Anatole" });
    expect(await resolvePerson(db, "an")).toEqual({
      ok: false,
      why: "nobody",
      message: "No one has this name. Check the spelling.",
      meant: ["Ana Díaz <ana@example.org>", "Anatole (person 2)"],
    });
    expect(await resolvePerson(db, "xyz")).toMatchObject({
      message: "No one has this name. Enter a full name or an email address.",
    });
  });

  test("rejects a name shared by several people and lists distinct choices", async ({ db }) => {
    const first = await person(db, { name: "Ana Diaz" });
    await person(db, { name: "Ana Díaz", email: "ana@example.org" });
    expect(await resolvePerson(db, "Ana Diaz")).toMatchObject({
      why: "several",
      message: "Several people have this name. Choose one of them.",
      meant: [`Ana Diaz (person ${first})`, "Ana Díaz <ana@example.org>"],
    });
    await disableUser(db, first);
    expect(await resolvePerson(db, "Ana Diaz")).toMatchObject({ ok: true, person: { email: "ana@example.org" } });
  });

  test("rejects a disabled account, and a requester where an agent is needed", async ({ db }) => {
    await person(db, { name: "Rita" });
    expect(await resolvePerson(db, "rita", { among: "assignable" })).toMatchObject({
      why: "not_assignable",
      message: "Rita can't work on tasks. Choose an agent or admin.",
    });
    await disableUser(db, await person(db, { name: "Dan", role: "agent" }));
    expect(await resolvePerson(db, "Dan")).toMatchObject({
      why: "disabled",
      message: "Dan's account is disabled. Choose someone else.",
    });
  });

  test("returns the address when no person has it, and rejects unusable text", async ({ db }) => {
    expect(await resolvePerson(db, "New Person <New@example.org>")).toMatchObject({
      why: "nobody",
      email: "New@example.org",
    });
    expect(await resolvePerson(db, " ")).toMatchObject({ why: "empty" });
    expect(await resolvePerson(db, "x".repeat(60_000))).toMatchObject({ message: TOO_LONG_FOR_A_PERSON });
    expect(await resolvePerson(db, "?!")).toMatchObject({ why: "nobody" });
  });
});

describe("parsing a person field", () => {
  test.each([
    ["Ada", { name: "Ada" }],
    ["ada@example.org", { email: "ada@example.org", name: "" }],
    ["Ada <ada@example.org>", { email: "ada@example.org", name: "Ada" }],
    ["<ada@example.org>", { email: "ada@example.org", name: "" }],
    ["Ada <ada>", { name: "Ada <ada>" }],
    ["Ada at ada@example.org", { name: "Ada at ada@example.org" }],
    ["Ada (person 12)", { id: 12 }],
    ["Ada (person 0)", { name: "Ada (person 0)" }],
    ["Ada (person 1234567890)", { name: "Ada (person 1234567890)" }],
  ])("%j", (text, meant) => {
    expect(parsePerson(text)).toEqual(meant);
  });
});
