const u16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

const attribute = (level: number, id: number, data: Buffer) =>
  Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(0)]);

const property = (type: number, id: number, value: Buffer) =>
  Buffer.concat([u16(type), u16(id), u32(1), u32(value.length), padded(value)]);

const unicode = (id: number, value: string) => property(0x1f, id, Buffer.from(`${value}\0`, "utf16le"));

/** A named property, which Outlook writes before the others. */
const named = Buffer.concat([
  u16(0x1f),
  u16(0x8001),
  Buffer.alloc(16),
  u32(1),
  u32(6),
  padded(Buffer.from("ab\0", "utf16le")),
  u32(1),
  u32(2),
  padded(Buffer.from("x", "utf16le")),
]);

const properties = (...list: Buffer[]) =>
  Buffer.concat([u32(list.length + 2), Buffer.concat([u16(0x3), u16(0x0e07), u32(1)]), named, ...list]);

/** Builds a winmail.dat like Outlook's, with the parts that tests need. */
export function tnef(
  files: { name: string; content: Buffer; type?: string }[],
  body: { text?: string; html?: string } = {},
): Buffer {
  const message = properties(
    ...(body.text === undefined ? [] : [unicode(0x1000, body.text)]),
    ...(body.html === undefined ? [] : [property(0x102, 0x1013, Buffer.from(body.html))]),
  );
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00069007, Buffer.concat([u32(1252), u32(0)])),
    attribute(1, 0x00069003, message),
    ...files.flatMap(({ name, content, type }) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from("SHORT~1.DAT\0")),
      attribute(2, 0x0006800f, content),
      attribute(
        2,
        0x00069005,
        properties(unicode(0x3707, name), ...(type === undefined ? [] : [unicode(0x370e, type)])),
      ),
    ]),
  ]);
}
