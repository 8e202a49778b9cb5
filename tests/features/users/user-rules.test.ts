import { describe, expect, test } from "vitest";
import { generatePassword, passwordProblem } from "~/features/users/password-rules.server";
import { parsePeopleUrl, peopleAddress } from "~/features/users/people-list-url";
import {
  mayCreatePerson,
  mayEditPerson,
  mayListPeople,
  mayManageAccounts,
  maySeePerson,
  maySetPassword,
} from "~/features/users/user-policy";
import { EditPersonForm, EmailAddress, PersonName, UserId } from "~/features/users/user-schema";
import { EMAIL_PATTERN, ROLES } from "~/features/users/users";

describe("a new password", () => {
  const of = { email: "Ada.Lovelace@Example.org", name: "Ada  Lovelace" };
  const IS_COMMON = "That password is too common and easy to guess. Choose another one.";
  const IS_ADDRESS = "The password can't be the email address. Choose another password.";
  const IS_ONE = "A password can't be one repeated character. Choose another password.";

  test.each([
    ["", "Enter a password."],
    ["ninechars", "A password needs at least 10 characters."],
    ["ten signs!", null],
    ["👍🎉👍🎉👍🎉👍🎉👍", "A password needs at least 10 characters."],
    ["👍🎉🚀👍🚀🎉👍🎉👍🚀", null],
    ["pq".repeat(64), null],
    ["pq".repeat(64).concat("p"), "A password can have at most 128 characters."],
    ["  blanks count  ", null],
    ["no digits no capitals", null],
    [" ".repeat(12), "A password can't be only spaces. Choose another one."],
    ["\u00a0\u2003\u3000 \t\u200b      ", "A password can't be only spaces. Choose another one."],
    ["aaaaaaaaaa", IS_ONE],
    ["AaAaAaAaAaAa", IS_ONE],
    ["👍".repeat(10), IS_ONE],
    ["ada.lovelace@example.ORG", IS_ADDRESS],
    [" ada.lovelace@example.org ", IS_ADDRESS],
    ["Ada.Lovelace", IS_ADDRESS],
    ["ada lovelace", IS_ADDRESS],
    ["ada.lovelace and more", null],
    ["ada.lovelace@example.org!x", null],
  ])("%j: %j", async (password, problem) => {
    expect(await passwordProblem(password, of)).toBe(problem);
  });

  test("can't be only the person's name", async () => {
    const other = { email: null, name: "Jean-Baptiste Ó Súilleabháin" };
    for (const password of ["Jean-Baptiste Ó Súilleabháin", "jeanbaptiste ó súilleabháin"])
      expect(await passwordProblem(password, other)).toBe(
        "The password can't be the same as the person's name. Choose another password.",
      );
    expect(await passwordProblem("Jean-Baptiste on a boat", other)).toBeNull();
  });

  test.each(
    `password123 PASSWORD1! P@ssw0rd12 Passw0rd2024! monkey1234 1234567890 0987654321 qwertyuiop QWERTZuiop12 1q2w3e4r5t
      passwordpassword iloveyou!! letme1n2024 !!basketball!! abcdefghij 12345678901234 administrator1 dragon123456789`.split(
      /\s+/,
    ),
  )("can't be a common password or a small variation of one: %s", async (password) => {
    expect(await passwordProblem(password, of)).toBe(IS_COMMON);
  });

  test.each([
    "my password is long",
    "monkey-business-9",
    "correct horse battery",
    "dragonfly wings",
    "8&3#love#9!4$77x",
  ])("may contain common words: %s", async (password) => {
    expect(await passwordProblem(password, of)).toBeNull();
  });

  test("passes these rules when generated, and is unique each time", async () => {
    const passwords = Array.from({ length: 100 }, generatePassword);
    expect(new Set(passwords).size).toBe(100);
    for (const password of passwords) {
      expect(password).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
      expect(await passwordProblem(password, of)).toBeNull();
    }
  });
});

describe("behaviour 11, domain B6: permissions on people", () => {
  const [requester, agent, admin] = ROLES.map((role, at) => ({ id: at + 1, role }));
  const other = { id: 9, role: "requester" } as const;
  const colleague = { id: 8, role: "agent" } as const;
  test.each([
    [
      requester,
      { list: false, see: false, create: false, createAgent: false, edit: false, editAgent: false, run: false },
    ],
    [agent, { list: true, see: true, create: true, createAgent: false, edit: true, editAgent: false, run: false }],
    [admin, { list: true, see: true, create: true, createAgent: true, edit: true, editAgent: true, run: true }],
  ])("%j", (viewer, may) => {
    if (!viewer) throw new Error("A role's viewer is missing.");
    expect({
      list: mayListPeople(viewer),
      see: maySeePerson(viewer, other.id),
      create: mayCreatePerson(viewer, "requester"),
      createAgent: mayCreatePerson(viewer, "agent"),
      edit: mayEditPerson(viewer, other),
      editAgent: mayEditPerson(viewer, colleague),
      run: mayManageAccounts(viewer),
    }).toEqual(may);
    expect(maySeePerson(viewer, viewer.id)).toBe(true);
    expect(maySetPassword(viewer, viewer)).toBe(true);
    expect(maySetPassword(viewer, other)).toBe(may.run);
  });
});

describe("the URL of the people list", () => {
  test.each([
    ["", "/users"],
    ["q=+ana+", "/users?q=ana"],
    ["q=ana&role=agent&state=disabled", "/users?q=ana&role=agent&state=disabled"],
    ["role=boss&state=gone&after=nonsense", "/users"],
    ["after=12~ana+diaz", "/users?after=12%7Eana+diaz"],
    ["before=12~ana&after=x", "/users?before=12%7Eana"],
    [`q=${"a".repeat(1100)}`, `/users?q=${"a".repeat(1000)}`],
  ])("turns %s into %s", (query, address) => {
    expect(peopleAddress(parsePeopleUrl(new URLSearchParams(query)))).toBe(address);
  });
});

describe("behaviour 11: fields of a person", () => {
  test.each([
    ["  Ada   Lovelace ", "Ada Lovelace"],
    ["Ada\nLovelace\u0000", "Ada Lovelace"],
    ["👍".repeat(120), "👍".repeat(120)],
  ])("saves the name %j as %j", (typed, kept) => {
    expect(PersonName.parse(typed)).toBe(kept);
  });

  test.each([["admin@localhost"], [" Ada@Example.org "], ["müller@straße.example"], ["a+b@c.example"]])(
    "accepts the address %j",
    (email) => {
      expect(EmailAddress.parse(email)).toBe(email.trim());
    },
  );
  test.each([[""], ["ada"], ["a b@c"], ["a@b@c"], ["@c"], ["a@"], [`${"a".repeat(254)}@b`]])(
    "rejects the address %j",
    (email) => {
      expect(EmailAddress.safeParse(email).success).toBe(false);
    },
  );
  test.each(['x"><script>@harbour.example', '"', "<", ">", ",", ";", "(", ")", "x@a,b", "\u0007"])(
    "rejects %j in an address: it separates or surrounds addresses",
    (sign) => {
      const email = sign.includes("@") ? sign : `a${sign}b@c.example`;
      const browsers = new RegExp(`^(?:${EMAIL_PATTERN})$`, "v");
      expect(browsers.test(email)).toBe(false);
      if (sign !== "\u0007") expect(EmailAddress.safeParse(email).success).toBe(false); // stripped on save
    },
  );
  test.each(["admin@localhost", "o'brien+x@example.org", "müller@bücher.example"])(
    "accepts the address %j in browsers too",
    (email) => {
      expect(EmailAddress.parse(email)).toBe(email);
      expect(new RegExp(`^(?:${EMAIL_PATTERN})$`, "v").test(email)).toBe(true);
    },
  );

  test("keeps an existing odd address when another field is edited", () => {
    const odd = "a,b@c.example";
    const form = { name: "Ada", email: odd, wasName: "Ada", wasEmail: odd, wasRole: "requester" };
    expect(EditPersonForm.parse(form)).toMatchObject({ email: odd });
    expect(EditPersonForm.safeParse({ ...form, wasEmail: "ab@c.example" }).success).toBe(false);
  });

  test("reads an empty address as none and rejects an invalid one", () => {
    const form = { name: "Ada", email: " ", wasName: "Ada", wasEmail: "", wasRole: "requester" };
    expect(EditPersonForm.parse(form)).toMatchObject({ email: null, wasEmail: null });
    expect(EditPersonForm.safeParse({ ...form, email: "nobody" }).error?.issues[0]?.message).toBe(
      "That isn't a valid email address. Enter one such as ada@example.org.",
    );
  });

  test.each([["1"], ["999999999"]])("accepts the id %j", (id) => {
    expect(UserId.parse(id)).toBe(Number(id));
  });
  test.each([["0"], ["01"], ["1e3"], [" 1"], ["-1"], ["1.0"], ["1234567890"], [""], ["١"]])(
    "rejects the id %j",
    (id) => {
      expect(UserId.safeParse(id).success).toBe(false);
    },
  );
});
