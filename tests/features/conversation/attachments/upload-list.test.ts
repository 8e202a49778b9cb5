import { describe, expect, test } from "vitest";
import { formatFileSize, type ShownFile } from "~/features/conversation/attachments/attachments";
import {
  filesToBe,
  listed,
  NOTHING_CHOSEN,
  readyToSend,
  type UploadEvent,
  uploadList,
} from "~/features/conversation/attachments/upload-list";

const file = (id: number): ShownFile => ({ id, name: `${id}.txt`, size: 1, picture: null });
const chosen = (...keys: number[]): UploadEvent => ({
  type: "chosen",
  files: keys.map((key) => ({ key, name: `${key}.txt`, size: 1 })),
});
const listAfter = (...events: UploadEvent[]) => events.reduce(uploadList, NOTHING_CHOSEN);

describe("the upload list", () => {
  test.each<[string, UploadEvent[], string[], ReturnType<typeof readyToSend>]>([
    ["nothing", [], [], "ready"],
    ["two chosen files", [chosen(1, 2)], ["1 waiting", "2 waiting"], "wait"],
    ["a running upload", [chosen(1), { type: "sending", key: 1, sent: 0.5 }], ["1 sending"], "wait"],
    ["a finished upload", [chosen(1), { type: "done", key: 1, file: file(7) }], ["1 done"], "ready"],
    [
      "a failed and a waiting upload",
      [chosen(1, 2), { type: "failed", key: 1, why: "no" }],
      ["1 failed", "2 waiting"],
      "failed",
    ],
    ["a refused upload", [chosen(1), { type: "refused", key: 1, why: "no" }], ["1 refused"], "refused"],
    [
      "a refused and a failed upload",
      [chosen(1, 2), { type: "refused", key: 1, why: "no" }, { type: "failed", key: 2, why: "no" }],
      ["1 refused", "2 failed"],
      "failed",
    ],
    [
      "refused uploads left out",
      [
        chosen(1, 2),
        { type: "refused", key: 1, why: "no" },
        { type: "done", key: 2, file: file(7) },
        { type: "left_out" },
      ],
      ["2 done"],
      "ready",
    ],
    [
      "a retried upload",
      [chosen(1), { type: "failed", key: 1, why: "no" }, { type: "again", key: 1 }],
      ["1 waiting"],
      "wait",
    ],
    ["a cancelled upload", [chosen(1, 2), { type: "cancelled", key: 1 }], ["2 waiting"], "wait"],
    ["a removed upload", [chosen(1), { type: "done", key: 1, file: file(7) }, { type: "removed", id: 7 }], [], "ready"],
    [
      "only remaining and waiting uploads after its draft is deleted",
      [
        chosen(1, 2, 3),
        { type: "done", key: 1, file: file(7) },
        { type: "done", key: 2, file: file(8) },
        { type: "deleted", left: [8] },
      ],
      ["2 done", "3 waiting"],
      "wait",
    ],
    [
      "an upload that finishes after it was cancelled",
      [chosen(1), { type: "cancelled", key: 1 }, { type: "done", key: 1, file: file(7) }],
      [],
      "ready",
    ],
  ])("with %s", (_, events, shown, ready) => {
    const list = listAfter(...events);
    expect(list.uploads.map(({ key, state }) => `${key} ${state}`)).toEqual(shown);
    expect(readyToSend(list)).toBe(ready);
  });

  test("shows the page's files, then those chosen since, each once and without removed ones", () => {
    const done = (key: number, id: number): UploadEvent => ({ type: "done", key, file: file(id) });
    const list = listAfter(chosen(1, 2, 3, 4), done(1, 11), done(2, 12), done(3, 12), { type: "removed", id: 10 });
    const { before, since } = listed([file(9), file(10), file(11)], list);
    expect(before.map(({ id }) => id)).toEqual([9, 11]);
    expect(since.map(({ key }) => key)).toEqual([2, 4]); // 1 is on the page by now, 3 is the same file as 2
  });
});

test("failed and refused uploads don't count towards a message's files", () => {
  const list = listAfter(
    chosen(1, 2, 3, 4),
    { type: "done", key: 1, file: file(11) },
    { type: "failed", key: 2, why: "no" },
    { type: "refused", key: 3, why: "no" },
    { type: "removed", id: 10 },
  );
  expect(filesToBe([file(9), file(10), file(11)], list)).toBe(3); // 9, 11 and the one that waits
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_023, "1023 bytes"],
  [1_024, "1.0 KiB"],
  [34_567, "34 KiB"],
  [1_048_000, "1.0 MiB"],
  [10_400_000, "10 MiB"],
  [26_214_400, "25 MiB"],
  [26_214_401, "26 MiB"],
])("%i bytes are shown as %s", (bytes, words) => expect(formatFileSize(bytes)).toBe(words));
