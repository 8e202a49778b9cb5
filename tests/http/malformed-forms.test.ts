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
  "no field name": [400, part("Content-Disposition: form-data")],
  "an attachment disposition": [200, part('Content-Disposition: attachment; name="x"')],
  "no Content-Disposition": [200, part("X: y")],
  "a part without headers": [200, "--a\r\n\r\nx\r\n--a--\r\n"],
  "an empty field name": [200, part('Content-Disposition: form-data; name=""')],
  "a name parameter without a value": [400, part("Content-Disposition: form-data; name")],
  "a line break in a field name": [200, part('Content-Disposition: form-data; name="a\nb"')],
  "a file without a field name": [200, part('Content-Disposition: form-data; filename="x"')],
  "a filename parameter without a value": [200, part(`${FIELD}; filename`)],
  "a file name in an unknown charset": [200, part(`${FIELD}; filename*=bogus''%ff%fe`)],
  "a file name that isn't UTF-8": [200, part(`${FIELD}; filename*=utf-8''%E0%A4%A`)],
  "a field name in truncated UTF-16": [200, part("Content-Disposition: form-data; name*=utf-16''%E0")],
  "a charset parameter without a value": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset`)],
  "an unknown charset": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset=bogus`)],
  "a Content-Type of only a semicolon": [200, part(`${FIELD}\r\nContent-Type: ;`)],
  "an empty Content-Type": [200, part(`${FIELD}\r\nContent-Type:`)],
  "a blank Content-Type": [200, part(`${FIELD}\r\nContent-Type:  `)],
  "a charset without a media type": [200, part(`${FIELD}\r\nContent-Type: ; charset=utf-16`)],
  "a file only by its Content-Type": [200, part(`${FIELD}\r\nContent-Type: application/octet-stream`)],
  "a file without any names": [200, part("Content-Disposition: form-data\r\nContent-Type: application/octet-stream")],
  "a file whose charset parameter has no value": [200, part(`${FILE}\r\nContent-Type: text/plain; charset`)],
  "an empty Content-Transfer-Encoding": [200, part(`${FIELD}\r\nContent-Transfer-Encoding:`)],
  "a Content-Transfer-Encoding": [200, part(`${FIELD}\r\nContent-Transfer-Encoding: base64`)],
  "an empty Content-Disposition": [200, part("Content-Disposition:")],
  "a blank Content-Disposition": [200, part("Content-Disposition: ")],
  "a Content-Disposition of only a semicolon": [200, part("Content-Disposition: ;")],
  "a __proto__ header": [200, part(`__proto__: x\r\n${FIELD}`)],
  "a constructor header": [200, part(`constructor: x\r\n${FIELD}`)],
  "two Content-Disposition headers": [200, part(`${FIELD}\r\nContent-Disposition: form-data; name="y"`)],
  "a header without a colon": [200, part("garbage")],
  "a header without a name": [200, part(": x")],
  "a folded header": [200, part('Content-Disposition: form-data;\r\n name="x"')],
  "thousands of headers": [
    200,
    part(`${Array.from({ length: 3_000 }, (_, n) => `h${n}: x`).join("\r\n")}\r\n${FIELD}`),
  ],
  "a long header": [200, part(`X: ${"y".repeat(100_000)}\r\n${FIELD}`)],
  "a very long field name": [200, part(`Content-Disposition: form-data; name="${"n".repeat(70_000)}"`)],
  "a long field name": [200, part(`Content-Disposition: form-data; name="${"n".repeat(300)}"`)],
  "no closing boundary after a field": [400, part(FIELD, "yy", "")],
  "no closing boundary after a file": [400, part(FILE, "yy", "")],
  "no closing boundary after a large file": [400, part(FILE, "y".repeat(300_000), "")],
  "no closing boundary after two files": [400, part(FILE, "yy", "\r\n") + part(FILE, "yy", "")],
  "no closing boundary after a skipped part": [400, part("X: y", "yy", "")],
  "no closing boundary after an attachment": [400, part("Content-Disposition: attachment", "yy", "")],
  "truncated headers": [400, "--a\r\nContent-Disp"],
  nothing: [400, ""],
  "only a closing boundary": [200, "--a--"],
  "only a closing boundary and a line break": [200, "--a--\r\n"],
  "text before the first boundary": [200, `words\r\n${part(FIELD)}`],
  "text after the closing boundary": [200, part(FIELD) + "words".repeat(1_000)],
  "two boundaries in a row": [200, "--a\r\n--a\r\n--a--\r\n"],
  "LF line ends": [400, `--a\n${FIELD}\n\nx\n--a--\n`],
  "another form after the closing boundary": [200, part(FIELD) + part(FIELD)],
  "too many fields": [413, many(1_200, (n) => `Content-Disposition: form-data; name="f${n}"`)],
  "too many files": [413, many(1_200, (n) => `Content-Disposition: form-data; name="f${n}"; filename="q"`)],
  "thousands of skipped parts": [200, many(5_000, () => "X: y")],
  "too much text": [413, part(FIELD, "y".repeat(1_200_000))],
  "a field name that isn't UTF-8": [200, part('Content-Disposition: form-data; name="\xff\xfe\x00"')],
  "a NUL in a field name": [200, part('Content-Disposition: form-data; name="x\x00y"')],
  "UTF-7": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset=utf-7`, "+AGE-")],
  "truncated UTF-16": [200, part(`${FIELD}\r\nContent-Type: text/plain; charset=utf-16le`, "abc")],
  "a part without a field name after a large file": [
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

  test.each(["a visitor", "a signed-in user"])("from %s get an answer and don't crash the server", async (who) => {
    for (const address of ["/uploads", "/tasks/new"]) {
      for (const [name, [, bytes]] of Object.entries(FORMS)) {
        const answer = await fetch(server.origin + address, {
          method: "POST",
          redirect: "manual",
          headers: { "Content-Type": "multipart/form-data; boundary=a", ...(who !== "a visitor" && { cookie }) },
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
