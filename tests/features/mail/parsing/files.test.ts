import { describe, expect, test } from "vitest";
import { mailFileName } from "~/features/mail/parsing/mail-file-name";
import { base64, DEFAULT_HEADERS, multipart, part, read, withHeaders } from "./raw-mail";
import { tnef } from "./tnef-builder";

const TEXT = part(["Content-Type: text/plain"], "See attached");
const attached = (headers: string[], body: string | Buffer = "x") =>
  multipart("mixed", [TEXT, part(headers, body)], DEFAULT_HEADERS);
const names = async (raw: Buffer) => (await read(raw)).files.map(({ name }) => name);

describe("email 7: file names", () => {
  test.each([
    [["Content-Type: application/pdf; name=a.pdf"], "a.pdf"],
    [["Content-Type: application/pdf", 'Content-Disposition: attachment; filename="a b.pdf"'], "a b.pdf"],
    [["Content-Disposition: attachment; filename*=utf-8''%C3%BCber%20%E2%82%AC.pdf"], "über €.pdf"],
    [["Content-Disposition: attachment; filename*0*=utf-8''%C3%BC; filename*1=ber.pdf"], "über.pdf"],
    [["Content-Disposition: attachment; filename*=iso-8859-1'de'%FCber.pdf"], "über.pdf"],
    [['Content-Disposition: attachment; filename="=?utf-8?B?w7xiZXIucGRm?="'], "über.pdf"],
    [['Content-Disposition: attachment; filename="=?utf-8?Q?=C3=BCb?= =?utf-8?Q?er.pdf?="'], "über.pdf"],
    [['Content-Disposition: attachment; filename="über.pdf"'], "über.pdf"],
    [['Content-Disposition: attachment; filename="C:\\\\temp\\\\a.pdf"'], "a.pdf"],
    [['Content-Disposition: attachment; filename="../../etc/passwd"'], "passwd"],
    [['Content-Disposition: attachment; filename=".."'], "file"],
    [['Content-Disposition: attachment; filename="a\u202egpj.exe"'], "agpj.exe"],
    [["Content-Type: image/png"], "image.png"],
    [["Content-Type: image/jpeg", "Content-Disposition: attachment"], "image.jpg"],
    [["Content-Type: application/x-unknown"], "file"],
    [["Content-Type: text/calendar; method=REQUEST"], "invite.ics"],
    [["Content-Type: text/plain", "Content-Disposition: inline; filename=log.txt"], "log.txt"],
  ])("%j", async (headers, name) => expect(await names(attached(headers))).toEqual([name]));

  test.each([
    [`${"a".repeat(300)}.pdf`, 255, /a\.pdf$/],
    [`${"ü".repeat(200)}.pdf`, 254, /ü\.pdf$/],
    [`${"🖨".repeat(100)}.pdf`, 252, /🖨\.pdf$/u],
    ["a".repeat(300), 255, /^a+$/],
  ])("are cut to at most 255 bytes: %s", (given, bytes, ending) => {
    const name = mailFileName(given, "application/pdf");
    expect(Buffer.byteLength(name)).toBe(bytes);
    expect(name).toMatch(ending);
  });
});

describe("email 7: files", () => {
  test("have their bytes decoded from base64 and quoted-printable", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const raw = attached(
      ["Content-Type: application/octet-stream; name=a", "Content-Transfer-Encoding: BASE64"],
      base64(bytes),
    );
    expect((await read(raw)).files[0]?.content).toEqual(bytes);
    const quoted = attached(
      ["Content-Type: application/octet-stream; name=a", "Content-Transfer-Encoding: quoted-printable"],
      "a=\r\nb=3D=zz  \r\nc=20",
    );
    expect(Buffer.from((await read(quoted)).files[0]?.content ?? "").toString()).toBe("ab==zz\r\nc ");
  });

  test("count as inline pictures only if the text shows them", async () => {
    const picture = (id: string) =>
      part(["Content-Type: image/png", `Content-ID: <${id}>`, "Content-Disposition: inline"], "x");
    const raw = multipart(
      "related",
      [
        part(["Content-Type: text/html"], '<img src="cid:a%40one"> <img src=cid:b@one>'),
        picture("a@one"),
        picture("b@one"),
        picture("c@one"),
      ],
      DEFAULT_HEADERS,
    );
    expect((await read(raw)).files.map(({ inline }) => inline)).toEqual([true, true, false]);
  });

  test("include an attached message, named after its subject", async () => {
    const inner = part(["From: Lea Moreau <lea@two.example>", "Subject: =?utf-8?Q?Caf=C3=A9/bar?="], "Hello");
    const mail = await read(attached(["Content-Type: message/rfc822"], inner));
    expect(mail).toMatchObject({
      text: "See attached",
      files: [{ name: "Café-bar.eml", type: "message/rfc822" }],
    });
    expect(Buffer.from(mail.files[0]?.content ?? "").equals(inner)).toBe(true);
  });

  test("include an invitation once, even if it comes twice", async () => {
    const calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR";
    const raw = multipart(
      "mixed",
      [
        multipart("alternative", [TEXT, part(["Content-Type: text/calendar; method=REQUEST"], calendar)]),
        part(["Content-Type: application/ics; name=invite.ics"], calendar),
      ],
      DEFAULT_HEADERS,
    );
    expect(await names(raw)).toEqual(["invite.ics"]);
  });

  test("don't include a plain-text footer, which becomes part of the HTML", async () => {
    const raw = multipart(
      "mixed",
      [part(["Content-Type: text/html"], "<p>Hi</p>"), part(["Content-Type: text/plain"], "List <footer>")],
      DEFAULT_HEADERS,
    );
    expect((await read(raw)).html).toBe("<p>Hi</p><br>\n<div>List &lt;footer&gt;</div>");
  });

  test("don't include alternative forms of the text", async () => {
    const raw = multipart(
      "alternative",
      [
        TEXT,
        part(["Content-Type: text/x-amp-html"], "<html amp4email>"),
        part(["Content-Type: text/html"], "<p>See</p>"),
      ],
      DEFAULT_HEADERS,
    );
    expect(await read(raw)).toMatchObject({ text: "See attached", html: "<p>See</p>", files: [] });
  });
});

describe("email 7: winmail.dat", () => {
  const dat = tnef([
    { name: "Bücher.xlsx", content: Buffer.from("sheet") },
    { name: "b.txt", content: Buffer.from("b") },
  ]);
  const headers = ["Content-Type: application/ms-tnef; name=winmail.dat", "Content-Transfer-Encoding: base64"];

  test("is unpacked", async () => {
    const mail = await read(attached(headers, base64(dat)));
    expect(mail.files.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ["Bücher.xlsx", "sheet"],
      ["b.txt", "b"],
    ]);
    expect(mail.text).toBe("See attached");
  });

  test("provides the body if there is no other", async () => {
    const only = tnef([], { text: "Plain", html: "<p>Rich</p>" });
    expect(await read(withHeaders(headers, base64(only)))).toMatchObject({ html: "<p>Rich</p>", files: [] });
  });

  test("limits a file's type to 255 characters, like an upload's", async () => {
    const long = tnef([{ name: "a", content: Buffer.from("a"), type: `x/${"Y".repeat(300)}` }]);
    expect((await read(attached(headers, base64(long)))).files.map(({ type }) => type)).toEqual([
      `x/${"y".repeat(253)}`,
    ]);
  });

  test("stays a file if it isn't TNEF, and yields its files even if it is truncated", async () => {
    expect(await names(attached(headers, base64("no tnef")))).toEqual(["winmail.dat"]);
    for (let length = 6; length < dat.length; length += 7)
      await read(attached(headers, base64(dat.subarray(0, length))));
    expect(await names(attached(headers, base64(dat.subarray(0, dat.length - 5))))).toEqual([
      "Bücher.xlsx",
      "SHORT~1.DAT",
    ]);
  });
});

describe("email 7: signed and encrypted mail", () => {
  test("hides signatures", async () => {
    const signature = part(["Content-Type: application/pkcs7-signature; name=smime.p7s"], "x");
    const pgp = part(["Content-Type: application/octet-stream; name=signature.asc"], "x");
    expect(await read(multipart("signed", [TEXT, signature, pgp], DEFAULT_HEADERS))).toMatchObject({
      text: "See attached",
      files: [],
      encrypted: false,
    });
  });

  test("removes the armor of a signed text", async () => {
    const text =
      "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nHello\r\n- -- \r\nPriya\r\n-----BEGIN PGP SIGNATURE-----\r\n\r\niQ==\r\n-----END PGP SIGNATURE-----\r\nFooter";
    expect(await read(withHeaders([], text))).toMatchObject({ text: "Hello\n-- \nPriya\nFooter", encrypted: false });
  });

  test.each([
    [
      "S/MIME",
      withHeaders(["Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m"], "x"),
      ["smime.p7m"],
    ],
    [
      "OpenPGP",
      multipart(
        "encrypted",
        [
          part(["Content-Type: application/pgp-encrypted"], "Version: 1"),
          part(["Content-Type: application/octet-stream; name=encrypted.asc"], "x"),
        ],
        DEFAULT_HEADERS,
      ),
      ["encrypted.asc"],
    ],
    ["inline OpenPGP", withHeaders([], "-----BEGIN PGP MESSAGE-----\n\nhQ==\n-----END PGP MESSAGE-----"), []],
  ])("marks %s as encrypted", async (_, raw, files) => {
    expect((await read(raw)).encrypted).toBe(true);
    expect(await names(raw)).toEqual(files);
  });
});
