import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import { freePort } from "./free-port";
import { type Certificate, selfSignedCertificate } from "./self-signed-certificate";

export type Dovecot = {
  /** Ports on 127.0.0.1: IMAP with STARTTLS, IMAP over TLS, and LMTP. */
  ports: { imap: number; imaps: number; lmtp: number };
  certificate: Certificate;
  /** The password of every account. Any user name is an account. */
  password: string;
  /** Connects another client, to read or change a mailbox. Stopping the server closes it. */
  client: (user: string) => Promise<ImapFlow>;
  /** Kills the server as a crash would. `restart` starts it on the same ports and mailboxes. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  /** Dovecot's log, for tests that fail. */
  log: () => Promise<string>;
  stop: () => Promise<void>;
};

type Options = {
  /** Dovecot's token introspection endpoint (RFC 7662). Without it, Dovecot accepts only passwords. */
  introspectionUrl?: string;
};

/** Starts a Dovecot server with its mailboxes and sockets in a temporary folder. */
export async function startDovecot(program: string, { introspectionUrl }: Options = {}): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), "dovecot-"));
  // The mail processes run under another account if the tests run as root.
  await chmod(folder, 0o711);
  for (const name of ["run", "state", "mail"]) await mkdir(join(folder, name));
  if (isRoot) await chmod(join(folder, "mail"), 0o777);

  const certificate = selfSignedCertificate(folder);
  const ports = { imap: await freePort(), imaps: await freePort(), lmtp: await freePort() };
  const logFile = join(folder, "dovecot.log");
  const version = execFileSync(program, ["--version"], { encoding: "utf8" });
  const config = { folder, ports, certificate, logFile, introspectionUrl };
  await writeFile(
    join(folder, "dovecot.conf"),
    version.startsWith("2.3") ? config23(config) : config24(config, version),
  );
  await writeFile(join(folder, "oauth2.conf"), oauth23(introspectionUrl ?? ""));

  const clients: ImapFlow[] = [];
  const run = () => spawn(program, ["-F", "-c", join(folder, "dovecot.conf")], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const log = async () => said + (await readFile(logFile, "utf8").catch(() => ""));
  async function start() {
    const child = run();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said += chunk;
      });
    }
    for (let attempt = 0; !(await greets(ports.imap)); attempt++) {
      if (child.exitCode !== null || attempt > 400) throw new Error(`Dovecot doesn't answer:\n${await log()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return child;
  }

  let child = await start();
  async function kill() {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
    // Connection processes outlive their master for a while.
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").catch(() => "");
    child.kill("SIGKILL");
    for (const pid of children.split(" ").filter(Boolean)) killIfThere(Number(pid));
    await ended;
  }

  return {
    ports,
    certificate,
    password: PASSWORD,
    async client(user) {
      const auth = { user, pass: PASSWORD };
      const client = new ImapFlow({ host: "127.0.0.1", port: ports.imap, auth, doSTARTTLS: false, logger: false });
      client.on("error", () => {});
      await client.connect();
      clients.push(client);
      return client;
    },
    kill,
    async restart() {
      child = await start();
    },
    log,
    async stop() {
      for (const client of clients) client.close();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function killIfThere(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

const PASSWORD = "dovecots-password";
const isRoot = process.getuid?.() === 0;

/** Whether a server sends a greeting on this port: one that only accepts connections isn't ready yet. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(2_000, () => done(false));
    socket
      .once("data", () => done(true))
      .once("error", () => done(false))
      .once("close", () => done(false));
  });
}

type Config = {
  folder: string;
  ports: Dovecot["ports"];
  certificate: Certificate;
  logFile: string;
  introspectionUrl: string | undefined;
};

/** Dovecot's accounts on Debian when run as root; otherwise the account that runs the tests. */
const accounts = () => {
  const me = userInfo().username;
  return isRoot
    ? { internal: "dovecot", login: "dovenull", mail: "nobody", group: "nogroup" }
    : { internal: me, login: me, mail: me, group: execFileSync("id", ["-gn"], { encoding: "utf8" }).trim() };
};

const listeners = ({ ports }: Config) => `
service anvil {
  chroot =
  # Without this, Dovecot delays clients after a wrong password.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  process_min_avail = 1
  service_count = 0
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtp}
  }
}`;

function config23(config: Config) {
  const { folder, certificate, logFile, introspectionUrl } = config;
  const { internal, login, mail, group } = accounts();
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${logFile}
listen = 127.0.0.1
protocols = imap lmtp
ssl = yes
ssl_cert = <${certificate.certificateFile}
ssl_key = <${certificate.keyFile}
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
default_internal_user = ${internal}
default_internal_group = ${isRoot ? "dovecot" : group}
default_login_user = ${login}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail/%u
mail_fsync = never
lmtp_save_to_detail_mailbox = no
${introspectionUrl ? `passdb {\n  driver = oauth2\n  mechanisms = xoauth2\n  args = ${folder}/oauth2.conf\n}` : ""}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${mail} gid=${group} home=${folder}/mail/%u
}
${listeners(config)}
`;
}

const oauth23 = (url: string) => `
introspection_mode = post
introspection_url = ${url}
username_attribute = username
active_attribute = active
active_value = true
`;

/** Configuration for Debian 13 and later: other setting names, and values in blocks. */
function config24(config: Config, version: string) {
  const { folder, certificate, logFile, introspectionUrl } = config;
  const { internal, login, mail, group } = accounts();
  const number = /^[\d.]+/.exec(version)?.[0];
  return `
dovecot_config_version = ${number}
dovecot_storage_version = ${number}
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${logFile}
listen = 127.0.0.1
protocols = imap lmtp
ssl = yes
ssl_server_cert_file = ${certificate.certificateFile}
ssl_server_key_file = ${certificate.keyFile}
auth_allow_cleartext = yes
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
default_internal_user = ${internal}
default_internal_group = ${isRoot ? "dovecot" : group}
default_login_user = ${login}
first_valid_uid = 1
first_valid_gid = 1
mail_driver = maildir
mail_path = ${folder}/mail/%{user}
mail_home = ${folder}/mail/%{user}
mail_uid = ${mail}
mail_gid = ${group}
mail_fsync = never
${
  introspectionUrl
    ? `oauth2 {
  introspection_mode = post
  introspection_url = ${introspectionUrl}
  username_attribute = username
  active_attribute = active
  active_value = true
}
passdb oauth2 {
  mechanisms_filter = xoauth2
}`
    : ""
}
passdb static {
  password = ${PASSWORD}
}
userdb static {
}
${listeners(config)}
`;
}
