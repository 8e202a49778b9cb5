import type { Readable } from "node:stream";

/** An uploaded file in the incoming folder, until a store takes it or it is discarded. */
export type ReceivedFile = {
  /** Complete and synced to disk. */
  path: string;
  /** Hash of its content, hex. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** One of `PICTURE_TYPES`, or `application/octet-stream`; detected from the content, never from the name. */
  type: string;
  /** Display size of a picture in CSS pixels; null for other files. */
  width: number | null;
  height: number | null;
};

/** First and last byte, both inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * Content-addressed file storage: each content once, by its SHA-256. Which files are in use, and locking, are up to file-rows.
 *
 * Throws `StorageAway` when a bucket doesn't answer or a folder can't be used.
 */
export type FileStore = {
  /**
   * Does the slow part of `put` ahead of time, so no transaction waits for a remote store. Without a `put` afterwards, the
   * sweeper may delete the file.
   */
  prepare(file: ReceivedFile): Promise<void>;
  /** Moves the file into the store, durably: it survives a power cut. Discards it if the store already has it. */
  put(file: ReceivedFile): Promise<void>;
  /** Null when the store has no such file. */
  read(sha256: string, range?: ByteRange): Promise<Readable | null>;
  /** A no-op for an unknown file. */
  remove(sha256: string): Promise<void>;
  /** Lists files whose hash starts with this hexadecimal digit. `changedAt` is UTC milliseconds. */
  list(digit: string): AsyncIterable<{ sha256: string; changedAt: number }>;
  /** Throws `StorageAway` if a bucket can't be used. A no-op for folders: readiness checks their disk. */
  check(): Promise<void>;
};

export const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text);

/** A file's path in any store, `ab/cd/abcd…`, so generic tools can copy between folders and buckets. */
export const storageKey = (sha256: string) => `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
