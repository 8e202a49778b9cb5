import { expect, test } from "vitest";
import { fileLimits } from "~/features/conversation/attachments/file-limits";
import { type IncomingFile, receiveFormFiles } from "~/features/conversation/attachments/incoming-files.server";
import { aFileStore, inChunks } from "../../../support/files";

const MIB = 1024 * 1024;
const limits = fileLimits(1);

/** Files that all start before the first is received, as when a form arrives faster than the disk writes. */
async function arriving(sizes: number[]) {
  const files = await aFileStore();
  const { arrived, take } = receiveFormFiles(files.incoming, limits);
  const parts = sizes.map((size, index) => ({
    fileName: `${index + 1}.bin`,
    declaredType: "",
    bytes: inChunks(new Uint8Array(size).fill(index + 1), 64 * 1024),
  }));
  await Promise.all(parts.map(take));
  return { files, arrived };
}

const describeFiles = (arrived: readonly IncomingFile[]) => arrived.map(({ name, why }) => `${name} ${why ?? "taken"}`);

test("domain B16: files sent at once total at most twice the limit of one, however fast they arrive", async () => {
  const { files, arrived } = await arriving([0.8 * MIB, 0.8 * MIB, 0.8 * MIB, 0.3 * MIB]);
  expect(describeFiles(arrived)).toEqual(["1.bin taken", "2.bin taken", "3.bin too_much", "4.bin taken"]);
  expect(await files.everything()).toHaveLength(3);

  const exactly = await arriving([MIB, MIB]);
  expect(describeFiles(exactly.arrived)).toEqual(["1.bin taken", "2.bin taken"]);
});

test("domain B16: files too large or empty don't count towards the total; an eleventh is too many", async () => {
  const { arrived } = await arriving([MIB + 1, 0, MIB, MIB]);
  expect(describeFiles(arrived)).toEqual(["1.bin too_large", "2.bin empty", "3.bin taken", "4.bin taken"]);
  const many = await arriving(Array(11).fill(10));
  expect(describeFiles(many.arrived).at(-1)).toBe("11.bin too_many");
});

test("a form that breaks off in one file takes none of the files after it", async () => {
  const files = await aFileStore();
  const { arrived, take, discardAll } = receiveFormFiles(files.incoming, limits);
  const part = (bytes: AsyncIterable<Uint8Array>) => take({ fileName: "a.bin", declaredType: "", bytes });
  const broken = async function* () {
    yield new Uint8Array(10);
    throw new Error("The form broke off.");
  };
  const taken = [part(inChunks(new Uint8Array(10))), part(broken()), part(inChunks(new Uint8Array(10)))];
  expect((await Promise.allSettled(taken)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  await discardAll();
  expect([arrived.length, await files.everything()]).toEqual([1, []]);
});
