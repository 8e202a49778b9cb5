import { describe, expect, test } from "vitest";
import { bodyLimitOf } from "~/http/body-limit.server";
import { type FilePart, readUploadForm } from "~/http/upload-form.server";

const BOUNDARY = "----a-boundary";

type Sent = [name: string, value: string, fileName?: string];

/** A multipart body as a browser writes it, chunked anywhere. */
function bodyOf(parts: Sent[], { cut = Number.POSITIVE_INFINITY, piece = 1_000 } = {}) {
  const text = parts
    .map(([name, value, fileName]) => {
      const file = fileName === undefined ? "" : `; filename="${fileName}"\r\nContent-Type: text/plain`;
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    })
    .join("");
  const whole = Buffer.from(`${text}--${BOUNDARY}--\r\n`);
  const bytes = whole.subarray(0, Math.min(cut, whole.length));
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.subarray(at, at + piece));
        at += piece;
      } else if (bytes.length < whole.length) controller.error(new Error("the client disconnected"));
      else controller.close();
    },
  });
}

const requestOf = (body: ReadableStream<Uint8Array>, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "Content-Type": type },
    body,
    duplex: "half",
  } as RequestInit);

async function take({ fileName, bytes }: FilePart) {
  let size = 0;
  for await (const chunk of bytes) size += chunk.byteLength;
  return `${fileName}: ${size}`;
}

const statusOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 200,
    (error) => (error instanceof Response ? error.status : String(error)),
  );

describe("a form with files", () => {
  test.each([1, 7, 1_000, 100_000])("is read in chunks of %i bytes, with texts and files in order", async (piece) => {
    const { form, files } = await readUploadForm(
      requestOf(
        bodyOf(
          [
            ["body", "Ünïcode\r\nand lines"],
            ["files", "x".repeat(5_000), "one.txt"],
            ["files", "", ""],
            ["after", "keep"],
            ["files", "--", "two; with=signs.txt"],
            ["tag", "a"],
            ["tag", "b"],
          ],
          { piece },
        ),
      ),
      take,
    );
    expect([...form]).toEqual([
      ["body", "Ünïcode\r\nand lines"],
      ["after", "keep"],
      ["tag", "a"],
      ["tag", "b"],
    ]);
    expect(files).toEqual(["one.txt: 5000", ": 0", "two; with=signs.txt: 2"]);
  });

  test("may be a urlencoded form without files", async () => {
    const body = new Blob(["title=Lift"]).stream();
    const { form, files } = await readUploadForm(requestOf(body, "application/x-www-form-urlencoded"), take);
    expect(form.get("title")).toBe("Lift");
    expect(files).toEqual([]);
  });

  test.each([
    ["a text of more than 1 MiB", [["body", "x".repeat(1_100_000)]]],
    ["texts of more than 1 MiB in total", Array.from({ length: 20 }, (_, n) => [`f${n}`, "x".repeat(60_000)])],
    ["more than 1,000 fields", Array.from({ length: 1_200 }, () => ["a", ""])],
    ["more than 1,000 files", Array.from({ length: 1_200 }, () => ["files", "", "a.txt"])],
  ] as [string, Sent[]][])("with %s is too large", async (_, parts) => {
    expect(await statusOf(readUploadForm(requestOf(bodyOf(parts)), take))).toBe(413);
  });

  test.each([
    ["that breaks off within a text", 100],
    ["that breaks off within a file", 3_000],
  ])("%s is refused, and an open file handler receives the error", async (_, cut) => {
    const told: string[] = [];
    const parts: Sent[] = [
      ["body", "words ".repeat(20)],
      ["files", "x".repeat(50_000), "one.txt"],
    ];
    const reading = readUploadForm(requestOf(bodyOf(parts, { cut, piece: 500 })), (part) =>
      take(part).catch((error) => {
        told.push(String(error));
        throw error;
      }),
    );
    expect(await statusOf(reading)).toBe(400);
    expect(told).toHaveLength(cut === 100 ? 0 : 1);
  });

  test.each([
    ["another boundary than its body", "multipart/form-data; boundary=another"],
    ["no boundary parameter", "multipart/form-data"],
  ])("with %s is refused", async (_, type) => {
    expect(await statusOf(readUploadForm(requestOf(bodyOf([["a", "b"]]), type), take))).toBe(400);
  });

  test("fails with the disk's error when a file can't be written", async () => {
    const full = Object.assign(new Error("input or output"), { code: "EIO" });
    const parts: Sent[] = [["files", "x".repeat(200_000), "one.txt"]];
    const reading = readUploadForm(requestOf(bodyOf(parts)), () => Promise.reject(full));
    expect(await statusOf(reading)).toContain("input or output");
  });
});

test("only multipart forms on upload routes may exceed the 1 MiB limit", () => {
  const form = requestOf(bodyOf([]));
  const text = requestOf(bodyOf([]), "application/x-www-form-urlencoded");
  expect(bodyLimitOf(form, { uploads: true })).toBeGreaterThan(200 * 1024 * 1024);
  expect([bodyLimitOf(form, {}), bodyLimitOf(text, { uploads: true })]).toEqual([1024 * 1024, 1024 * 1024]);
});
