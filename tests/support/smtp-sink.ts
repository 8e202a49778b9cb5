import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import { selfSignedCertificate } from "./self-signed-certificate";

export type SinkMessage = { from: string; to: string[]; source: string; utf8: boolean; connection: string };

/** Where and how a sink misbehaves. An answer is a code with a text: "550 5.1.1 No such user". */
export type SinkFaults = {
  connect?: string;
  mail?: (from: string) => string | null;
  rcpt?: (to: string) => string | null;
  /** Answer to the message. `drop` closes the connection instead, `hang` never answers. */
  data?: (message: SinkMessage) => string | "drop" | "hang" | null;
};

export type SmtpSink = {
  port: number;
  /** PEM certificate to trust. */
  ca: string;
  messages: SinkMessage[];
  /** Can be changed at any time. */
  faults: SinkFaults;
  /** Closes every connection, as a restart does. */
  dropConnections: () => void;
  stop: () => Promise<void>;
};

type Options = {
  encryption?: "tls" | "starttls" | "none";
  password?: string;
  /** Access tokens that it accepts (XOAUTH2). */
  tokens?: string[];
  server?: Partial<SMTPServerOptions>;
};

/** Starts a real SMTP server that keeps every message it receives. */
export async function startSmtpSink({
  encryption = "none",
  password,
  tokens,
  server = {},
}: Options = {}): Promise<SmtpSink> {
  const folder = await mkdtemp(join(tmpdir(), "smtp-sink-"));
  const { certificate, key } = selfSignedCertificate(folder);
  const messages: SinkMessage[] = [];
  const sockets = new Set<Socket>();
  const sink = { messages, faults: {} as SinkFaults };
  const smtp = new SMTPServer({
    key,
    cert: certificate,
    secure: encryption === "tls",
    disabledCommands: [...(encryption === "starttls" ? [] : ["STARTTLS"]), ...(password || tokens ? [] : ["AUTH"])],
    authMethods: [...(password ? ["PLAIN", "LOGIN"] : []), ...(tokens ? ["XOAUTH2"] : [])],
    allowInsecureAuth: encryption === "none",
    authOptional: !(password || tokens),
    disableReverseLookup: true,
    closeTimeout: 200,
    onConnect: (_session, done) => done(sink.faults.connect ? errorOf(sink.faults.connect) : null),
    onAuth(auth, _session, done) {
      const isRight =
        auth.method === "XOAUTH2" ? tokens?.includes(auth.accessToken ?? "") : password && auth.password === password;
      if (isRight) done(null, { user: auth.username });
      else if (auth.method === "XOAUTH2") done(null, { data: { status: "401", schemes: "bearer" } });
      else done(errorOf("535 5.7.8 Authentication credentials invalid"));
    },
    onMailFrom: ({ address }, _session, done) => done(errorOf(sink.faults.mail?.(address))),
    onRcptTo: ({ address }, _session, done) => done(errorOf(sink.faults.rcpt?.(address))),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("error", () => {}); // the client has gone
      stream.on("end", () => {
        const message = messageOf(session, Buffer.concat(chunks).toString("latin1"));
        const fault = sink.faults.data?.(message);
        if (fault === "hang") return;
        if (fault === "drop") return dropConnections();
        if (fault?.startsWith("2")) {
          messages.push(message);
          return done(null, fault.slice(4));
        }
        if (!fault) messages.push(message);
        done(errorOf(fault));
      });
    },
    ...server,
  });
  smtp.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  smtp.on("error", () => {}); // connections that a test drops
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  function dropConnections() {
    for (const socket of sockets) socket.destroy();
  }
  return Object.assign(sink, {
    port: (smtp.server.address() as AddressInfo).port,
    ca: certificate,
    dropConnections,
    async stop() {
      dropConnections();
      await new Promise<void>((resolve) => smtp.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  });
}

function messageOf({ envelope, id }: SMTPServerSession, source: string): SinkMessage {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : "",
    to: envelope.rcptTo.map(({ address }) => address),
    source,
    utf8: envelope.smtpUtf8 === true,
    connection: id,
  };
}

/** An error that makes smtp-server send this answer. */
function errorOf(answer: string | null | undefined) {
  if (!answer) return null;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

export type RudeServer = {
  port: number;
  /** Number of connections so far. */
  connections: () => number;
  stop: () => Promise<void>;
};

/** Starts a server that runs `onConnect` for each connection. By default, connections hang. */
export async function startRudeServer(onConnect: (socket: Socket) => void = () => {}): Promise<RudeServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count++;
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    onConnect(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
