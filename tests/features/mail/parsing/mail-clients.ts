import { base64, DEFAULT_HEADERS, encode, multipart, part, quotedPrintable } from "./raw-mail";

type Form = { text: string; charset: string; label?: string };

const MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A text part in the transfer encoding a client uses. */
function textPart(
  subtype: string,
  content: string,
  { charset, label = charset }: Form,
  encoding: string,
  more = "",
): Buffer {
  const bytes = encode(content, charset);
  const body = encoding === "base64" ? base64(bytes) : encoding === "quoted-printable" ? quotedPrintable(bytes) : bytes;
  const type = `Content-Type: text/${subtype}; charset=${label}${more}`;
  return part([type, `Content-Transfer-Encoding: ${encoding}`], body);
}

const picture = (id: string) =>
  part(
    [`Content-Type: image/png; name="${id}.png"`, `Content-ID: <${id}>`, "Content-Transfer-Encoding: base64"],
    base64(MARK),
  );

const pair = (form: Form, html: string, encoding: string) => [
  textPart("plain", form.text, form, encoding),
  textPart("html", html, form, encoding),
];

/** The structure and headers of each client's mail. The `text` is in a plain part, an HTML part, or both. */
export const CLIENTS: Record<string, (form: Form) => Buffer> = {
  "Gmail in a browser": (form) =>
    multipart("alternative", pair(form, `<div dir="ltr">${form.text}</div>`, "quoted-printable"), DEFAULT_HEADERS),
  "Outlook for Windows": (form) =>
    multipart(
      "related",
      [
        multipart(
          "alternative",
          pair(
            form,
            `<html xmlns:o="urn:x"><body><p class=MsoNormal>${form.text}<o:p></o:p></p><img src="cid:image001.png@01D"></body></html>`,
            "quoted-printable",
          ),
        ),
        picture("image001.png@01D"),
      ],
      [...DEFAULT_HEADERS, "X-Mailer: Microsoft Outlook 16.0", "Thread-Index: AdqX"],
    ),
  "Outlook in a browser": (form) =>
    multipart(
      "alternative",
      pair(form, `<body dir="ltr"><div class="elementToProof">${form.text}</div></body>`, "base64"),
      [...DEFAULT_HEADERS, "X-MS-Has-Attach:"],
    ),
  "Outlook for Android": (form) =>
    multipart(
      "alternative",
      pair(form, `<div dir="auto">${form.text}</div><div id="ms-outlook-mobile-signature"></div>`, "quoted-printable"),
      DEFAULT_HEADERS,
    ),
  Exchange: (form) => {
    const message = textPart("html", `<html><body><span>${form.text}</span></body></html>`, form, "base64");
    return Buffer.concat([
      Buffer.from(`${DEFAULT_HEADERS.join("\r\n")}\r\nX-MS-Exchange-Organization-SCL: -1\r\n`),
      message,
    ]);
  },
  "Apple Mail": (form) =>
    multipart(
      "alternative",
      [
        textPart("plain", form.text, form, "quoted-printable"),
        multipart("mixed", [
          textPart("html", `<body style="overflow-wrap: break-word;">${form.text}</body>`, form, "quoted-printable"),
          part(
            [
              "Content-Type: application/pdf; x-unix-mode=0644; name=scan.pdf",
              "Content-Disposition: inline; filename=scan.pdf",
              "Content-Transfer-Encoding: base64",
            ],
            base64("%PDF-1.7"),
          ),
          textPart("html", "<html><body><br></body></html>", { ...form, text: "", charset: "us-ascii" }, "7bit"),
        ]),
      ],
      [...DEFAULT_HEADERS, "X-Mailer: Apple Mail (2.3774)"],
    ),
  "iPhone Mail": (form) =>
    Buffer.concat([
      Buffer.from(`${DEFAULT_HEADERS.join("\r\n")}\r\nX-Mailer: iPhone Mail (22C152)\r\n`),
      textPart("plain", form.text, form, "base64"),
    ]),
  Thunderbird: (form) =>
    Buffer.concat([
      Buffer.from(`${DEFAULT_HEADERS.join("\r\n")}\r\nUser-Agent: Mozilla Thunderbird\r\n`),
      textPart("plain", form.text, form, "8bit", "; format=flowed"),
    ]),
  Yahoo: (form) =>
    multipart("alternative", pair(form, `<div class="ydp1">${form.text}</div>`, "base64"), [
      ...DEFAULT_HEADERS,
      "X-Mailer: WebService/1.1",
    ]),
  Proton: (form) =>
    multipart(
      "mixed",
      [multipart("alternative", pair(form, `<div style="font-size: 14px;">${form.text}</div>`, "base64"))],
      DEFAULT_HEADERS,
    ),
  GMX: (form) => {
    const message = textPart(
      "html",
      `<html><head></head><body><div style="font-size:12px">${form.text}</div></body></html>`,
      form,
      "quoted-printable",
    );
    return Buffer.concat([Buffer.from(`${DEFAULT_HEADERS.join("\r\n")}\r\n`), message]);
  },
};
