import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readUploadForm } from "~/http/upload-form.server";
import { aRequester } from "../support/factories";
import { startServer, type TestServer } from "../support/server";
import { cookieOf } from "../support/session";

/*
 * Multipart forms that no browser sends. Each is parsed as far as possible or refused, however its bytes are chunked.
 * An unhandled error would crash the server; here it fails vitest.
 */

const FIELD = 'Content-Disposition: form-data; name="x"';
const FILE = `${FIELD}; filename="f"`;
const END = "\r\n--a--\r\n";

/** A part with these headers. */
const part = (headers: string, content = "x", end = END) => `--a\r\n${headers}\r\n\r\n${content}${end}`;
const many = (count: number, headers: (n: number) => string) =>
  `${Array.from({ length: count }, (_, n) => part(headers(n), "x", "\r\n")).join("")}--a--\r\n`;

/** Keyed by the defect: the expected status (200 if it parses) and the body as Latin-1. */
const FORMS: Record<string, [status: number, bytes: string]> = {
  "no name": [400, part("Content-Disposition: form-data")],
  "no form-data": [200, part('Content-Disposition: attachment; name="x"')],
  "no disposition": [200, part("X: y")],
  "no headers": [200, "--a\r\n\r\nx\r\n--a--\r\n"],
  "an empty name": [200, part('Content-Disposition: form-data; name=""')],
  "a name without value": [400, part("Content-Disposition: form-data; name")],
  "a line break in the name": [200, part('Content-Disposition: form-data; name="a\nb"')],
  "a file without field name": [200, part('Content-Disposition: form-data; filename="x"')],
  "a file name without value": [200, part(`${FIELD}; filename`)],
  "a file name of no charset": [200, part(`${FIELD}; filename*=bogus''%ff%fe`)],
  "a file name that is no UTF-8": [200, part(`${FIELD}; filename*=utf-8''%E0%A4%A`)],
  "a name in half of UTF-16": [200, part("Content-Disposition: form-data; name*=utf-16''%E0")],
  "a charset without value": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset`)],
  "a charset that is none": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset=bogus`)],
  "a type of a semicolon": [200, part(`${FIELD}\r\nContent-Type: ;`)],
  "an empty type": [200, part(`${FIELD}\r\nContent-Type:`)],
  "a blank type": [200, part(`${FIELD}\r\nContent-Type:  `)],
  "a charset without type": [200, part(`${FIELD}\r\nContent-Type: ; charset=utf-16`)],
  "a file by its type alone": [200, part(`${FIELD}\r\nContent-Type: application/octet-stream`)],
  "a file without any name": [200, part("Content-Disposition: form-data\r\nContent-Type: application/octet-stream")],
  "a file with a charset without value": [200, part(`${FILE}\r\nContent-Type: text/plain; charset`)],
  "an empty encoding": [200, part(`${FIELD}\r\nContent-Transfer-Encoding:`)],
  "an encoding": [200, part(`${FIELD}\r\nContent-Transfer-Encoding: base64`)],
  "an empty disposition": [200, part("Content-Disposition:")],
  "a blank disposition": [200, part("Content-Disposition: ")],
  "a disposition of a semicolon": [200, part("Content-Disposition: ;")],
  "a header __proto__": [200, part(`__proto__: x\r\n${FIELD}`)],
  "a header constructor": [200, part(`constructor: x\r\n${FIELD}`)],
  "two dispositions": [200, part(`${FIELD}\r\nContent-Disposition: form-data; name="y"`)],
  "a header without colon": [200, part("garbage")],
  "a header without name": [200, part(": x")],
  "a folded header": [200, part('Content-Disposition: form-data;\r\n name="x"')],
  "thousands of headers": [
    200,
    part(`${Array.from({ length: 3_000 }, (_, n) => `h${n}: x`).join("\r\n")}\r\n${FIELD}`),
  ],
  "a long header": [200, part(`X: ${"y".repeat(100_000)}\r\n${FIELD}`)],
  "a very long name": [200, part(`Content-Disposition: form-data; name="${"n".repeat(70_000)}"`)],
  "a long name": [200, part(`Content-Disposition: form-data; name="${"n".repeat(300)}"`)],
  "no end after a field": [400, part(FIELD, "yy", "")],
  "no end after a file": [400, part(FILE, "yy", "")],
  "no end after a large file": [400, part(FILE, "y".repeat(300_000), "")],
  "no end after two files": [400, part(FILE, "yy", "\r\n") + part(FILE, "yy", "")],
  "no end after a skipped part": [400, part("X: y", "yy", "")],
  "no end after an attachment": [400, part("Content-Disposition: attachment", "yy", "")],
  "no end in the headers": [400, "--a\r\nContent-Disp"],
  nothing: [400, ""],
  "an end alone": [200, "--a--"],
  "an end and a line break alone": [200, "--a--\r\n"],
  "words in front": [200, `words\r\n${part(FIELD)}`],
  "words behind": [200, part(FIELD) + "words".repeat(1_000)],
  "two boundaries in a row": [200, "--a\r\n--a\r\n--a--\r\n"],
  "line feeds alone": [400, `--a\n${FIELD}\n\nx\n--a--\n`],
  "another form behind": [200, part(FIELD) + part(FIELD)],
  "more fields than a form has": [413, many(1_200, (n) => `Content-Disposition: form-data; name="f${n}"`)],
  "more files than a form has": [413, many(1_200, (n) => `Content-Disposition: form-data; name="f${n}"; filename="q"`)],
  "thousands of parts to skip": [200, many(5_000, () => "X: y")],
  "more text than a form has": [413, part(FIELD, "y".repeat(1_200_000))],
  "a name of other bytes": [200, part('Content-Disposition: form-data; name="\xff\xfe\x00"')],
  "a NUL in the name": [200, part('Content-Disposition: form-data; name="x\x00y"')],
  "UTF-7": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset=utf-7`, "+AGE-")],
  "UTF-16 cut in half": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset=utf-16le`, "abc")],
  "no name behind a large file": [
    400,
    part(FILE, "y".repeat(300_000), "\r\n") + part("Content-Disposition: form-data"),
  ],
};

const WHOLE = Number.POSITIVE_INFINITY;
const CASES = Object.entries(FORMS).flatMap(([name, [status, bytes]]) =>
  [WHOLE, 7, 1]
    .filter((piece) => piece === WHOLE || bytes.length < 20_000)
    .map((piece) => ({ name, status, bytes, piece })),
);

function requestOf(text: string, piece: number): Request {
  const bytes = Buffer.from(text, "latin1");
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + piece));
      at += piece;
    },
  });
  const headers = { "Content-Type": "multipart/form-data; boundary=a" };
  return new Request("http://localhost/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

async function sizeOf({ bytes }: { bytes: AsyncIterable<Uint8Array> }): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) size += chunk.byteLength;
  return size;
}

test.each(CASES)("answers $status to a form with $name, in chunks of $piece", async ({ status, bytes, piece }) => {
  const read = readUploadForm(requestOf(bytes, piece), sizeOf).then(
    () => 200,
    (error) => (error instanceof Response ? error.status : error),
  );
  expect(await read).toBe(status);
});

describe("malformed forms", () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startServer();
    cookie = await cookieOf(server.db, await aRequester(server.db));
  });
  afterAll(() => server.stop());

  test.each(["a stranger", "somebody signed in"])("from %s get an answer and don't crash the server", async (who) => {
    for (const address of ["/uploads", "/tasks/new"]) {
      for (const [name, [, bytes]] of Object.entries(FORMS)) {
        const answer = await fetch(server.origin + address, {
          method: "POST",
          redirect: "manual",
          headers: { "Content-Type": "multipart/form-data; boundary=a", ...(who !== "a stranger" && { cookie }) },
          body: Buffer.from(bytes, "latin1"),
        });
        await answer.arrayBuffer();
        expect([302, 400, 401, 413, 422], `${address} with ${name}`).toContain(answer.status);
      }
    }
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(server.process.exitCode).toBeNull();
    expect(server.output()).not.toContain('"level":"error"');
  });
});
