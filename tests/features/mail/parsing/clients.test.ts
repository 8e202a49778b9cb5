import { describe, expect, test } from "vitest";
import { CLIENTS } from "./mail-clients";
import { part, read, withHeaders } from "./raw-mail";

/** Texts with the charset they are encoded in, and the charset that the mail declares if it differs (`label`). */
const TEXTS: { charset: string; label?: string; text: string }[] = [
  { charset: "utf-8", text: "Der Drucker im Büro streikt – seit 8 Uhr 🖨" },
  { charset: "us-ascii", text: "The printer is broken" },
  { charset: "windows-1252", text: "It’s “broken” – 5 € each" },
  { charset: "windows-1252", label: "iso-8859-1", text: "It’s “broken” – 5 € each" },
  { charset: "windows-1252", label: "us-ascii", text: "It’s “broken” – 5 € each" },
  { charset: "windows-1252", label: "x-unknown", text: "L’imprimante est cassée" },
  { charset: "windows-1252", label: "utf-8", text: "L’imprimante est cassée" },
  { charset: "iso-8859-15", text: "Œuvre à 5 €" },
  { charset: "iso-8859-2", text: "Drukarka nie działa, proszę o pomoc" },
  { charset: "windows-1250", text: "Tiskárna žádá toner" },
  { charset: "koi8-r", text: "Принтер не работает" },
  { charset: "windows-1251", text: "Принтер не работает" },
  { charset: "iso-2022-jp", text: "プリンターが動きません。Help" },
  { charset: "shift_jis", text: "プリンターが動きません" },
  { charset: "euc-jp", text: "プリンターが動きません" },
  { charset: "gb18030", text: "打印机坏了，请帮忙" },
  { charset: "gb18030", label: "gb2312", text: "打印机坏了" },
  { charset: "big5", text: "印表機壞了" },
  { charset: "euc-kr", label: "ks_c_5601-1987", text: "프린터가 고장났습니다" },
];

const messages = Object.entries(CLIENTS).flatMap(([client, write]) =>
  TEXTS.map((form) => ({ client, name: form.label ?? form.charset, form, raw: write(form) })),
);

describe("email 7: the text of common clients, in the charsets they use", () => {
  test("covers more than 200 combinations", () => expect(messages.length).toBeGreaterThan(200));

  test.each(messages)("reads mail from $client in $name", async ({ form, raw }) => {
    const mail = await read(raw);
    if (mail.text !== null) expect(mail.text).toBe(form.text);
    if (mail.html !== null) expect(mail.html).toContain(`>${form.text}<`);
    expect(mail.text ?? mail.html).not.toBeNull();
    expect(mail.from).toEqual([{ name: "Priya Nair", address: "p.nair@one.example" }]);
    expect(mail.files.filter(({ inline }) => !inline).map(({ name }) => name)).toEqual(
      raw.includes("scan.pdf") ? ["scan.pdf"] : [],
    );
  });
});

describe("email 7: missing and wrong charsets", () => {
  const html = (head: string, body: Buffer) => Buffer.concat([Buffer.from(`<html><head>${head}</head><body>`), body]);
  const koi = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]); // "Привет"

  test.each([
    ["valid UTF-8", "text/plain", Buffer.from("Büro"), "Büro"],
    [
      "anything but UTF-8 is read as windows-1252",
      "text/plain",
      Buffer.from([0x93, 0x42, 0xfc, 0x72, 0x6f, 0x94, 0x80]),
      "“Büro”€",
    ],
    ["a UTF-16 byte-order mark", "text/plain", Buffer.from("\ufeffBüro", "utf16le"), "Büro"],
    ["a UTF-8 byte-order mark is removed", "text/plain", Buffer.from("\ufeffBüro"), "Büro"],
    ["ISO-2022-JP escapes", "text/plain", Buffer.from("\x1b$B%F%9%H\x1b(B"), "テスト"],
    ["UTF-7 is refused", "text/plain; charset=utf-7", Buffer.from("+ADw-b+AD4-"), "+ADw-b+AD4-"],
    ["UTF-8 labelled as ASCII", "text/plain; charset=ANSI_X3.4-1968", Buffer.from("Büro"), "Büro"],
    [
      "UTF-8 with one broken character",
      "text/plain; charset=utf-8",
      Buffer.concat([Buffer.from("Büro über ä"), Buffer.from([0xc3])]),
      "Büro über ä\ufffd",
    ],
  ])("%s", async (_, type, body, text) => {
    expect((await read(withHeaders([`Content-Type: ${type}`], body))).text).toBe(text);
  });

  test("uses the charset that HTML declares", async () => {
    const body = html('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', koi);
    expect((await read(withHeaders(["Content-Type: text/html"], body))).html).toContain("Привет");
  });

  test("prefers the header's charset to the one in HTML", async () => {
    const body = html('<meta charset="utf-8">', koi);
    expect((await read(withHeaders(["Content-Type: text/html; charset=koi8-r"], body))).html).toContain("Привет");
  });

  test("removes control characters except newline and tab", async () => {
    expect((await read(withHeaders([], "a\0b\x07c\td\r\ne\x1b[1m"))).text).toBe("abc\td\ne[1m");
  });
});

describe("email 7: format=flowed", () => {
  const flowed = (body: string, more = "") =>
    read(withHeaders([`Content-Type: text/plain; format=flowed${more}`], body));

  test.each([
    ["a soft line break joins lines", "one \r\ntwo\r\nthree", "one two\nthree"],
    ["quoted lines join at the same depth", "> one \r\n> two\r\n>> three", "> one two\n>> three"],
    ["a change of depth ends a paragraph", "> one \r\ntwo", "> one \ntwo"],
    ["a stuffed space is removed", " >not quoted\r\n From here", ">not quoted\nFrom here"],
    ["the signature delimiter stays", "Bye\r\n-- \r\nPriya", "Bye\n-- \nPriya"],
  ])("%s", async (_, body, text) => expect((await flowed(body)).text).toBe(text));

  test("removes the trailing space as well with delsp", async () => {
    expect((await flowed("プリン \r\nター", "; delsp=yes")).text).toBe("プリンター");
  });

  test("leaves text alone if it isn't flowed", async () => {
    expect((await read(part(["From: a@one.example"], "one \r\ntwo"))).text).toBe("one \ntwo");
  });
});
