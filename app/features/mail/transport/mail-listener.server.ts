import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import * as say from "./transport-copy";

export type MailEnvelope = {
  /** "" for the empty sender of automatic mail. */
  from: string;
  /** At least one; each passed `isOurs`. */
  to: string[];
};

/** `not_now`: disk or database can't store it, so the other server keeps the message. */
export type Stored = "stored" | "not_now";

export type ListenerOptions = {
  host: string;
  /** 0 for any free port. */
  port: number;
  protocol: "lmtp" | "smtp";
  /** The name in the greeting. */
  name: string;
  /** A folder only for messages while they arrive. Created if missing. */
  folder: string;
  maxBytes: number;
  isOurs: (address: string) => boolean | Promise<boolean>;
  /**
   * Stores the message in `file`, which is deleted afterwards, and resolves once it is committed. With LMTP it may answer
   * each recipient, in the order of `to`. A rejection counts as `not_now`.
   */
  store: (envelope: MailEnvelope, file: string) => Promise<Stored | Stored[]>;
  limits?: Partial<ListenerLimits>;
};

export type ListenerLimits = {
  connections: number;
  recipients: number;
  messagesPerConnection: number;
  /** A connection without traffic for this long ends. Milliseconds. */
  silenceMs: number;
  /** A message takes at most this long to arrive. Milliseconds. */
  messageMs: number;
};

const LIMITS: ListenerLimits = {
  connections: 20,
  recipients: 100,
  messagesPerConnection: 1_000,
  silenceMs: 60_000,
  messageMs: 10 * 60_000,
};

export type MailListener = {
  port: number;
  /** Ends within two seconds. Messages without an answer are sent again by the other server. */
  close: () => Promise<void>;
};

const CLOSE_MS = 1_500;
const ABANDONED_MS = 3_600_000;

/** Accepts mail handed over by a mail server. Throws if the port isn't available. */
export async function listenForMail(options: ListenerOptions): Promise<MailListener> {
  const limits = { ...LIMITS, ...options.limits };
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(options.folder);
  const server = new SMTPServer({
    name: options.name,
    lmtp: options.protocol === "lmtp",
    // The banner names no program or version.
    disabledCommands: ["AUTH", "STARTTLS", "VRFY", "HELP", "XCLIENT", "XFORWARD", "WIZ", "SHELL", "KILL"],
    authOptional: true,
    hideENHANCEDSTATUSCODES: true,
    heloResponse: "%s",
    disableReverseLookup: true,
    logger: false,
    size: options.maxBytes,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: limits.silenceMs,
    closeTimeout: CLOSE_MS,
    onMailFrom(_address, session, done) {
      if (session.transaction > limits.messagesPerConnection) done(answer(421, "4.7.0", say.tooManyMessages));
      else done();
    },
    onRcptTo({ address }, _session, done) {
      Promise.resolve()
        .then(() => options.isOurs(address))
        .then(
          (ours) => done(ours ? null : answer(550, "5.1.1", say.noSuchAddress)),
          () => done(answer(451, "4.3.0", say.cannotStore)),
        );
    },
    onData(stream, session, done) {
      receive(options, limits, stream, session).then(
        (results) => {
          const answers = results.map((result) =>
            result === "stored" ? STORED : answer(452, "4.3.1", say.cannotStore),
          );
          const failure = answers.find((given) => given instanceof Error);
          if (options.protocol === "lmtp") done(null, answers);
          else if (failure instanceof Error) done(failure);
          else done(null, STORED);
        },
        (error: Error) => done(error),
      );
    },
  });
  server.on("error", () => {}); // of single connections; the other server tries again
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Deletes files left by a killed process: the other server sends those messages again. */
async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true }).catch(() => {});
  }
}

/** One result per recipient. Throws a 4xx or 5xx response for all. */
async function receive(
  options: ListenerOptions,
  limits: ListenerLimits,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<Stored[]> {
  const file = join(options.folder, randomUUID());
  const to = envelope.rcptTo.map(({ address }) => address);
  const from = envelope.mailFrom ? envelope.mailFrom.address : "";
  try {
    if (!(await write(stream, file, options.maxBytes, limits.messageMs))) return to.map(() => "not_now");
    const stored = await options.store({ from, to }, file);
    return to.map((_, index) => (Array.isArray(stored) ? (stored[index] ?? "not_now") : stored));
  } catch (error) {
    if (isAnswer(error)) throw error;
    return to.map(() => "not_now");
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

/**
 * Writes a message to a file; false if the disk can't store it. Always reads the message to its end, or the rest would
 * be taken for commands.
 */
async function write(chunks: AsyncIterable<Buffer>, path: string, maxBytes: number, messageMs: number) {
  const latest = Date.now() + messageMs;
  const file = await open(path, "wx", 0o600).catch(() => null);
  let written = file !== null;
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (Date.now() > latest) throw answer(421, "4.4.2", say.messageTooSlow);
      size += chunk.length;
      if (file && written && size <= maxBytes)
        written = await file.writeFile(chunk).then(
          () => true,
          () => false,
        );
    }
  } finally {
    written =
      (await file?.close().then(
        () => true,
        () => false,
      )) === true && written;
  }
  if (size > maxBytes) throw answer(552, "5.3.4", say.messageTooLarge);
  return written;
}

const STORED = `2.0.0 ${say.messageStored}`;

/** smtp-server would guess the status from the code: "mailbox full" for a message that is too large. */
const answer = (responseCode: number, status: string, words: string) =>
  Object.assign(new Error(`${status} ${words}`), { responseCode });
const isAnswer = (error: unknown): error is Error => error instanceof Error && "responseCode" in error;
