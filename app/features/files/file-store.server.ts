import type { Readable } from "node:stream";

/** A file that has arrived and lies beside the store, until it is put there or thrown away. */
export type ReceivedFile = {
  /** Where its bytes are, complete and safe on disk. */
  path: string;
  /** Of its content, hex. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** One of `PICTURE_TYPES`, or `application/octet-stream`: by its content, whatever it is called. */
  type: string;
  /** Of a picture, in CSS pixels as it is shown. */
  width: number | null;
  height: number | null;
};

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** One file the store has. `changedAt` is UTC milliseconds. */
type StoredFile = { sha256: string; changedAt: number };

/**
 * Where the content of files lies, each once, by its SHA-256. It knows nothing of rows: who needs a file is the
 * business of file-rows, which also sees to it that nobody removes what somebody else is just putting there.
 *
 * Throws `StorageAway` when a bucket doesn't answer or a folder can't be used.
 */
export type FileStore = {
  /**
   * Does of `put` what takes long because the store is far away, so that no transaction waits for it. Only `put` keeps the
   * file: what is not put may be swept.
   */
  prepare(file: ReceivedFile): Promise<void>;
  /** Takes the file in, for good: a power cut later does not lose it. One that is there already is thrown away. */
  put(file: ReceivedFile): Promise<void>;
  /** Null when the store has no such file. */
  read(sha256: string, range?: ByteRange): Promise<Readable | null>;
  /** Nothing happens when there is no such file. */
  remove(sha256: string): Promise<void>;
  /** The files whose hash begins with this hexadecimal digit. */
  list(digit: string): AsyncIterable<StoredFile>;
  /** Throws `StorageAway` when it cannot be used. The disk of a folder is looked at by itself. */
  check(): Promise<void>;
};

export const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** Where a file lies in any store, so that what copies folders and buckets can copy one to the other: `ab/cd/abcd…`. */
export const storageKey = (sha256: string) => `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
